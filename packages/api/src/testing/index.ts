export * from "./backgrounds.ts";
export * from "./engine-double.ts";
export * from "./library.ts";
export * from "./local-air-double.ts";
export * from "./overlays.ts";
export * from "./youtube.ts";

export * from "./back-off.ts";
export * from "./deadline.ts";
export * from "./listeners.ts";
export * from "./memo.ts";
export * from "./new-id.ts";
export * from "./one-at-a-time.ts";
export * from "./pace.ts";
export * from "./recent.ts";

export * from "./replace-file.ts";

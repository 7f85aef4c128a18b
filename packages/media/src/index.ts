export * from "./process-error.ts";
export { run, type RunOptions, type RunResult } from "./process.ts";
export * from "./process-detached.ts";
export * from "./scheduler.ts";
export { findExecutable } from "./executable.ts";

export * from "./process-error.ts";
export { run, type RunOptions, type RunResult } from "./process.ts";
export * from "./process-detached.ts";
export * from "./scheduler.ts";
export { findExecutable } from "./executable.ts";
export { MediaError, type MediaErrorKind } from "./media-error.ts";
export { AUDIO_DEMUXERS, guardedInput, VIDEO_DEMUXERS } from "./guarded-input.ts";
export * from "./probe.ts";
export * from "./loudness.ts";

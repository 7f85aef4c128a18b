export { type Engine, type EngineOptions, createEngine } from "./engine.ts";
export { checkRecording } from "./check/check-recording.ts";
export { type RecordingReport } from "./check/recording-checker.ts";
export { reportLines } from "./check/report-text.ts";
export type { PlayoutHealth } from "./playout/protocol.ts";

export { type Engine, createEngine } from "./engine.ts";
export type { EngineOptions } from "./engine-options.ts";
export { checkRecording } from "./check/check-recording.ts";
export { type RecordingReport } from "./check/recording-checker.ts";
export { reportLines } from "./check/report-text.ts";
export { HlsShelf } from "./hls/shelf.ts";
export { LOCAL_APPLICATION, LocalServer } from "./local/local-server.ts";
export type { Viewer } from "./local/channel.ts";
export type { PlayoutHealth } from "./playout/protocol.ts";

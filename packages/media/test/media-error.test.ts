import { expect, it } from "vitest";
import { asMediaError, MediaError } from "../src/media-error.ts";
import { ProcessError } from "../src/process-error.ts";
import type { ProcessFailure } from "../src/process-error.ts";

const failed = (more: Partial<ProcessFailure>) =>
  new ProcessError({ kind: "failed", command: "ffmpeg", exitCode: 1, signal: null, stderrTail: "", ...more });
const told = (error: unknown) => asMediaError(error, "damaged", "The video cannot be decoded");

it.each([
  ["an exit code", failed({ stderrTail: "Invalid data found when processing input" })],
  ["a crash of the tool at it", failed({ exitCode: null, signal: "SIGSEGV" })],
  ["more pictures than are held", failed({ kind: "output-too-large" })],
])("the file is at fault for %s", (_, error) => {
  expect(told(error)).toBeInstanceOf(MediaError);
});

it.each([
  ["a full disk", failed({ stderrTail: "av_interleaved_write_frame(): No space left on device" })],
  ["a machine without memory", failed({ exitCode: null, signal: "SIGKILL" })],
  ["a machine that goes down", failed({ exitCode: null, signal: "SIGTERM" })],
  ["a tool that is missing", failed({ kind: "not-found" })],
  ["a tool without time", failed({ kind: "timeout" })],
  ["what is no process", new Error("EIO")],
])("the file is not at fault for %s: it stays what it is", (_, error) => {
  expect(told(error)).toBe(error);
});

import { createReadStream } from "node:fs";
import { RecordingChecker, type RecordingReport } from "./recording-checker.ts";

const PIECE_BYTES = 1024 * 1024;

/**
 * Holds an FLV recording of what was sent against every rule of a stream of ours; reads it in pieces, whatever its size.
 * @throws when the file cannot be read
 */
export async function checkRecording(path: string): Promise<RecordingReport> {
  const checker = new RecordingChecker();
  for await (const piece of createReadStream(path, { highWaterMark: PIECE_BYTES })) {
    if (!(piece instanceof Uint8Array)) throw new TypeError("a file without an encoding is read as bytes");
    checker.push(piece);
  }
  return checker.finish();
}

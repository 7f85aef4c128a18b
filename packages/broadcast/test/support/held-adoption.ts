import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFifo } from "@nightjar/media";
import { sessionDir } from "../../src/director/session/session-record.ts";

/**
 * What a killed engine has left of this stream takes as long to look at as a test wants, and then cannot be gone on with: what it shows is read
 * from a FIFO, and what it sounds is gone. @returns ends the look
 */
export async function holdAdoption(engineDir: string, streamId: string): Promise<() => Promise<void>> {
  const path = join(engineDir, "..", `${streamId}.fifo`);
  const namesPath = join(sessionDir(engineDir, streamId), "timeline.json");
  rmSync(path, { force: true });
  await makeFifo(path);
  const names: { segments: object[] } = JSON.parse(readFileSync(namesPath, "utf8"));
  const unit = { key: "gone", firstTagOffset: 0, readableBytes: 1 };
  const held = {
    video: { ...unit, kind: "video", path, isComplete: false },
    audio: { ...unit, kind: "audio", path: "/nowhere", isComplete: true },
  };
  const segments = names.segments.map((segment) => ({ ...segment, ...held, pictures: [] }));
  writeFileSync(namesPath, JSON.stringify({ ...names, segments }));
  let ended: Promise<void> | null = null;
  // Answers once somebody reads.
  return () => (ended ??= writeFile(path, ""));
}

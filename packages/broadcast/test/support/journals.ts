import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type OnAirDestination, destinationId } from "@nightjar/contract";
import { afterEach, beforeEach } from "vitest";
import { Journal } from "../../src/director/told/journal.ts";
import { memoryLog, testFolder } from "./engine.ts";

const { log } = memoryLog();

export const of = { streamId: "stream-1", sessionId: "session-1" };
export const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, 0) + seconds * 1000).toISOString();
export const song = (serial: number, seconds: number, more: { sessionId?: string } = {}) => ({
  ...{ ...of, ...more, serial, itemId: `item-${serial}`, trackId: `track-${serial}`, title: `Title ${serial}`, artist: "Anna" },
  ...{ isrcCode: "DEA000000001", durationMs: 10_000, because: null, startedAt: at(seconds) },
});
export const destination = (state: OnAirDestination["state"], evidenceAgeMs: number | null = 0): OnAirDestination => ({
  ...{ id: destinationId.parse("d1"), kind: "rtmp", host: "far.example", state, bytesSent: 0, bitrateKbps: 0 },
  ...{ reconnects: 0, lastError: null, evidenceAgeMs },
});

/** Around each test of a file: a folder of its own, in which it opens journals. */
export function journals() {
  let folder: Awaited<ReturnType<typeof testFolder>>;
  const dir = () => join(folder.dir, "engine");
  const opened: Journal[] = [];
  beforeEach(async () => {
    folder = await testFolder();
  });
  afterEach(async () => {
    for (const journal of opened.splice(0)) await journal.closeFile();
    await folder.remove();
  });
  const openJournal = async (path = dir()): Promise<Journal> => {
    const journal = await Journal.open(path, log);
    opened.push(journal);
    return journal;
  };
  /** What a process that dies now leaves behind: its files, as they are on the disk. */
  const killed = async (): Promise<Journal> => {
    const copy = join(folder.dir, `copy-${opened.length}`);
    await mkdir(copy);
    for (const name of ["as-run.jsonl", "as-run.taken"]) await copyFile(join(dir(), name), join(copy, name)).catch(() => undefined);
    return openJournal(copy);
  };
  return { dir, openJournal, killed };
}

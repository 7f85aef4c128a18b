import { closeSync, constants, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { run } from "@nightjar/media";
import { type RtmpIngest, startRtmpIngest } from "@nightjar/rtmp-ingest";
import { afterAll, beforeAll, expect, it } from "vitest";
import { endGiven } from "../src/egress/ending.ts";
import { type PublisherRecord, fifoPath, isAlive, startPublisher } from "../src/egress/publisher.ts";
import { LAST_TAGS } from "../src/flv/clock-end.ts";
import { FlvStreamParser } from "../src/flv/stream-parser.ts";
import { enlargePipe } from "../src/playout/pipe-size.ts";
import { testFolder } from "./support/engine.ts";
import { rtmp, until } from "./support/studio.ts";

/** Longer than any look that takes a silent publisher for one that has read all. */
const STARVED_MS = 400;
const SIZE = "testsrc2=s=320x180:r=30:d=6";

let folder: Awaited<ReturnType<typeof testFolder>>;
let ingest: RtmpIngest;
let publisher: PublisherRecord | null = null;
beforeAll(async () => {
  folder = await testFolder();
  ingest = await startRtmpIngest();
});
afterAll(async () => {
  if (publisher && isAlive(publisher)) process.kill(publisher.pid, "SIGKILL");
  await ingest.remove();
  await folder.remove();
});

/** Coded pictures and packets, by their bytes. */
function coded(bytes: Buffer): string[] {
  const tags = [...new FlvStreamParser().push(bytes)].filter(({ kind }) => kind === "video" || kind === "audio");
  return tags.map(({ kind, bytes: tag }) => `${kind} ${tag.toString("base64", 11, tag.length - 4)}`);
}

it("a publisher that gets no processor while it is given its last tags sends all that came before them, and nothing else", async () => {
  const path = join(folder.dir, "whole.flv");
  const sources = ["-f", "lavfi", "-i", SIZE, "-f", "lavfi", "-i", "sine=d=6:r=48000"];
  const codecs = ["-c:v", "libx264", "-preset", "ultrafast", "-b:v", "300k", "-g", "60", "-c:a", "aac"];
  await run("ffmpeg", ["-v", "error", ...sources, ...codecs, path], { timeoutMs: 30_000 });
  const whole = readFileSync(path);
  const destination = rtmp("ending", ingest.url, "ending");
  // Opened as the playout thread opens it, so that the publisher does not wait for a writer.
  const dir = join(folder.dir, "publisher");
  publisher = await startPublisher({ ffmpegPath: "ffmpeg", destination, generation: 1, dir });
  const fifo = openSync(fifoPath(publisher), constants.O_RDWR | constants.O_NONBLOCK);
  enlargePipe(fifo);
  const half = Math.floor(whole.length / 2);
  const write = (bytes: Buffer) => until(() => (bytes = bytes.subarray(tryWrite(fifo, bytes))).length === 0, 10_000);
  await write(whole.subarray(0, half));
  await ingest.waitForBytes("ending", half / 2);
  process.kill(publisher.pid, "SIGSTOP");
  await write(Buffer.concat([whole.subarray(half), LAST_TAGS]));
  const ended = endGiven(publisher);
  await pause(STARVED_MS);
  process.kill(publisher.pid, "SIGCONT");
  await ended;
  closeSync(fifo);
  expect(isAlive(publisher)).toBe(false);
  const [recording = ""] = await ingest.recordings("ending");
  await until(() => coded(readFileSync(recording)).length >= coded(whole).length, 5_000);
  expect(coded(readFileSync(recording)).toSorted()).toEqual(coded(whole).toSorted());
});

function tryWrite(fd: number, bytes: Buffer): number {
  try {
    return writeSync(fd, bytes);
  } catch {
    // Full: it is read meanwhile.
    return 0;
  }
}

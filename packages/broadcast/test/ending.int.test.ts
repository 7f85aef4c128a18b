import { closeSync, constants, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { run } from "@nightjar/media";
import { timePasses } from "@nightjar/kit/testing";
import { type RtmpIngest, startRtmpIngest } from "@nightjar/rtmp-ingest";
import { afterAll, beforeAll, expect, it } from "vitest";
import { endPublisher } from "../src/egress/ending.ts";
import { SocketReader, connectionOf, startTicksOf } from "../src/egress/kernel/index.ts";
import { type PublisherRecord, fifoPath, isAlive, startPublisher } from "../src/egress/publisher.ts";
import { reap } from "../src/egress/reap.ts";
import { FlvStreamParser } from "../src/flv/stream-parser.ts";
import { enlargePipe } from "../src/egress/kernel/index.ts";
import { testFolder } from "./support/engine.ts";
import { rtmp, until } from "./support/studio.ts";

/** Longer than any look that takes a silent publisher for one that has read all. */
const STARVED_MS = 400;
const SIZE = "testsrc2=s=320x180:r=30:d=6";

let folder: Awaited<ReturnType<typeof testFolder>>;
let ingest: RtmpIngest;
const publishers: PublisherRecord[] = [];
beforeAll(async () => {
  folder = await testFolder();
  ingest = await startRtmpIngest();
});
afterAll(async () => {
  await reap(publishers);
  await ingest.remove();
  await folder.remove();
});

/** Coded pictures and packets, by their bytes. */
function coded(bytes: Buffer): string[] {
  const tags = [...new FlvStreamParser().push(bytes)].filter(({ kind }) => kind === "video" || kind === "audio");
  return tags.map(({ kind, bytes: tag }) => `${kind} ${tag.toString("base64", 11, tag.length - 4)}`);
}

/** Picture and sound, encoded once. */
async function whole(): Promise<Buffer> {
  const path = join(folder.dir, "whole.flv");
  const sources = ["-f", "lavfi", "-i", SIZE, "-f", "lavfi", "-i", "sine=d=6:r=48000"];
  const codecs = ["-c:v", "libx264", "-preset", "ultrafast", "-b:v", "300k", "-g", "60", "-c:a", "aac"];
  await run("ffmpeg", ["-y", "-v", "error", ...sources, ...codecs, path], { timeoutMs: 30_000 });
  return readFileSync(path);
}

/** Opened as the playout thread opens it. */
function openFifo(record: PublisherRecord): { write: (bytes: Buffer) => Promise<void>; close: () => void } {
  const fd = openSync(fifoPath(record), constants.O_RDWR | constants.O_NONBLOCK);
  enlargePipe(fd);
  return {
    write: (bytes) => until(() => (bytes = bytes.subarray(tryWrite(fd, bytes))).length === 0),
    close: () => closeSync(fd),
  };
}

async function start(name: string): Promise<PublisherRecord> {
  const options = { ffmpegPath: "ffmpeg", destination: rtmp(name, ingest.url, name), generation: 1, dir: join(folder.dir, name) };
  const record = await startPublisher(options);
  publishers.push(record);
  return record;
}

async function receivesAll(name: string, sent: Buffer): Promise<void> {
  const [recording = ""] = await ingest.recordings(name);
  await until(() => coded(readFileSync(recording)).length >= coded(sent).length);
  expect(coded(readFileSync(recording))).toEqual(coded(sent));
  expect(await ingest.recordings(name)).toHaveLength(1);
}

it("a publisher that gets no processor while its input ends sends all that came before, in its order, and nothing else", async () => {
  const sent = await whole();
  const publisher = await start("ending");
  const fifo = openFifo(publisher);
  const half = Math.floor(sent.length / 2);
  await fifo.write(sent.subarray(0, half));
  await ingest.waitForBytes("ending", half / 2);
  process.kill(publisher.pid, "SIGSTOP");
  await fifo.write(sent.subarray(half));
  fifo.close();
  const ended = endPublisher(publisher);
  await timePasses(STARVED_MS, "left alone");
  process.kill(publisher.pid, "SIGCONT");
  await ended;
  expect(isAlive(publisher)).toBe(false);
  await receivesAll("ending", sent);
});

it("a publisher whose writer dies in the middle of a tag waits for the next one, and goes on with the very next byte", async () => {
  const sent = await whole();
  const publisher = await start("orphan");
  const half = Math.floor(sent.length / 2) + 5;
  const first = openFifo(publisher);
  await first.write(sent.subarray(0, half));
  await ingest.waitForBytes("orphan", half / 2);
  first.close();
  await timePasses(STARVED_MS, "nothing happens");
  expect(isAlive(publisher)).toBe(true);
  const second = openFifo(publisher);
  await second.write(sent.subarray(half));
  second.close();
  await endPublisher(publisher);
  await receivesAll("orphan", sent);
});

it("a publisher does not connect before its FIFO is opened to feed it", async () => {
  const publisher = await start("early");
  await timePasses(STARVED_MS, "nothing happens");
  expect(connectionOf(publisher.pid, new SocketReader(null).read())).toBeNull();
  const fifo = openFifo(publisher);
  await fifo.write((await whole()).subarray(0, 1000));
  await until(() => connectionOf(publisher.pid, new SocketReader(null).read()) !== null);
  fifo.close();
  await endPublisher(publisher);
  expect(isAlive(publisher)).toBe(false);
});

it("with a publisher that is killed goes what held its input open", async () => {
  const publisher = await start("killed");
  const fifo = openFifo(publisher);
  await until(() => childrenOf(publisher.pid).length === 1);
  const [holder = 0] = childrenOf(publisher.pid);
  process.kill(publisher.pid, "SIGKILL");
  await until(() => startTicksOf(holder) === null);
  fifo.close();
});

function childrenOf(pid: number): number[] {
  const list = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  return list === "" ? [] : list.split(" ").map(Number);
}

function tryWrite(fd: number, bytes: Buffer): number {
  try {
    return writeSync(fd, bytes);
  } catch {
    // Full: it is read meanwhile.
    return 0;
  }
}

import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TAG_AUDIO, TAG_VIDEO, fileHeader, writeTag } from "../../packages/broadcast/src/flv/tag.ts";
import { flvIngest } from "../youtube-standin/src/flv-ingest.ts";
import { type LiveStream, World, settle } from "../youtube-standin/src/world.ts";

// What the stand-in for YouTube takes for a stream: were it less strict, a stream that YouTube does not receive would pass.

const KEY = "key";
const FRAME_MS = 40;
const COUNT = 50;
const BEGIN_MS = 60_000;
/** Where the 24 bits of a tag's clock end: after four hours and a half. */
const CARRY_MS = 0x1000000;

const h264 = (atMs: number) => writeTag(TAG_VIDEO, atMs, Buffer.from([0x27, 1, 0, 0, 0, 9]));
const h263 = (atMs: number) => writeTag(TAG_VIDEO, atMs, Buffer.from([0x22, 1, 0, 0, 0, 9]));
const aac = (atMs: number) => writeTag(TAG_AUDIO, atMs, Buffer.from([0xaf, 1, 9]));
const mp3 = (atMs: number) => writeTag(TAG_AUDIO, atMs, Buffer.from([0x2f, 1, 9]));

type Tag = (atMs: number) => Buffer;
/** Two seconds of each, beside each other. */
const seconds = (fromMs: number, kinds: readonly Tag[] = [h264, aac]) =>
  Buffer.concat(Array.from({ length: COUNT }, (_, at) => kinds.map((tag) => tag(fromMs + at * FRAME_MS))).flat());
/** When the last of them is. */
const lastMs = (fromMs: number) => fromMs + (COUNT - 1) * FRAME_MS;

let dir = "";
let recordings: string[] = [];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "nightjar-flv-"));
  recordings = [];
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(dir, { recursive: true, force: true });
});

/** One who sends by the key: each connection is a recording. */
function connect(): void {
  const path = join(dir, `${KEY}-${recordings.length}.flv`);
  writeFileSync(path, fileHeader());
  recordings.push(path);
}

/** The ytStream of the key, as it stands once this has come in. */
function farEnd(): (bytes: Buffer) => Promise<LiveStream["streamStatus"]> {
  const recorder = { url: "rtmp://127.0.0.1:1/live", recordings: async () => recordings, received: async () => new Map([[KEY, 1]]) };
  const ingest = flvIngest(recorder, () => [KEY]);
  const world = new World(Date.now, 1, {});
  const ytStream: LiveStream = {
    ...{ id: "s1", account: "moth", snippet: { title: "Night", description: "" }, isReusable: true, streamName: KEY },
    ...{ streamStatus: "ready", health: "noData", issues: [] },
  };
  world.streams.set(ytStream.id, ytStream);
  connect();
  return async (bytes) => {
    appendFileSync(recordings.at(-1) ?? "", bytes);
    await ingest.look?.();
    settle(world, (name) => ingest.comesIn(name));
    return ytStream.streamStatus;
  };
}

describe("a ytStream", () => {
  it("is active while H.264 with AAC comes in on a clock that goes on evenly, also past its 24 bits, and however the bytes are cut", async () => {
    const take = farEnd();
    const bytes = seconds(CARRY_MS - 1000);
    expect(await take(bytes.subarray(0, 1000))).toBe("active");
    expect(await take(bytes.subarray(1000))).toBe("active");
  });

  it.each([
    ["without sound", [h264]],
    ["without a picture", [aac]],
    ["with another picture than H.264", [h263, aac]],
    ["with another sound than AAC", [h264, mp3]],
  ] as const)("is never active for what comes in %s", async (_what, kinds) => {
    expect(await farEnd()(seconds(BEGIN_MS, kinds))).toBe("ready");
  });

  it("is active no more some seconds after the sound has ended, though the picture goes on", async () => {
    const take = farEnd();
    expect(await take(seconds(BEGIN_MS))).toBe("active");
    vi.setSystemTime(Date.now() + 4000);
    expect(await take(seconds(lastMs(BEGIN_MS) + FRAME_MS, [h264]))).toBe("inactive");
  });

  it.each([
    ["leaps by more than five seconds", 5001],
    ["steps back by more than one", -1001],
  ])("is active no more once its clock %s, until it is connected anew", async (_how, stepMs) => {
    const take = farEnd();
    expect(await take(seconds(BEGIN_MS))).toBe("active");
    const wrongMs = lastMs(BEGIN_MS) + stepMs;
    expect(await take(seconds(wrongMs))).toBe("inactive");
    expect(await take(seconds(lastMs(wrongMs) + FRAME_MS))).toBe("inactive");
    connect();
    expect(await take(seconds(0))).toBe("active");
  });

  it.each([
    ["five seconds ahead", 5000],
    ["one back, as sound and picture lie beside each other", -1000],
  ])("is still active where its clock goes no more than %s", async (_how, stepMs) => {
    const take = farEnd();
    expect(await take(seconds(BEGIN_MS))).toBe("active");
    expect(await take(seconds(lastMs(BEGIN_MS) + stepMs))).toBe("active");
  });

  it("is active whatever time a codec's own data stands at", async () => {
    const take = farEnd();
    expect(await take(seconds(BEGIN_MS))).toBe("active");
    const data = [writeTag(TAG_VIDEO, 0, Buffer.from([0x17, 0, 0, 0, 0, 1])), writeTag(TAG_AUDIO, 0, Buffer.from([0xaf, 0, 0x11, 0x90]))];
    expect(await take(Buffer.concat([...data, seconds(lastMs(BEGIN_MS) + FRAME_MS)]))).toBe("active");
  });
});

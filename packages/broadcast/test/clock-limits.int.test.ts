import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Plan, PROFILES, type StreamId, streamId } from "@nightjar/contract";
import { type RtmpIngest, startRtmpIngest } from "@nightjar/rtmp-ingest";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FirstTimes } from "../src/director/session/session-port.ts";
import { FlvStreamParser } from "../src/flv/stream-parser.ts";
import { streamClock } from "../src/timeline/clock.ts";
import { makeTone, planItem, testPlan } from "./support/engine.ts";
import { type Recording, readRecording, steps } from "./support/recording.ts";
import { type Studio, named, openStudio, publishers, rtmp, until, untilFound } from "./support/studio.ts";

const BEFORE_MS = 4_000;
/** A connection with this on its clock is to be renewed at the next track. */
const DUE_MS = 2 ** 31 - 45 * 60_000;

/** One stream a limit, its clock a few seconds before it. */
const CLOCKS: Readonly<Record<string, FirstTimes>> = {
  "24-bit": { sessionMs: 0, connectionMs: 2 ** 24 - BEFORE_MS },
  "33-bit": { sessionMs: 2 ** 33 / 90 - BEFORE_MS, connectionMs: 0 },
  "31-bit": { sessionMs: 2 ** 31 - BEFORE_MS, connectionMs: 0 },
  "32-bit": { sessionMs: 2 ** 32 - BEFORE_MS, connectionMs: 0 },
  renewed: { sessionMs: 0, connectionMs: DUE_MS },
};

let studio: Studio;
let ingest: RtmpIngest;
let items: Plan["items"];

beforeAll(async () => {
  ingest = await startRtmpIngest();
  studio = await openStudio(undefined, {
    clocksOf: (id: StreamId) => CLOCKS[id.slice("stream-".length)] ?? { sessionMs: 0, connectionMs: 0 },
  });
  items = [planItem("a", await makeTone(join(studio.dir, "a.wav"), { seconds: 5, hz: 440 }), 5_000)];
  await studio.engine.reconcile([]);
  await warmUp();
  for (const name of Object.keys(CLOCKS)) {
    studio.engine.apply(testPlan(items, "rtmp://unused/live", "unused", { ...named(name), destinations: [rtmp(name, ingest.url, name)] }));
  }
});
afterAll(async () => {
  await studio.close();
  await ingest.remove();
});

/** With everything rendered a recording begins with its track. */
async function warmUp(): Promise<void> {
  const warm = testPlan(items, "rtmp://unused/live", "unused", { ...named("warm"), destinations: [rtmp("warm", ingest.url, "warm")] });
  studio.engine.apply(warm);
  const isRendered = (purpose: string) =>
    studio.lines.some(({ message, fields }) => message === "unit rendered" && fields["purpose"] === purpose);
  await until(() => isRendered("sound") && isRendered("wanted"), 60_000);
  studio.engine.stop(warm.streamId);
  await studio.waitFor(warm.streamId, ({ state }) => state === "off");
}

const seconds = (count: number) => count * 30;

/** Waits until so many frames have arrived, and reads them with ffprobe. */
async function recorded(streamKey: string, frames: number, nth = 0): Promise<Recording> {
  const path = await untilFound(async () => {
    const found = (await ingest.recordings(streamKey))[nth];
    if (found === undefined) return null;
    const tags = [...new FlvStreamParser().push(await readFile(found))];
    return tags.filter(({ kind }) => kind === "video").length > frames ? found : null;
  }, 40_000);
  return readRecording(path);
}

describe.each(["24-bit", "33-bit", "31-bit", "32-bit"])("a stream whose clock passes the %s limit", (name) => {
  it("goes on over one connection without a hole, and arrives with timestamps that rise", async () => {
    const { video, audio } = await recorded(name, seconds(9));
    expect(steps(video)).toMatchObject({ isRising: true });
    expect(steps(video).largestMs).toBeLessThan(35);
    expect(steps(audio).largestMs).toBeLessThan(23);
    expect(await ingest.recordings(name)).toHaveLength(1);
  });
});

describe("a connection whose clock comes near 2^31 ms", () => {
  it("is renewed between two tracks: all before the cut arrives over the one, all from it on over the other", async () => {
    const renewed = await recorded("renewed", seconds(6), 1);
    const before = await recorded("renewed", 1);
    const clock = streamClock(PROFILES["720p30"]);
    const [frames, packets] = [before.video.length, before.audio.length];
    expect(steps(before.video).largestMs).toBeLessThan(35);
    expect(steps(renewed.video).largestMs).toBeLessThan(35);
    expect(renewed.video[0]).toMatchObject({ isKey: true });
    // The cut is at a track: within some frames of a multiple of its length.
    const trackMs = Math.ceil((5 * 48_000) / 1024) * clock.packetMs;
    expect(clock.videoDtsMs(frames) % trackMs).toBeLessThan(200);
    // Were a frame or a packet lost or doubled, the second recording's sound would not begin at this distance from its picture.
    const distanceMs = (renewed.audio[0]?.dtsMs ?? 0) - (renewed.video[0]?.dtsMs ?? 0);
    expect(distanceMs).toBe(clock.audioPtsMs(packets) - clock.videoDtsMs(frames));
    expect(await ingest.recordings("renewed")).toHaveLength(2);
    expect(studio.states(streamId.parse("stream-renewed"))).toEqual(["preparing", "on-air"]);
    expect(publishers(studio.engineDir, "stream-renewed")).toHaveLength(1);
    const { fields } = studio.lines.find(({ message }) => message === "destination connected anew") ?? {};
    console.info(`the connection was renewed in ${String(fields?.["ms"])} ms`);
  });
});

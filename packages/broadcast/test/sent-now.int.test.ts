import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type SentNow, SILENT_DB, type StreamId } from "@nightjar/contract";
import { run } from "@nightjar/media";
import { describe, expect, it } from "vitest";
import { makeSound, makeVideo, planItem, testPlan } from "./support/engine.ts";
import { standInGround } from "./support/ground.ts";
import { untilFound } from "./support/studio.ts";

const TRACK_S = 30;
const LOOP_S = 20;

/** Tells what it is started with. */
const ground = standInGround('echo "$*" >>"$0-started"');

/** How many programs were started to look at pictures, or to listen, because somebody asked. */
async function decoders(): Promise<number> {
  const lines = (await readFile(`${ground.ffmpegPath}-started`, "utf8")).split("\n");
  return lines.filter((line) => line.includes("mpjpeg") || line.includes("astats")).length;
}

async function asked(id: StreamId, check: (sent: SentNow) => boolean): Promise<SentNow> {
  return untilFound(async () => (await ground.studio.engine.sentNow([id])).find(check), 30_000);
}

const SMALL_BYTES = 32 * 18 * 3;

/** Pictures of 32 x 18, as red, green and blue. */
async function small(input: readonly string[], bytes?: Uint8Array): Promise<Buffer[]> {
  const output = ["-vf", "scale=32:18:flags=area,format=rgb24", "-fps_mode", "passthrough", "-f", "rawvideo", "pipe:1"];
  const { stdout } = await run("ffmpeg", ["-v", "error", ...input, ...output], { timeoutMs: 60_000, ...(bytes ? { input: bytes } : {}) });
  return Array.from({ length: stdout.length / SMALL_BYTES }, (_, at) => stdout.subarray(at * SMALL_BYTES, (at + 1) * SMALL_BYTES));
}

const distance = (a: Buffer, b: Buffer) => a.reduce((sum, luma, at) => sum + Math.abs(luma - (b[at] ?? 0)), 0) / a.length;

describe("what is to be seen and heard of a stream", () => {
  it("is what its ingest receives, at most ten seconds old, and nothing is decoded while nobody asks", async () => {
    const { studio, ingest } = ground;
    const loud = await makeSound(join(ground.dir, "loud.wav"), "0.5*sin(2*PI*330*t)", TRACK_S);
    const background = { kind: "video", file: await makeVideo(join(ground.dir, "clock.mp4"), { seconds: LOOP_S }) } as const;
    const plan = testPlan([planItem("a", loud, TRACK_S * 1000)], ingest.url, "seen", { background });
    expect(await studio.engine.sentNow([plan.streamId])).toEqual([]);
    studio.engine.apply(plan);
    await studio.waitFor(
      plan.streamId,
      ({ state, picture, track }) => state === "on-air" && picture.level === "wanted" && track !== null,
      90_000,
    );
    expect(await decoders()).toBe(0);

    const told = [await asked(plan.streamId, ({ picture, sound }) => picture !== null && sound !== null)];
    for (let last = told[0]; told.length < 4; last = told.at(-1)) {
      told.push(await asked(plan.streamId, ({ picture }) => picture !== null && picture.name !== last?.picture?.name));
    }
    for (const { picture } of told) expect(picture?.ageMs).toBeLessThan(10_000);
    for (const levelDb of told.flatMap(({ sound }) => sound?.levelsDb ?? [])) {
      // A sine brought to -14 LUFS, wherever it is heard; nothing is silent.
      expect(levelDb).toBeGreaterThan(-24);
      expect(levelDb).toBeLessThan(-8);
    }
    expect(SILENT_DB).toBeLessThan(-24);
    // A minute of a unit at once, and where one follows another: not one program for each question.
    expect(await decoders()).toBeLessThanOrEqual(8);

    // What sounds next is listened to behind the last answer; a track later that is over.
    const before = studio.events.filter(({ type }) => type === "track-started").length;
    await studio.trackStarted(plan, before + 1, 60_000);
    const begun = await decoders();
    await studio.trackStarted(plan, before + 2, 60_000);
    expect(await decoders()).toBe(begun);

    const jpegs = told.map(({ picture }) => studio.engine.sentPicture(picture?.name ?? ""));
    studio.engine.stop(plan.streamId);
    await studio.waitFor(plan.streamId, ({ state }) => state === "off");
    const [recording = ""] = await ingest.recordings("seen");
    const sent = await small(["-skip_frame", "nokey", "-i", recording]);
    for (const jpeg of jpegs) {
      const [shown = Buffer.alloc(SMALL_BYTES)] = await small(["-f", "mjpeg", "-i", "pipe:0"], jpeg ?? new Uint8Array());
      // The changes of another encoder.
      expect(Math.min(...sent.map((picture) => distance(picture, shown)))).toBeLessThan(12);
    }
    expect(studio.engine.sentPicture(join(tmpdir(), "secret"))).toBeNull();
  });
});

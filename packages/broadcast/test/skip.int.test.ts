import { join } from "node:path";
import { type OnAir, type Plan, itemId } from "@nightjar/contract";
import { run } from "@nightjar/media";
import { type RtmpIngest, startRtmpIngest } from "@nightjar/rtmp-ingest";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LEAD_MS } from "../src/playout/pace.ts";
import { makeSound, planItem, testPlan } from "./support/engine.ts";
import { readRecording } from "./support/recording.ts";
import { floats } from "./support/splice.ts";
import { type Studio, named, openStudio, rtmp } from "./support/studio.ts";

const TIMEOUT_MS = 180_000;
/** 2500 on an idle machine; this one may be doing several things at once. */
const WIRE_MAX_MS = 15_000;

let studio: Studio;
let ingest: RtmpIngest;
let items: Plan["items"];

beforeAll(async () => {
  studio = await openStudio();
  ingest = await startRtmpIngest();
  await studio.engine.reconcile([]);
  const tone = async (id: string, hz: number, seconds = 60) => {
    const file = await makeSound(join(studio.dir, `${id}.wav`), `0.3*sin(2*PI*${hz}*t)`, seconds);
    // Of one title: one picture serves all, so that a busy machine has them rendered in time.
    return { ...planItem(id, file, seconds * 1000), title: "One", artist: "One" };
  };
  items = await Promise.all([tone("a", 300), tone("b", 450), tone("c", 600)]);
}, TIMEOUT_MS);
afterAll(async () => {
  await studio.close();
  await ingest.remove();
});

function start(name: string, changes: Partial<Plan> = {}): Plan {
  const plan = testPlan(items, ingest.url, name, {
    ...named(name),
    profileId: "720p30",
    destinations: [rtmp(name, ingest.url, name)],
    ...changes,
  });
  studio.engine.apply(plan);
  return plan;
}

const isHeard = (id: string) => (onAir: OnAir) => onAir.track?.itemId === `item-${id}` && onAir.state === "on-air";
const started = (plan: Plan) =>
  studio.events.flatMap((event) => (event.type === "track-started" && event.sessionId === plan.sessionId ? [event.itemId] : []));

/** Is on air with its first track, and has the next two rendered. */
async function ready(plan: Plan): Promise<void> {
  await studio.waitFor(plan.streamId, (onAir) => isHeard("a")(onAir) && onAir.renders.length === 0, 80_000);
}

/** Does it, and answers how long after the call the first packet of the track with this number was written. */
async function wireMs(plan: Plan, nth: number, act: () => void): Promise<number> {
  const calledAtMs = Date.now();
  act();
  const { startedAt } = await studio.trackStarted(plan, nth);
  return Date.parse(startedAt) - calledAtMs - LEAD_MS;
}

async function stopped(plan: Plan): Promise<string> {
  studio.engine.stop(plan.streamId);
  await studio.waitFor(plan.streamId, ({ state }) => state === "off");
  const [path = ""] = await ingest.recordings(plan.destinations[0]?.streamKey ?? "");
  return path;
}

/** Loudest sample in each 20 ms after a filter. */
async function loudest(path: string, filter = "anull"): Promise<number[]> {
  const args = ["-v", "error", "-i", path, "-af", filter, "-ac", "1", "-f", "f32le", "-c:a", "pcm_f32le", "pipe:1"];
  const pcm = floats((await run("ffmpeg", args, { timeoutMs: TIMEOUT_MS, stdoutMaxBytes: 256 * 1024 * 1024 })).stdout);
  return Array.from({ length: Math.floor(pcm.length / 960) }, (_, frame) => {
    return pcm.subarray(frame * 960, (frame + 1) * 960).reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  });
}

describe("skip and jump at a real ingest", () => {
  it(
    "put the new track on the wire at once, without a hole and without a click, and history tells it right",
    async () => {
      const plan = start("skip");
      await ready(plan);
      const skippedMs = await wireMs(plan, 2, () => studio.engine.skip(plan.streamId));
      const jumpedMs = await wireMs(plan, 3, () => expect(studio.engine.jump(plan.streamId, itemId.parse("item-a"))).toBe(true));
      const againMs = await wireMs(plan, 4, () => expect(studio.engine.jump(plan.streamId, itemId.parse("item-a"))).toBe(true));
      console.info(`on the wire: skip ${skippedMs} ms, jump ${jumpedMs} ms, jump to what sounds ${againMs} ms`);
      for (const ms of [skippedMs, jumpedMs, againMs]) expect(ms).toBeLessThan(WIRE_MAX_MS);
      expect(started(plan)).toEqual(["item-a", "item-b", "item-a", "item-a"]);
      const onAir = await studio.waitFor(plan.streamId, ({ history }) => history.length === 3);
      expect(onAir.history.map((track) => track.itemId)).toEqual(["item-a", "item-b", "item-a"]);
      // The list goes on from there.
      expect(onAir.nextTrack?.itemId).toBe("item-b");

      const path = await stopped(plan);
      const recording = await readRecording(path);
      // The track that was begun anew is heard again, packet for packet: that was asked for.
      expect(recording.problems.filter(({ rule }) => rule !== "replay")).toEqual([]);
      // From its beginning to its end: the fade in, three cuts, the fade out.
      // The tones are all below a kilohertz; a click is heard at all pitches.
      const clicks = (await loudest(path, "highpass=f=5000:p=2,highpass=f=5000:p=2")).filter((peak) => peak > 0.004);
      expect(clicks).toEqual([]);
    },
    TIMEOUT_MS,
  );

  it(
    "go as often as they are asked for: two quick skips leave two tracks",
    async () => {
      const plan = start("twice", { crossfadeMs: 3_000 });
      await ready(plan);
      studio.engine.skip(plan.streamId);
      studio.engine.skip(plan.streamId);
      expect(studio.engine.onAir(plan.streamId).nextTrack?.itemId).toBe("item-c");
      await studio.waitFor(plan.streamId, isHeard("c"));
      // The second before the cut of the first is heard, but when it is written.
      studio.engine.skip(plan.streamId);
      await studio.waitFor(plan.streamId, ({ track, nextTrack }) => track?.itemId === "item-c" && nextTrack?.itemId === "item-a");
      studio.engine.skip(plan.streamId);
      await studio.waitFor(plan.streamId, isHeard("b"));
      expect(started(plan).slice(0, 2)).toEqual(["item-a", "item-c"]);
      await stopped(plan);
    },
    TIMEOUT_MS,
  );

  it(
    "begin the only track again, and leave alone what is not there or cannot be played",
    async () => {
      const [a] = items;
      const silent = planItem("silent", null, 1_000);
      const plan = start("only", { items: a ? [a, silent] : [] });
      // Nothing is there yet that could be left.
      expect(studio.engine.skip(plan.streamId)).toBe(false);
      await ready(plan);
      expect(studio.engine.jump(plan.streamId, itemId.parse("item-x"))).toBe(false);
      expect(studio.engine.jump(plan.streamId, silent.itemId)).toBe(false);
      await wireMs(plan, 2, () => expect(studio.engine.skip(plan.streamId)).toBe(true));
      const onAir = await studio.waitFor(plan.streamId, ({ positionMs, history }) => positionMs < 2_000 && history.length === 1);
      expect(onAir.track?.itemId).toBe("item-a");
      await stopped(plan);
      expect(studio.engine.skip(plan.streamId)).toBe(false);
      expect(studio.engine.jump(plan.streamId, itemId.parse("item-a"))).toBe(false);
      expect(studio.engine.onAir(plan.streamId).state).toBe("off");
    },
    TIMEOUT_MS,
  );
});

describe("a session", () => {
  it(
    "fades in at its beginning, and out at Stop",
    async () => {
      // A machine too busy to make a fade in time goes on without it; then it is asked again.
      for (let attempt = 1; ; attempt += 1) {
        const plan = start(`fades-${attempt}`);
        await ready(plan);
        const stopBeganMs = performance.now();
        const path = await stopped(plan);
        // 3000 on an idle machine.
        expect(performance.now() - stopBeganMs).toBeLessThan(10_000);
        const levels = await loudest(path);
        const full = levels[75] ?? 0;
        const isFadedIn = Math.max(...levels.slice(1, 5)) < full * 0.35;
        const isFadedOut =
          Math.max(...levels.slice(-3)) < full * 0.05 && levels.slice(-60).some((level) => level > full * 0.3 && level < full * 0.7);
        if (full > 0.1 && isFadedIn && isFadedOut) break;
        expect(attempt).toBeLessThan(6);
      }
    },
    TIMEOUT_MS,
  );

  it(
    "that is sent to this machine alone ends at Stop without a fade: nobody is there to hear it, and its next Start would wait",
    async () => {
      const plan = start("local", { destinations: [{ ...rtmp("local", ingest.url, "local"), kind: "local" }] });
      await ready(plan);
      const levels = await loudest(await stopped(plan));
      const full = Math.max(...levels);
      expect(full).toBeGreaterThan(0.1);
      expect(Math.min(...levels.slice(-25))).toBeGreaterThan(full * 0.8);
    },
    TIMEOUT_MS,
  );
});

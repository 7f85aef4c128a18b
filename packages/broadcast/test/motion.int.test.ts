import { join } from "node:path";
import type { Plan } from "@nightjar/contract";
import type { Scheduler } from "@nightjar/media";
import { type RtmpIngest, startRtmpIngest } from "@nightjar/rtmp-ingest";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BAR_SCENE, brightness, filledParts, makeBrightening } from "./support/bar.ts";
import { makeTone, planItem, testPlan } from "./support/engine.ts";
import { firstHeardMs, readRecording } from "./support/recording.ts";
import { type Studio, named, openStudio, rtmp, until } from "./support/studio.ts";

const STEP_MS = 200;
const TRACK_MS = 4_500;
/** A track's whole seconds and one more. */
const UNIT_FRAMES = 180;
/** Shorter than the track. */
const LOOP_MS = 2_000;

let studio: Studio;
let ingest: RtmpIngest;
/** While it is closed, no picture that moves is rendered. */
const gate = { isOpen: true, opened: Promise.withResolvers<void>() };

/** What waits there, since it was looked at last. */
const held: string[] = [];

function holdMoving(scheduler: Scheduler): Scheduler {
  return {
    ...scheduler,
    snapshot: () => scheduler.snapshot(),
    close: () => scheduler.close(),
    schedule: (request, work) =>
      scheduler.schedule(request, async (context) => {
        const aborted = new Promise((resolve) => context.signal.addEventListener("abort", resolve));
        if (request.render === "long" && !gate.isOpen) held.push(request.label);
        if (request.render === "long" && !gate.isOpen) await Promise.race([gate.opened.promise, aborted]);
        return work(context);
      }),
  };
}

beforeAll(async () => {
  studio = await openStudio(holdMoving);
  ingest = await startRtmpIngest();
  await studio.engine.reconcile([]);
});
afterAll(async () => {
  gate.opened.resolve();
  await studio.close();
  await ingest.remove();
});

async function items(): Promise<Plan["items"]> {
  const tones = await Promise.all(
    ["a", "b"].map((name, index) => makeTone(join(studio.dir, `${name}.wav`), { seconds: TRACK_MS / 1000, hz: 440 * (index + 1) })),
  );
  return tones.map((tone, index) => planItem(`m${index}`, tone, TRACK_MS));
}

async function loop(): Promise<Plan["background"]> {
  return { kind: "video", file: await makeBrightening(join(studio.dir, "loop.mp4"), LOOP_MS / 1000) };
}

function start(name: string, changes: Partial<Plan>): Plan {
  const plan = testPlan([], ingest.url, name, {
    ...named(name),
    destinations: [rtmp(name, ingest.url, name)],
    scene: BAR_SCENE,
    ...changes,
  });
  studio.engine.apply(plan);
  return plan;
}

async function off(plan: Plan): Promise<void> {
  studio.engine.stop(plan.streamId);
  await studio.waitFor(plan.streamId, ({ state }) => state === "off");
}

describe("a progress bar on air", () => {
  it("is where the sound is, within a step, moves at least four times a second, and begins anew with each track", async () => {
    const changes: Partial<Plan> = { items: await items(), background: await loop(), profileId: "720p30" };
    // Rendered before it is measured: a machine too busy to render in time is another test's matter.
    const before = start("before", changes);
    const rendered = () => studio.lines.filter(({ message, fields }) => message === "unit rendered" && fields["count"] === UNIT_FRAMES);
    await until(() => rendered().length === 2, 100_000);
    await off(before);
    const plan = start("bar", changes);
    const first = await studio.trackStarted(plan, 1);
    const second = await studio.trackStarted(plan, 2);
    const third = await studio.trackStarted(plan, 3);
    expect(studio.engine.onAir(plan.streamId).picture).toEqual({ level: "wanted", reason: null });
    await off(plan);
    const [path = ""] = await ingest.recordings("bar");
    const { video } = await readRecording(path);
    const shown = video.map(({ ptsMs }) => ptsMs).toSorted((a, b) => a - b);
    const filled = await filledParts(path);
    expect(filled.length).toBe(shown.length);
    const beginsMs = [first, second, third].map(({ startedAt }) => Date.parse(startedAt) - Date.parse(first.startedAt));
    const originMs = shown[0] ?? 0;
    for (const [nth, beginMs] of beginsMs.slice(0, 2).entries()) {
      const endMs = (beginsMs[nth + 1] ?? 0) - 50;
      const errors: number[] = [];
      const widths = new Map<number, Set<number>>();
      shown.forEach((ptsMs, index) => {
        const positionMs = ptsMs - originMs - beginMs;
        // The picture is cut at most four frames behind the sound.
        if (positionMs < 150 || ptsMs - originMs > endMs) return;
        const part = filled[index];
        expect(part, `a bar ${positionMs} ms into track ${nth}`).not.toBeNull();
        errors.push((part ?? 0) * TRACK_MS - positionMs);
        const second = Math.floor(positionMs / 1000);
        widths.set(second, (widths.get(second) ?? new Set()).add(Math.round((part ?? 0) * 400)));
      });
      expect(errors.length).toBeGreaterThan(100);
      // A pixel of the bar is 6 ms; and encoding blurs its end.
      expect(Math.max(...errors.map(Math.abs)), `track ${nth}`).toBeLessThan(STEP_MS + 20);
      for (const second of [1, 2, 3]) expect(widths.get(second)?.size, `steps in second ${second}`).toBeGreaterThanOrEqual(4);
    }
    // The background restarts with each track, and is repeated inside it.
    const [light, beginMs] = [await brightness(path), beginsMs[1] ?? 0];
    const lightAt = (positionMs: number) => light[shown.findIndex((ptsMs) => ptsMs - originMs >= beginMs + positionMs)] ?? 0;
    for (const inLoopMs of [300, 1_000, 1_700]) {
      expect(Math.abs(lightAt(inLoopMs) - lightAt(inLoopMs + LOOP_MS)), `${inLoopMs} ms into the loop`).toBeLessThan(4);
    }
    expect(lightAt(1_700) - lightAt(300)).toBeGreaterThan(20);
  });
});

describe("a picture that moves and is not rendered in time", () => {
  const LONG_MS = 60_000;

  it("gives way to the same scene without its bar, says so, and comes back as soon as it is rendered, where the sound is", async () => {
    gate.isOpen = false;
    const tone = await makeTone(join(studio.dir, "long.wav"), { seconds: LONG_MS / 1000, hz: 330 });
    const changes: Partial<Plan> = { items: [planItem("long", tone, LONG_MS)], profileId: "720p30" };
    // With its sound and its still scene there, the recording begins with the track.
    const before = start("late-before", changes);
    await studio.waitFor(before.streamId, ({ picture: { level } }) => level === "still-scene", 60_000);
    await until(
      () => studio.lines.some(({ fields }) => fields["purpose"] === "sound" && fields["label"] === "Artist long – Title long"),
      60_000,
    );
    await off(before);
    const plan = start("late", changes);
    const first = await studio.trackStarted(plan, 1);
    const behind = await studio.waitFor(plan.streamId, ({ picture: { level } }) => level === "still-scene", 60_000);
    expect(behind.picture.reason).toContain("The picture with its moving parts is still being rendered.");
    gate.isOpen = true;
    gate.opened.resolve();
    // Within the track, or on a busy machine when it begins again.
    const isWanted = () => studio.waitFor(plan.streamId, ({ picture }) => picture.level === "wanted", 100_000);
    expect((await isWanted()).picture.reason).toBeNull();
    // It may be entered while it grows; a machine that gets busier then gives way once more.
    const isRendered = ({ message, fields }: (typeof studio.lines)[number]) =>
      message === "unit rendered" && fields["purpose"] === "wanted" && fields["label"] === "Artist long – Title long";
    await until(() => studio.lines.some(isRendered), 100_000);
    const { track, positionMs: atMs } = await isWanted();
    // What is on air was written a while before: there are two seconds and more of it.
    await studio.waitFor(plan.streamId, (now) => now.track?.startedAt !== track?.startedAt || now.positionMs > atMs + 1_000);
    await off(plan);
    const [path = ""] = await ingest.recordings("late");
    const [{ video }, filled] = [await readRecording(path), await filledParts(path)];
    const shown = video.map(({ ptsMs }) => ptsMs).toSorted((a, b) => a - b);
    expect(filled.length).toBe(shown.length);
    const beginMs = Date.parse(track?.startedAt ?? "") - Date.parse(first.startedAt) + ((await firstHeardMs(path)) ?? Number.NaN);
    const levels = studio.events.flatMap((event) =>
      event.type === "on-air" && event.streamId === plan.streamId ? [event.onAir.picture.level] : [],
    );
    const seen = levels.filter((level, index) => level !== levels[index - 1]);
    const gaveWay = seen.slice(seen.indexOf("wanted")).filter((level) => level === "still-scene").length;
    const lost = filled.filter((part, index) => part === null && (filled[index - 1] ?? null) !== null).length;
    expect(lost, "how often the bar that was there is gone").toBeLessThanOrEqual(gaveWay);
    const positions = shown.flatMap((ptsMs, index) => {
      const part = filled[index] ?? null;
      return part !== null && ptsMs >= beginMs && ptsMs < beginMs + LONG_MS - 100 ? [{ ptsMs, part }] : [];
    });
    expect(positions.length).toBeGreaterThan(60);
    const errors = positions.map(({ ptsMs, part }) => part * LONG_MS - (ptsMs - beginMs));
    // A pixel is 60 ms of this track.
    expect(Math.max(...errors.map(Math.abs))).toBeLessThan(STEP_MS + 120);
  });

  it("is given up when an edit has made it stale, so that the newest is not behind all that were not wanted in the end", async () => {
    Object.assign(gate, { isOpen: false, opened: Promise.withResolvers<void>() });
    const tone = await makeTone(join(studio.dir, "edited.wav"), { seconds: 60, hz: 220 });
    const plan = start("edited", { items: [planItem("edited", tone, 60_000)], profileId: "720p30" });
    const moved = (byPx: number) => ({
      ...BAR_SCENE,
      elements: BAR_SCENE.elements.map((element) => ({ ...element, yPosition: element.yPosition + byPx })),
    });
    await studio.trackStarted(plan, 1);
    await studio.waitFor(plan.streamId, ({ renders }) => renders.length === 1, 60_000);
    for (const byPx of [10, 20]) {
      held.splice(0);
      studio.engine.apply({ ...plan, scene: moved(byPx) });
      // The next edit comes when this one is being rendered, and nothing else is.
      await until(
        () => held.length === 1,
        30_000,
        () => JSON.stringify({ held, onAir: studio.engine.onAir(plan.streamId), lines: studio.lines.slice(-10) }),
      );
      await studio.waitFor(plan.streamId, ({ renders }) => renders.length === 1, 60_000);
    }
    await off(plan);
    expect(studio.engine.onAir(plan.streamId).renders).toEqual([]);
  });
});

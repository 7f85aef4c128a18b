import { type Plan, PROFILES, streamId } from "@nightjar/contract";
import { describe, expect, it } from "vitest";
import { CONDITION_TEXTS, OnAirWatch, type WatchedSession } from "../src/director/told/on-air-watch.ts";
import type { DestinationTrouble } from "../src/egress/trouble.ts";
import type { UnitAnalysis } from "../src/render/unit-analysis.ts";
import type { Segment } from "../src/timeline/segment.ts";
import type { UnitRef } from "../src/timeline/unit.ts";
import { testPlan } from "./support/engine.ts";
import { LABEL, packets, pictures, segment } from "./support/synthetic.ts";

const NOTHING: UnitAnalysis = { silent: [], black: [], frozen: [], durationMs: 10_000 };
const [v1, v2, a1] = [pictures("v1", 1), pictures("v2", 1), packets("a1", 10)];
const video = { kind: "video" as const, file: { path: "/b.mp4", sha256: "b" } };

interface Setting {
  readonly analyses?: Readonly<Record<string, UnitAnalysis>>;
  readonly plan?: Partial<Plan>;
  readonly next?: Segment[];
  readonly isFull?: boolean;
  readonly leftOut?: number;
  readonly overload?: string;
  readonly troubles?: DestinationTrouble[];
  readonly sounding?: Segment;
  /** When what sounds began. */
  readonly onAirAtMs?: number;
  /** Its own unless said otherwise, and there with the sound. */
  readonly pictureAt?: (second: number) => Partial<Picture> & { readonly video: UnitRef };
}

type Picture = NonNullable<WatchedSession["heard"]>["picture"];

/** A session watched once a second in virtual time; `at` changes what is there before it is looked at. */
function watched(setting: Setting, seconds: number, at: (second: number, watch: OnAirWatch) => void = () => undefined): string[][] {
  const { analyses = {}, next = [segment(2, v1, a1)], isFull = false, leftOut = 0, troubles = [] } = setting;
  const watch = new OnAirWatch({
    analyses: { of: ({ key }) => analyses[key] ?? null },
    quarantine: { list: () => ({ length: leftOut }) },
    disk: { isFull },
    renderer: { rendersOf: () => [] },
    isCacheOverLimit: () => false,
    capacityText: () => setting.overload ?? null,
  });
  const plan = testPlan([], "rtmp://nowhere/live", "key", { streamId: streamId.parse("s"), background: video, ...setting.plan });
  const sounding = setting.sounding ?? segment(1, v1, a1);
  const own: Picture = { video: sounding.video, look: null, entryFrame: 0, onAirAtMs: Number.NEGATIVE_INFINITY };
  const sessionAt = (second: number): WatchedSession => ({
    plan,
    picture: sounding.label.picture ?? { level: "wanted", reason: null },
    destinations: { troubles },
    heard: { segment: sounding, onAirAtMs: setting.onAirAtMs ?? 0, picture: { ...own, ...setting.pictureAt?.(second) } },
    isNextWritten: false,
    timeline: {
      isOpen: true,
      next: () => next[0] ?? null,
      nextDueAtMs: () => null,
    },
  });
  return Array.from({ length: seconds }, (_, second) => {
    at(second, watch);
    watch.observe(sessionAt(second), second * 1000);
    return watch.conditions.map(({ code }) => code);
  });
}

describe("what is sent is watched", () => {
  it("for silence, by where the unit is silent, and not for a pause", () => {
    const silent = {
      ...NOTHING,
      durationMs: 90_000,
      silent: [
        { fromMs: 2000, toMs: 8000 },
        { fromMs: 20_000, toMs: 60_000 },
      ],
    };
    const told = watched({ analyses: { a1: silent } }, 90);
    expect(told.findIndex((codes) => codes.includes("silence"))).toBe(35);
    expect(told.findLastIndex((codes) => codes.includes("silence"))).toBe(61);
  });

  it("for a black picture and one that stands still, in the loop that is shown, wherever it is in it", () => {
    const analyses = {
      v1: { ...NOTHING, black: [{ fromMs: 0, toMs: 10_000 }] },
      v2: { ...NOTHING, frozen: [{ fromMs: 0, toMs: 10_000 }] },
    };
    const pictureAt = (second: number) => (second < 30 ? { video: v1.ref, onAirAtMs: 0 } : { video: v2.ref, onAirAtMs: 30_000 });
    const told = watched({ analyses, pictureAt }, 90);
    expect(told.findIndex((codes) => codes.includes("black-picture"))).toBe(10);
    expect(told.findLastIndex((codes) => codes.includes("black-picture"))).toBe(31);
    expect(told.findIndex((codes) => codes.includes("frozen-picture"))).toBe(60);
    // A still picture is meant to stand still.
    expect(watched({ analyses, pictureAt, plan: { background: { kind: "default" } } }, 90).flat()).not.toContain("frozen-picture");
  });

  it("for one that stands still by what lies under it, which by turns may be another than the plan's own", () => {
    const analyses = { v1: { ...NOTHING, frozen: [{ fromMs: 0, toMs: 10_000 }] } };
    const image = { kind: "image" as const, file: video.file };
    const toldOf = (chosen: Plan["background"], shown: Plan["background"]) => {
      const pictureAt = () => ({ video: v1.ref, look: { hash: "look", background: shown } });
      return watched({ analyses, pictureAt, plan: { background: chosen } }, 60)
        .flat()
        .includes("frozen-picture");
    };
    expect([toldOf(video, image), toldOf(image, video)]).toEqual([false, true]);
  });

  it("for half a loop in the dark not at all: it comes back sooner than that is news", () => {
    expect(watched({ analyses: { v1: { ...NOTHING, black: [{ fromMs: 0, toMs: 6000 }] } } }, 60).flat()).toEqual([]);
  });

  it("for a loop that is black in one half by when the picture came on air, and not by when its track began", () => {
    const analyses = { v1: { ...NOTHING, durationMs: 40_000, black: [{ fromMs: 0, toMs: 20_000 }] } };
    const firstTold = (setting: Setting) =>
      watched({ analyses, onAirAtMs: -25_000, ...setting }, 60).findIndex((codes) => codes.includes("black-picture"));
    // Cut to ten seconds ago it is black for ten more, and again from 30 s on; there with the sound it is black from 15 s on.
    expect(firstTold({ pictureAt: () => ({ video: v1.ref, onAirAtMs: -10_000 }) })).toBe(40);
    expect(firstTold({})).toBe(25);
    // Entered fifteen seconds in and cut to ten seconds ago it is black from 15 s on.
    const fps = PROFILES[testPlan([], "rtmp://nowhere/live", "key").profileId].framesPerSecond;
    expect(firstTold({ pictureAt: () => ({ video: v1.ref, entryFrame: 15 * fps, onAirAtMs: -10_000 }) })).toBe(25);
  });

  it("for silence and a repeated picture where there was nothing to send, until there is", () => {
    const told = watched({}, 40, (second, watch) => {
      const type = second === 1 ? "starved" : "fed";
      if (second !== 1 && second !== 20) return;
      for (const what of ["audio", "video"] as const) watch.take({ type, sessionId: "s", what, onAirAtMs: second * 1000 });
    });
    expect(told[16]).toEqual(["silence", "render-behind"]);
    expect(told.at(-1)).toEqual([]);
  });

  it("and not for what was missing on a timeline that is no more", () => {
    const told = watched({}, 40, (second, watch) => {
      if (second === 1)
        for (const what of ["audio", "video"] as const) watch.take({ type: "starved", sessionId: "s", what, onAirAtMs: 1000 });
      if (second === 20) watch.beginAnew();
    });
    expect(told[16]).toEqual(["silence", "render-behind"]);
    expect(told.at(-1)).toEqual([]);
  });

  it("and the slate is meant to be silent and still", () => {
    const all = { ...NOTHING, silent: [{ fromMs: 0, toMs: 1e9 }], black: [{ fromMs: 0, toMs: 1e9 }] };
    expect(watched({ analyses: { a1: all, v1: all }, sounding: segment(1, v1, a1, true) }, 60).flat()).toEqual([]);
  });
});

describe("what is to be sent is watched", () => {
  it("for room, for tracks left out, for a refusing destination and for a picture that is not the wanted one", () => {
    const label = { ...LABEL, picture: { level: "still-scene" as const, reason: "Rendering what moves is behind." } };
    const troubles = [{ kind: "refused" as const, host: "a.example", sentence: "The stream key is wrong." }];
    const setting = { isFull: true, leftOut: 2, overload: "Too much.", troubles, sounding: { ...segment(1, v1, a1), label } };
    const told = watched(setting, 4);
    expect(watched(setting, 7).at(-1)).toContain("render-capacity");
    expect(told[0]).toEqual(["track-skipped", "disk-full", "destination-refused"]);
    expect(told[3]).toContain("picture-fallback");
    expect(Object.values(CONDITION_TEXTS).every((text) => text.endsWith("."))).toBe(true);
  });
});

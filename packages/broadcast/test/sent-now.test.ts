import { streamId } from "@nightjar/contract";
import { describe, expect, it } from "vitest";
import { type Found, LEVEL_STEP_MS, markNow, tellSent } from "../src/asked/index.ts";
import type { SentMark } from "../src/playout/protocol.ts";
import { packets, pictures } from "./support/synthetic.ts";

const ID = streamId.parse("stream-1");
const video = pictures("video", 1).ref;
const audio = packets("audio", 1).ref;
const seen = (...times: readonly number[]): SentMark[] => times.map((onAirAtMs) => ({ unit: video, offset: onAirAtMs, onAirAtMs }));
const heard = (...times: readonly number[]): SentMark[] => times.map((onAirAtMs) => ({ unit: audio, offset: onAirAtMs, onAirAtMs }));

/** Known are the pictures and levels at these offsets. */
function found(pictureOffsets: readonly number[], levels: Readonly<Record<number, number>>, lagMs = 0): Found {
  const offsets = Object.keys(levels).map(Number);
  return {
    picture: ({ offset }) => (pictureOffsets.includes(offset) ? { name: `at-${offset}`, lagMs } : null),
    level: ({ offset }) => {
      const levelDb = levels[offset];
      return levelDb === undefined ? null : { levelDb, nextOffset: offsets[offsets.indexOf(offset) + 1] ?? null };
    },
  };
}
/** Of these levels those in chains are known, each with the one behind it. */
const linked = (levels: Readonly<Record<number, number>>, chains: readonly (readonly number[])[]): Found => ({
  picture: () => null,
  level: ({ offset }) => {
    const chain = chains.find((one) => one.includes(offset));
    return chain ? { levelDb: levels[offset] ?? 0, nextOffset: chain[chain.indexOf(offset) + 1] ?? null } : null;
  },
});
const NOTHING = { pictures: [], sounds: [] };

describe("what is on air of what was written", () => {
  it("is the newest mark whose time has come; before the first there is only that", () => {
    const marks = seen(1000, 3000, 5000, 7000);
    expect(markNow(marks, 5999)?.onAirAtMs).toBe(5000);
    expect(markNow(marks, 7000)?.onAirAtMs).toBe(7000);
    expect(markNow(marks, 500)?.onAirAtMs).toBe(1000);
    expect(markNow([], 500)).toBeNull();
  });

  it("is told with its picture and how old that is, what stands for the mark having aired before it", () => {
    const sent = { ...NOTHING, pictures: seen(1000, 3000, 5000) };
    expect(tellSent(ID, sent, found([1000, 3000, 5000], {}), 4200).picture).toEqual({ name: "at-3000", ageMs: 1200 });
    expect(tellSent(ID, sent, found([3000], {}, 2000), 4200).picture).toEqual({ name: "at-3000", ageMs: 3200 });
  });

  it("is told with the picture before it while its own is not there, older by as much, and never with one that is still to come", () => {
    const sent = { ...NOTHING, pictures: seen(1000, 3000, 5000) };
    expect(tellSent(ID, sent, found([1000, 5000], {}), 4200).picture).toEqual({ name: "at-1000", ageMs: 3200 });
    expect(tellSent(ID, sent, found([5000], {}), 4200).picture).toBeNull();
    expect(tellSent(ID, NOTHING, found([1000], {}), 4200)).toEqual({ streamId: ID, picture: null, sound: null });
  });

  it("is told with its level and those that follow in its unit, at most twelve", () => {
    const sent = { ...NOTHING, sounds: heard(1000, 2000, 3000) };
    const known = found([], { 1000: -30, 2000: -20, 3000: -10, 4000: -5 });
    expect(tellSent(ID, sent, known, 2500).sound).toEqual({ ageMs: 500, stepMs: LEVEL_STEP_MS, levelsDb: [-20, -10, -5] });
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [(at + 1) * 1000, -at]));
    expect(tellSent(ID, sent, found([], many), 1000).sound?.levelsDb).toHaveLength(12);
  });

  it("goes on with what is written behind its unit, from where that begins, whatever would follow in the unit itself", () => {
    const step = (steps: number) => Math.round(steps * LEVEL_STEP_MS);
    const next = packets("next", 1).ref;
    const sounds = [...heard(0, step(1)), { unit: next, offset: 9000, onAirAtMs: step(2.4) }];
    const levels = { 0: -30, [step(1)]: -20, [step(2)]: -10, [step(3)]: -5, 9000: -50, 9001: -40 };
    const chains = [
      [0, step(1), step(2), step(3)],
      [9000, 9001],
    ];
    const told = (known: readonly (readonly number[])[]) =>
      tellSent(ID, { ...NOTHING, sounds }, linked(levels, known), 100).sound?.levelsDb;
    expect(told(chains)).toEqual([-30, -20, -50, -40]);
    // The unit ends, or what follows in it was not listened to: what sounded last stands until then.
    expect(told([[0], [9000, 9001]])).toEqual([-30, -30, -50, -40]);
    expect(told([[0, step(1)]])).toEqual([-30, -20]);
  });

  it("has no level where none is known, and where no unit has sounded for three seconds", () => {
    const sent = { ...NOTHING, sounds: heard(1000) };
    expect(tellSent(ID, sent, found([], {}), 1500).sound).toBeNull();
    expect(tellSent(ID, sent, found([], { 1000: -10 }), 4500).sound).toBeNull();
  });
});

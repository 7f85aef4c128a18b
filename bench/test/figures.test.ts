import { describe, expect, it } from "vitest";
import { type StreamFigures, figuresOf, soundingOf } from "../lib/rush/figures.ts";
import { idealOf } from "../lib/rush/ideal.ts";
import type { Render } from "../lib/rush/log.ts";
import type { Act } from "../lib/rush/material.ts";
import type { Look } from "../lib/rush/watch.ts";
import { toIdeal, verdictsOf } from "../lib/rush/verdicts.ts";

const START = 1_000_000;
const track = (title: string, durationMs: number) => ({ id: title, title, durationMs });
const act = (name: string, tracks: Act["tracks"]): Act => ({
  ...{ name, backgroundId: "b", tracks },
});
const look = (atMs: number, title: string | null, more: Partial<Look> = {}): Look => ({
  ...{ atMs: START + atMs, state: title === null ? "slate" : "on-air", level: "wanted", reason: null, title, positionMs: 1, ...more },
});
const shown = (atMs: number, letters: number) => ({ atMs: START + atMs, letters });
const SHORT = act("Act 01", [track("NN", 60_000), track("NNNN", 90_000)]);

function seen(pictures: readonly { atMs: number; letters: number }[], looks: readonly Look[] = []): StreamFigures {
  const received = [{ firstPacketAtMs: START + 400, firstSoundAtMs: START + 1400, shown: pictures, holes: 0 }];
  return figuresOf({ act: SHORT, startedAtMs: START, untilMs: START + 10_000, received, looks });
}

describe("what was seen of a stream", () => {
  it("counts everything from Start, and what was not there yet as below the wanted picture", () => {
    const figures = seen([shown(400, 0), shown(4400, 2)]);
    expect(figures).toMatchObject({ firstPacketMs: 400, firstSoundMs: 1400, wantedMs: 4400, below: 0.44, falls: [] });
  });

  it("tells of every time the wanted picture went again, and for how long", () => {
    const figures = seen([shown(400, 2), shown(2400, 0), shown(4400, 0), shown(6400, 2), shown(8400, 0)]);
    expect(figures.falls).toEqual([
      { atMs: 2400, forMs: 4000 },
      { atMs: 8400, forMs: 1600 },
    ]);
  });

  it("says never of what did not come", () => {
    const never = Number.POSITIVE_INFINITY;
    expect(seen([shown(400, 0)])).toMatchObject({ wantedMs: never, toldWantedMs: never, toldSoundMs: never, below: 1, falls: [] });
  });

  it("finds what the studio tells and is not so: another picture, or another track's title", () => {
    const looks = [0, 2000, 4000, 6000, 8000].map((atMs) => look(atMs, "NN"));
    expect(seen([shown(0, 2), shown(4000, 0), shown(6000, 4), shown(8000, 2)], looks)).toMatchObject({ untrue: 1, wrongTitles: 1 });
    expect(seen([shown(0, 2)], looks)).toMatchObject({ untrue: 0, wrongTitles: 0, toldBelow: 0 });
    expect(seen([shown(1500, 2)], looks.slice(1))).toMatchObject({ untrue: 0 });
  });

  it("takes no state but on air, and no level but wanted, for the wanted picture", () => {
    const looks = [look(0, null), look(1000, "NN", { level: "slate" }), look(2000, "NN", { state: "preparing" }), look(3000, "NN")];
    expect(seen([], looks)).toMatchObject({ toldSoundMs: 1000, toldWantedMs: 3000 });
  });
});

it("the time that a stream was silent counts from its first track on, and every moment of it is told", () => {
  const looks = [look(0, null), look(1000, "NN"), look(4000, null), look(6500, "NNNN"), look(9500, null)];
  expect(seen([], looks).silentMs).toBe(3000);
  expect(seen([], [look(0, null)]).silentMs).toBe(0);
});

describe("what a stream sounds", () => {
  it("is what the studio told of, and goes on with what was not there yet", () => {
    const three = [track("A", 60_000), track("B", 70_000), track("C", 80_000)];
    const looks = [look(5000, "B", { positionMs: 4000 }), look(5250, "B", { positionMs: 4250 })];
    expect(soundingOf({ tracks: three }, looks, START)).toEqual([
      { title: "B", fromMs: 1000, toMs: 71_000 },
      { title: "C", fromMs: 71_000, toMs: 151_000 },
      { title: "A", fromMs: 151_000, toMs: 211_000 },
    ]);
  });
});

const render = (purpose: string, label: string, tookMs: number): Render => ({
  ...{ endedAtMs: START, tookMs, purpose, label, key: label, isGivenUp: false },
});
const two = [seen([shown(400, 0), shown(8400, 2)]), { ...seen([shown(400, 0), shown(9400, 2)]), act: { ...SHORT, name: "Act 02" } }];
const since = [
  render("sound", "Act 01 – NN", 1000),
  render("sound", "Act 02 – NN", 1000),
  render("wanted", "Act 01 – NN", 4000),
  render("wanted", "Act 02 – NN", 4000),
];

describe("what could have been at best", () => {
  it("renders sounds first and then the picture of each stream, with the durations of the run", () => {
    const ideal = idealOf(two, { there: [], since, all: since }, { workers: 1, untilMs: 10_000 });
    expect(ideal.lastWantedMs).toBe(10_000);
    expect(ideal.lastWantedOfPicturesMs).toBe(8000);
  });

  it("takes what was rendered before Start for there", () => {
    expect(idealOf(two, { there: since, since: [], all: since }, { workers: 1, untilMs: 10_000 }).lastWantedMs).toBe(0);
  });

  it("gives what did not come the time that others of the run took, and is unknown where there were none", () => {
    const limits = { workers: 1, untilMs: 10_000 };
    expect(idealOf(two, { there: [], since: [], all: since }, limits).lastWantedMs).toBe(10_000);
    expect(idealOf(two, { there: [], since: [], all: [] }, limits).lastWantedMs).toBeNaN();
  });

  it("knows which picture could have been there when its track began", () => {
    const [first] = two;
    if (!first) throw new Error("no stream");
    const fits = idealOf([first], { there: [], since, all: since }, { workers: 1, untilMs: 100_000 });
    expect(fits.couldShow(first, 60_000)).toBe(true);
    const slow = [...since, render("wanted", "Act 01 – NNNN", 70_000)];
    expect(idealOf([first], { there: [], since: slow, all: slow }, { workers: 1, untilMs: 100_000 }).couldShow(first, 60_000)).toBe(false);
  });
});

describe("the limits of a cold evening", () => {
  it("is held to the harder of the two ideals, even where with places for sounds nothing would ever be there", () => {
    const ideal = { lastWantedMs: Infinity, lastWantedOfPicturesMs: 10_000 };
    expect(toIdeal(12_000, ideal).isKept).toBe(true);
    expect(toIdeal(12_100, ideal).isKept).toBe(false);
  });

  const judge = (renders: readonly Render[], streams = two) => {
    const ideal = idealOf(streams, { there: [], since: renders, all: renders }, { workers: 1, untilMs: 10_000 });
    return verdictsOf({ kind: "cold", isBusy: false, streams, renders, ideal }).map(({ isKept }) => isKept);
  };

  it("are kept by streams that begin at once and have their own pictures in time", () => {
    expect(judge(since)).toEqual([true, true, true, true, true, true]);
  });

  it("are missed by a stream that falls silent", () => {
    const silent = seen([shown(400, 2)], [look(500, "NN"), look(4000, null), look(5000, "NNNN")]);
    expect(judge(since, [silent])[5]).toBe(false);
  });

  it("are missed by a picture that was rendered or begun twice", () => {
    expect(judge([...since, { ...render("wanted", "Act 01 – NN", 100), isGivenUp: true }])[2]).toBe(false);
  });

  it("are missed by a picture that comes later than it could, or never", () => {
    expect(judge(since.map((each) => ({ ...each, tookMs: each.tookMs / 2 })))[3]).toBe(false);
    expect(judge(since, [seen([shown(400, 0)])])[3]).toBe(false);
    expect(judge([])[3]).toBe(false);
  });

  it("are missed by a stream that falls below a picture that was there", () => {
    expect(judge(since, [seen([shown(400, 2), shown(6400, 0), shown(8400, 2)])])[4]).toBe(false);
  });
});

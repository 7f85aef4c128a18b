// What a playlist may hold costs no more than its size, and others have their turn meanwhile: no list holds up the studio.
import { addTrack } from "@nightjar/api/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findInLibrary } from "../../src/playlists/find-in-library.ts";
import { labelFilter } from "../../src/playlists/labels.ts";
import { artistKeys, titleKey } from "../../src/playlists/match.ts";
import type { Sought } from "../../src/playlists/match.ts";
import { openStudio } from "../support/call-verb.ts";
import type { Studio } from "../support/call-verb.ts";

/** Of the process's own time, the least of some rounds: the machine may have other things to do. */
function costOf(work: () => unknown): number {
  const rounds = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    for (let times = 0; times < 5; times += 1) work();
    const { user, system } = process.cpuUsage(before);
    return user + system;
  });
  return Math.min(...rounds);
}

const LENGTH = 10_000;
const filled = (piece: string) => piece.repeat(Math.ceil(LENGTH / piece.length)).slice(0, LENGTH);
const LETTERS = filled("a");

describe("what titles and artists are compared by", () => {
  it.each([
    ["spaces", `a${filled(" ")}b`],
    ["tabs and line ends", `a${filled("\t\n")}b`],
    ["guests, and a line below them", `a${filled(" feat. b")}\nc`],
  ])("costs of many %s little more than of letters", (_what, text) => {
    const lettersCost = costOf(() => [titleKey(LETTERS), artistKeys(LETTERS)]);
    // What begins anew at each character costs a thousand times as much.
    expect(costOf(() => [titleKey(text), artistKeys(text)])).toBeLessThan(20 * lettersCost);
  });
});

describe("a filter of a hundred labels", () => {
  it("is read once, and not once for each track", () => {
    const wanted = Array.from({ length: 100 }, (_, nth) => `${nth} ${filled("Wide Awake ")}`.slice(0, 200));
    const labels = Array.from({ length: 1000 }, (_, nth) => `Label ${nth}`);
    const costBy = (some: readonly string[]) =>
      costOf(() => {
        const isWanted = labelFilter(some);
        return labels.filter(isWanted);
      });
    expect(costBy(wanted)).toBeLessThan(20 * costBy(wanted.slice(0, 1)));
  });
});

describe("a playlist of thousands", () => {
  let studio: Studio;
  beforeEach(async () => {
    studio = await openStudio();
  });
  afterEach(() => studio.close());

  const sought = (title: string, artist = "Lamp"): Sought => ({ title, artist, durationMs: null, isrcKey: null });

  /** How often others had a turn while a list was looked for. */
  async function turnsDuring(list: readonly Sought[]): Promise<number> {
    let turns = 0;
    let isOver = false;
    const turn = () => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    setImmediate(turn);
    await findInLibrary(studio.services.db, list);
    isOver = true;
    return turns;
  }

  it("leaves others their turn while it is made ready to be compared", async () => {
    const list = Array.from({ length: 10_000 }, (_, nth) => sought(`Track ${nth}`));
    expect(await turnsDuring(list)).toBeGreaterThan(30);
  });

  it("leaves them their turn where all of it, and of the library, has the same title", async () => {
    for (let nth = 0; nth < 100; nth += 1) addTrack(studio.services, "Intro", `Wick ${nth}`);
    const list = Array.from({ length: 5000 }, () => sought("Intro"));
    // Half a million comparisons, ten thousand a turn; fifty turns are for making it ready.
    expect(await turnsDuring(list)).toBeGreaterThan(80);
  });
});

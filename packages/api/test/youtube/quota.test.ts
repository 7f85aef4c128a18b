import { describe, expect, it } from "vitest";
import { ROUND_UNITS, roundCosts } from "../../src/youtube/poll.ts";
import { DAY_UNITS, msToNewQuota, msToReset, pollEveryMs, quotaDay, roundsOf } from "../../src/youtube/quota.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

describe("the quota of a day", () => {
  /** A day in California, from midnight on. */
  const MIDNIGHT_MS = Date.UTC(2026, 10, 2, 8);
  /** What starting a stream costs: insert, bind, going live, its picture, and the looks of three minutes. */
  const START_UNITS = 230;
  /** And stopping it. */
  const STOP_UNITS = 50;

  function day(accounts: number, starts: number) {
    let used = starts * START_UNITS;
    let rounds = 0;
    let nowMs = MIDNIGHT_MS;
    const perRound = ROUND_UNITS * accounts;
    while (nowMs < MIDNIGHT_MS + DAY_MS) {
      const everyMs = pollEveryMs({ used, perRound, open: starts, nowMs });
      if (everyMs === null) break;
      used += perRound;
      rounds += 1;
      nowMs += everyMs;
    }
    return { used, rounds, lastMs: nowMs };
  }

  it.each([
    [1, 1],
    [1, 5],
    [5, 5],
    [1, 20],
    [20, 20],
  ])("%i accounts with %i streams stay below 8,000 units until the last is stopped, and are asked until its end", (accounts, starts) => {
    const { lastMs, rounds, used } = day(accounts, starts);
    expect(used + starts * STOP_UNITS).toBeLessThan(8000);
    expect(rounds).toBeGreaterThan(35);
    // To within one pause of the end.
    expect(lastMs).toBeGreaterThan(MIDNIGHT_MS + DAY_MS - 3_600_000);
  });

  it("asks one stream twice a minute, and nobody once it is spent", () => {
    expect(pollEveryMs({ used: 0, perRound: ROUND_UNITS, open: 1, nowMs: MIDNIGHT_MS })).toBe(30_000);
    expect(pollEveryMs({ used: DAY_UNITS, perRound: ROUND_UNITS, open: 1, nowMs: MIDNIGHT_MS })).toBeNull();
  });

  it("lets viewers come within a minute as long as it has units for that, and else every other round", () => {
    const rounds = (used: number, accounts = 1) =>
      roundsOf({
        ...roundCosts(
          Array.from({ length: accounts }, () => [1]),
          0,
        ),
        used,
        open: 1,
        nowMs: MIDNIGHT_MS,
      });
    expect(rounds(0)).toEqual({ everyMs: 30_000, viewersEachTime: false });
    for (const used of [300, 1000, 3000]) {
      expect(rounds(used)).toMatchObject({ viewersEachTime: true });
      expect(rounds(used)?.everyMs).toBeGreaterThan(30_000);
      expect(rounds(used)?.everyMs).toBeLessThanOrEqual(60_000);
    }
    expect(rounds(0, 20)).toMatchObject({ viewersEachTime: false });
    expect(rounds(DAY_UNITS)).toBeNull();
  });

  it("counts no viewers of a broadcast that waits for what is sent", () => {
    expect(roundCosts([[1], Array.from({ length: 51 })], 1)).toEqual({ perRound: 9.5, perRoundWithViewers: 11 });
    const rounds = roundsOf({ ...roundCosts([[1]], 1), used: 0, open: 2, nowMs: MIDNIGHT_MS });
    expect(rounds).toMatchObject({ viewersEachTime: true });
    expect(rounds?.everyMs).toBeLessThanOrEqual(60_000);
  });

  it("begins anew at midnight in California", () => {
    expect([quotaDay(MIDNIGHT_MS - 1), quotaDay(MIDNIGHT_MS)]).toEqual(["2026-11-01", "2026-11-02"]);
    expect([msToReset(MIDNIGHT_MS), msToReset(MIDNIGHT_MS + 1000)]).toEqual([DAY_MS, DAY_MS - 1000]);
  });

  it("is there again a minute after midnight, and for who is refused soon after that a quarter of an hour after it", () => {
    const again = (sentAtMs: number) => sentAtMs + msToNewQuota(MIDNIGHT_MS + sentAtMs);
    expect([-60 * MINUTE_MS, -1000].map(again)).toEqual([MINUTE_MS, MINUTE_MS]);
    const quarter = 15 * MINUTE_MS;
    expect([0, MINUTE_MS, quarter - 1000].map(again)).toEqual([quarter, quarter, quarter]);
    expect(again(quarter)).toBe(DAY_MS + MINUTE_MS);
  });
});

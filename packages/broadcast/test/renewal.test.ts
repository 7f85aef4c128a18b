import { destinationId } from "@nightjar/contract";
import { describe, expect, it } from "vitest";
import { RENEWED_FROM_MS, renewalDue } from "../src/egress/renewal.ts";

const HOUR_MS = 3_600_000;
const LIMIT_MS = 2 ** 31;
const ids = Array.from({ length: 200 }, (_, index) => ({ id: destinationId.parse(`destination-${index}`) }));

/** The first hour in which a connection is to be renewed at the next track. */
const dueHour = (of: Parameters<typeof renewalDue>[1]) => {
  for (let hour = 560; hour * HOUR_MS < LIMIT_MS; hour += 1) if (renewalDue(hour * HOUR_MS, of) !== "not-yet") return hour;
  throw new Error(`${of.id} is never renewed`);
};

describe("the renewal of a connection", () => {
  it("is due on its 24th day or the hour before the clock ends, for each destination at another time", () => {
    expect(new Set(ids.map((id) => renewalDue(560 * HOUR_MS, id)))).toEqual(new Set(["not-yet"]));
    const hours = ids.map(dueHour);
    const limitHour = LIMIT_MS / HOUR_MS;
    expect(Math.min(...hours)).toBeGreaterThan(limitHour - 26);
    expect(Math.max(...hours)).toBeLessThan(limitHour);
    for (let hour = Math.min(...hours) + 1; hour < Math.max(...hours); hour += 1) {
      expect(hours.filter((found) => found === hour).length).toBeGreaterThan(1);
      expect(hours.filter((found) => found === hour).length).toBeLessThan(25);
    }
  });

  it("waits for the next track, but not beyond ten minutes before the end", () => {
    for (const id of ids) {
      expect(renewalDue(LIMIT_MS - HOUR_MS, id)).toBe("next-track");
      expect(renewalDue(LIMIT_MS - 10 * 60_000 - 1, id)).toBe("next-track");
      expect(renewalDue(LIMIT_MS - 10 * 60_000, id)).toBe("at-once");
    }
  });

  it("is due for both of a pair in the same hour, so that both begin the same clock at one cut", () => {
    const [first, second] = ids;
    if (!first || !second) throw new Error("there are no two");
    expect(dueHour({ ...first, twinId: second.id })).toBe(dueHour({ ...second, twinId: first.id }));
    expect(dueHour(first)).not.toBe(dueHour(second));
  });

  it("is never due while a twin may still take over the clock", () => {
    for (const id of ids) expect(renewalDue(RENEWED_FROM_MS - 1, id)).toBe("not-yet");
  });
});

import { type Plan, type PlanBackground, sessionId } from "@nightjar/contract";
import { beforeEach, describe, expect, it } from "vitest";
import { backgroundAt, changedRotation, newRotation, trackBegun, turnDueInMs, turned } from "../src/director/choose/rotation.ts";

type Turns = Pick<Plan, "sessionId" | "background" | "rotation" | "autoSwitch">;

const MINUTE_MS = 60_000;
const of = (name: string): PlanBackground => ({ kind: "video", file: { path: `/media/${name}`, sha256: name } });
const [rain, city, sea] = [of("rain"), of("city"), of("sea")];
const plan = (changes: Partial<Turns> = {}): Turns => ({
  ...{ sessionId: sessionId.parse("session"), background: city, rotation: [rain, city, sea], autoSwitch: "every-song" },
  ...changes,
});
const nameOf = (background: PlanBackground) => (background.kind === "default" ? "default" : background.file.sha256);

let nowMs: number;
let left: ReturnType<typeof newRotation> | null;
beforeEach(() => {
  nowMs = 1_000_000_000;
  left = null;
});

/** The rotation of a session, and what a restart finds of it. */
function open(turns: Turns) {
  let plan = turns;
  let rotation = newRotation(plan, left, nowMs);
  const keep = (next: typeof rotation) => {
    rotation = next;
    left = next;
  };
  return {
    at: (places: number) => backgroundAt(rotation, plan, places),
    entered: (serial: number) => keep(trackBegun(rotation, plan, serial, nowMs)),
    update: (changed: Turns) => {
      keep(changedRotation(rotation, plan, changed, nowMs));
      plan = changed;
    },
    get dueInMs() {
      return turnDueInMs(rotation, plan, nowMs);
    },
    turn: () => {
      const { index } = rotation;
      keep(turned(rotation, plan, nowMs));
      return rotation.index !== index;
    },
  };
}
const coming = (rotation: ReturnType<typeof open>) => [0, 1, 2, 3].map((places) => nameOf(rotation.at(places)));

describe("backgrounds that take turns with every song", () => {
  it("begin with the chosen one, and go round in order", () => {
    const rotation = open(plan());
    // Nothing sounds yet: the first track has the chosen one.
    expect(nameOf(rotation.at(1))).toBe("city");
    expect(nameOf(rotation.at(2))).toBe("sea");
    rotation.entered(1);
    expect(coming(rotation)).toEqual(["city", "sea", "rain", "city"]);
    rotation.entered(3);
    expect(coming(rotation)).toEqual(["sea", "rain", "city", "sea"]);
  });

  it("stand where they stood after a restart, and a track that is told again counts once", () => {
    const before = open(plan());
    for (const serial of [1, 2, 3]) before.entered(serial);
    const after = open(plan());
    after.entered(3);
    expect(coming(after)).toEqual(coming(before));
    expect(nameOf(open(plan({ sessionId: sessionId.parse("another") })).at(1))).toBe("city");
  });

  it("go on from what an operator chooses, which is on air at once", () => {
    const rotation = open(plan());
    for (const serial of [1, 2]) rotation.entered(serial);
    rotation.update(plan({ background: rain }));
    expect(coming(rotation)).toEqual(["rain", "city", "sea", "rain"]);
    rotation.update(plan({ background: rain, autoSwitch: "never" }));
    expect(coming(rotation)).toEqual(["rain", "rain", "rain", "rain"]);
  });

  it("are not disturbed by one that gets its copy, comes or goes", () => {
    const rotation = open(plan());
    for (const serial of [1, 2]) rotation.entered(serial);
    const copied = of("city-copy");
    rotation.update(plan({ background: copied, rotation: [rain, copied, sea] }));
    expect(coming(rotation)).toEqual(["sea", "rain", "city-copy", "sea"]);
    const wood = of("wood");
    rotation.update(plan({ background: copied, rotation: [rain, copied, sea, wood] }));
    expect(coming(rotation)).toEqual(["sea", "wood", "rain", "city-copy"]);
    rotation.update(plan({ background: copied, rotation: [rain, copied, wood] }));
    // The one on air is gone: the chosen one is back.
    expect(coming(rotation)).toEqual(["city-copy", "wood", "rain", "city-copy"]);
  });
});

describe("backgrounds that take turns with time", () => {
  it("give way after five or ten minutes, whatever sounds, and after a long pause stand where they should", () => {
    const rotation = open(plan({ autoSwitch: "5-minutes" }));
    rotation.entered(1);
    expect(rotation.dueInMs).toBe(5 * MINUTE_MS);
    expect(rotation.turn()).toBe(false);
    nowMs += 5 * MINUTE_MS;
    expect([rotation.turn(), ...coming(rotation)]).toEqual([true, "sea", "sea", "sea", "sea"]);
    rotation.entered(2);
    expect(nameOf(rotation.at(0))).toBe("sea");
    nowMs += 12 * MINUTE_MS;
    const resumed = open(plan({ autoSwitch: "5-minutes" }));
    expect(nameOf(resumed.at(0))).toBe("sea");
    expect([resumed.turn(), nameOf(resumed.at(0)), resumed.dueInMs]).toEqual([true, "city", 3 * MINUTE_MS]);
  });

  it.each([180 * MINUTE_MS, 30 * 24 * 60 * MINUTE_MS])(
    "wait no longer than their time when the machine's clock is set back by %i ms",
    (backMs) => {
      const rotation = open(plan({ autoSwitch: "10-minutes" }));
      rotation.entered(1);
      nowMs -= backMs;
      expect(rotation.dueInMs).toBe(10 * MINUTE_MS);
      expect([rotation.turn(), rotation.dueInMs]).toEqual([false, 10 * MINUTE_MS]);
      nowMs += 10 * MINUTE_MS;
      expect([rotation.turn(), nameOf(rotation.at(0))]).toEqual([true, "sea"]);
    },
  );

  it("stay as they are where there is only one, or none", () => {
    expect(open(plan({ autoSwitch: "5-minutes", rotation: [city] })).dueInMs).toBeNull();
    expect(nameOf(open(plan({ autoSwitch: "every-song", rotation: [] })).at(3))).toBe("city");
  });
});

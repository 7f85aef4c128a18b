import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { destinationId, streamId } from "@nightjar/contract";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TakenHours } from "../src/egress/taken-hours.ts";
import { testFolder } from "./support/engine.ts";

const STEP_MS = 15_000;
const HOUR_MS = 3_600_000;
const NIGHT = { streamId: streamId.parse("night"), destinationId: destinationId.parse("main") };
const BACKUP = { ...NIGHT, destinationId: destinationId.parse("backup") };
const DAY = { ...NIGHT, streamId: streamId.parse("day") };

let folder: Awaited<ReturnType<typeof testFolder>>;
let nowMs = 0;
beforeEach(async () => {
  folder = await testFolder();
  nowMs = 1000 * STEP_MS;
});
afterEach(() => folder.remove());

const path = () => join(folder.dir, "taken.json");
const opened = (bootId = "this-boot") => new TakenHours({ path: path(), bootId, nowMs: () => nowMs });

/** A sender that is looked at once a second. */
function sent(hours: TakenHours, whose: typeof NIGHT, { kbps = 4000, forMs = STEP_MS } = {}): void {
  const notes = hours.notesOf(whose);
  for (const endMs = nowMs + forMs; nowMs < endMs; nowMs += 1000) notes.note(kbps * 125, 1000, nowMs);
}

const known = (hours: TakenHours, { streamId: stream, destinationId: destination }: typeof NIGHT) => {
  const hour = hours.lately(stream).find((of) => of.destinationId === destination);
  return hour?.kbps.filter((kbps) => kbps !== null);
};

describe("what a destination took over the last hour", () => {
  it("is gone on with by the next sender of the same destination, and by no other", () => {
    const hours = opened();
    sent(hours, NIGHT);
    nowMs += 4 * STEP_MS;
    sent(hours, NIGHT, { kbps: 2000 });
    sent(hours, DAY, { kbps: 1000 });
    expect(known(hours, NIGHT)).toEqual([4000, 2000]);
    expect(known(hours, DAY)).toEqual([1000]);
    expect(known(hours, BACKUP)).toBeUndefined();
  });

  it("is told while nothing is on air, until its hour is over", () => {
    const hours = opened();
    sent(hours, NIGHT);
    nowMs += HOUR_MS - STEP_MS;
    expect(known(hours, NIGHT)).toEqual([4000]);
    nowMs += 2 * STEP_MS;
    expect(hours.lately(NIGHT.streamId)).toEqual([]);
  });

  it("outlives the process that looked", () => {
    const before = opened();
    sent(before, NIGHT);
    before.close();
    const after = opened();
    expect(known(after, NIGHT)).toEqual([4000]);
    sent(after, NIGHT, { kbps: 2000 });
    expect(known(after, NIGHT)).toEqual([4000, 2000]);
  });

  it("is lost by no more than a minute where a process is killed", () => {
    const killed = opened();
    sent(killed, NIGHT, { forMs: 8 * STEP_MS });
    expect(known(opened(), NIGHT)?.length).toBeGreaterThanOrEqual(4);
  });
});

describe("the file of what was taken", () => {
  it("is none of another boot's, whose clock has begun anew, and no obstacle where it is broken", () => {
    const hours = opened();
    sent(hours, NIGHT);
    hours.close();
    expect(opened("next-boot").lately(NIGHT.streamId)).toEqual([]);
    writeFileSync(path(), '{"bootId":"this-boot","hours":[{"streamId":');
    expect(opened().lately(NIGHT.streamId)).toEqual([]);
  });

  it("forgets whom nothing was sent to for an hour", () => {
    const hours = opened();
    sent(hours, NIGHT);
    nowMs += HOUR_MS + STEP_MS;
    sent(hours, DAY);
    hours.close();
    nowMs -= HOUR_MS;
    expect(opened().lately(NIGHT.streamId)).toEqual([]);
  });

  it("is not written where nothing was sent, nor once it was closed", () => {
    const hours = opened();
    hours.close();
    sent(hours, NIGHT, { forMs: 8 * STEP_MS });
    expect(existsSync(path())).toBe(false);
  });

  it("is done without where it cannot be written", async () => {
    const hours = opened();
    await folder.remove();
    sent(hours, NIGHT, { forMs: 8 * STEP_MS });
    expect(known(hours, NIGHT)).toHaveLength(8);
  });
});

import { expect, it } from "vitest";
import { AIR_EVENTS } from "../src/director/air/event-table.ts";
import { playSequences } from "./support/air-sequences.ts";
import { runSeed } from "./support/seeded.ts";

it("the air of a session holds its promises over a thousand random sequences of all events", () => {
  console.info(`SEED=${runSeed}`);
  const { acts, whole, happened } = playSequences(1000);
  expect(acts).toBeGreaterThan(5000);
  expect(whole).toBeGreaterThan(700);
  // What never happens is held to nothing. The rarest, 'coming-in', comes about three times in 200 sequences: fewer than these may miss it.
  expect(Object.keys(AIR_EVENTS).toSorted()).toEqual([...happened.keys()].toSorted());
});

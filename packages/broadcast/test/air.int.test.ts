import { expect, it } from "vitest";
import { playSequences } from "./support/air-sequences.ts";
import { runSeed } from "./support/seeded.ts";

it("the air of a session holds its promises over a thousand random sequences of all events", () => {
  console.info(`SEED=${runSeed}`);
  const { acts, whole } = playSequences(1000);
  expect(acts).toBeGreaterThan(5000);
  expect(whole).toBeGreaterThan(700);
});

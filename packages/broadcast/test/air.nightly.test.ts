import { expect, it } from "vitest";
import { playSequences } from "./support/air-sequences.ts";
import { runSeed } from "./support/seeded.ts";

it("the air of a session holds its promises over 20,000 random sequences of all events", () => {
  console.info(`SEED=${runSeed}`);
  const { acts, whole } = playSequences(20_000);
  console.info(`${acts} acts in 20,000 sequences`);
  expect(acts).toBeGreaterThan(100_000);
  expect(whole).toBeGreaterThan(14_000);
});

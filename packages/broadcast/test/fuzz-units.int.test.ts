import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testFolder } from "./support/engine.ts";
import { type Seed, askCache, makeSeeds, playDamaged } from "./support/fuzz-units.ts";
import { runSeed, seeded } from "./support/seeded.ts";

/** More of them at night. */
const ROUNDS = Number(process.env["FUZZ_ROUNDS"] ?? 200);

let folder: Awaited<ReturnType<typeof testFolder>>;
let seeds: { audio: Seed; video: Seed };

beforeAll(async () => {
  folder = await testFolder();
  seeds = await makeSeeds(folder.dir);
});
afterAll(() => folder.remove());

describe("a unit that went bad on disk", () => {
  it(`is refused by the cache and made anew, in ${ROUNDS} random ways (SEED=${runSeed})`, async () => {
    const random = seeded(runSeed);
    for (let round = 0; round < ROUNDS; round += 1) {
      const seed = random() < 0.7 ? seeds.audio : seeds.video;
      const { name, isSafe } = await askCache(join(folder.dir, "cache"), seed, random);
      expect(isSafe, `round ${round}, ${seed.record.kind}: ${name}`).toBe(true);
    }
  });

  it(`while it is played leaves what is sent without a fault, in ${ROUNDS} random ways (SEED=${runSeed})`, async () => {
    const random = seeded(runSeed + 1);
    for (let round = 0; round < ROUNDS; round += 1) {
      const { name, report } = await playDamaged(join(folder.dir, "played"), seeds, random);
      // A whole tag too few or too many is told by the hash at the cache's door alone: the frames of the others are sound.
      const problems = report.problems.filter(({ rule }) => rule !== "replay" && rule !== "gop-long");
      expect(problems.slice(0, 3), `round ${round}, ${name}`).toEqual([]);
      expect(report.video.count).toBeGreaterThan(260);
      expect(report.audio.count).toBeGreaterThan(410);
    }
  });
});

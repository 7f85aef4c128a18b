import { expect, it } from "vitest";
import { runSeed } from "./support/seeded.ts";
import { playVirtualDays, summary } from "./support/virtual-days.ts";

const DAYS = 3;

it(
  `plays ${DAYS} days of a rundown of 500 tracks with crossfades, edited every hour and restarted every day, without a fault in any packet`,
  { timeout: 240_000 },
  async () => {
    const report = await playVirtualDays(DAYS, runSeed);
    console.info(`SEED=${runSeed} ${summary(report, DAYS)}`);
    expect(report.memory).toHaveLength(DAYS);
  },
);

import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";

const DOOR = new URL("../src/egress/kernel/index.ts", import.meta.url).href;
const GIVEN_BACK_MB = 50;
const PATIENCE_MS = 30_000;

/** 100 MB of buffers of the kind that the C library keeps, freed but for each fiftieth, which lie between them. Ends when they are gone. */
const BURST = `
  const { givesBackFreed } = await import(process.argv[1]);
  let buffers = Array.from({ length: 1_000 }, () => Buffer.alloc(100_000, 1));
  globalThis.kept = buffers.filter((_, place) => place % 50 === 0);
  const residentMb = () => process.memoryUsage.rss() / 1e6;
  const fullMb = residentMb();
  buffers = [];
  globalThis.gc();
  const freedMb = residentMb();
  givesBackFreed(100);
  const looking = setInterval(() => {
    if (freedMb - residentMb() < ${GIVEN_BACK_MB}) return;
    console.log(fullMb - freedMb);
    clearInterval(looking);
  }, 20);
`;

it("what was freed in pieces between what is in use stays with the process, and is given back to the system", () => {
  const args = ["--expose-gc", "--no-warnings", "--input-type=module", "-e", BURST, DOOR];
  const goneAtOnceMb = Number(execFileSync(process.execPath, args, { encoding: "utf8", timeout: PATIENCE_MS }));
  expect(goneAtOnceMb).toBeLessThan(GIVEN_BACK_MB);
});

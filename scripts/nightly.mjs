import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { at } from "./lib/paths.mjs";
import { main, say } from "./lib/run.mjs";
import { setup } from "./lib/setup.mjs";
import { runSuites, vitest } from "./lib/suites.mjs";
import { toolsToTest } from "./lib/system.mjs";

const chaos = at("test-results/chaos");

// The long forms of the checks; each has a short form in `npm test`. About an hour; NIGHTLY_HOURS=8 makes them longer. Nothing is tried
// a second time here: a test that passes only then hides a race.
await main(async () => {
  await setup({ tools: toolsToTest, build: true });
  lengthen(Number(process.env.NIGHTLY_HOURS ?? 0));
  process.env.WALKS ??= "whole";
  rmSync(chaos, { recursive: true, force: true });
  const code = await runSuites([
    ["chaos", vitest("integration", "chaos", "disk-full")],
    ["nightly", vitest("nightly")],
    ...Array.from({ length: Number(process.env.INTEGRATION_ROUNDS ?? 1) }, (_, round) => [
      `integration ${round + 1}`,
      vitest("integration"),
    ]),
    ["browser", vitest("e2e")],
    ["measured", vitest("e2e-measured")],
    ["product", vitest("product")],
  ]);
  tellChaos();
  return code;
});

/** Kills, rounds and virtual days that fill about an hour, and rounds of the integration suites for half of the rest. What is set by hand stays. */
function lengthen(hours) {
  if (!(hours > 0)) return;
  process.env.KILLS ??= String(Math.round(500 * hours));
  process.env.FUZZ_ROUNDS ??= String(Math.round(20_000 * hours));
  process.env.NIGHTLY_DAYS ??= String(Math.round(400 * hours));
  process.env.INTEGRATION_ROUNDS ??= String(Math.min(20, Math.max(1, Math.round(2.5 * hours))));
}

/** The table of what was done to streams, and the hole that each left on air; kept as test-results/chaos.md. */
function tellChaos() {
  if (!existsSync(chaos)) return;
  const rows = readdirSync(chaos)
    .sort()
    .map((name) => JSON.parse(readFileSync(`${chaos}/${name}`, "utf8")));
  const lines = rows.map(({ what, expected, seen, holeMs }) => `| ${what} | ${expected} | ${seen} | ${Math.round(holeMs)} ms |`);
  const table = ["| chaos | expected | seen | hole on air |", "|---|---|---|---|", ...lines, ""].join("\n");
  writeFileSync(at("test-results/chaos.md"), table);
  say(`\n${table}`);
}

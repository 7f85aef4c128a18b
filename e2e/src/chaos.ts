import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const results = resolve(import.meta.dirname, "../../test-results/chaos");

/** A row of the table that `npm run nightly` prints: what was done, and the hole it left on air. */
export function noteChaos(entry: { what: string; expected: string; seen: string; holeMs: number }): void {
  mkdirSync(results, { recursive: true });
  writeFileSync(join(results, `${entry.what.replaceAll(/\W+/g, "-")}.json`), JSON.stringify(entry));
}

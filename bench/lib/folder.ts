import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder of the benchmark's own, gone when its process ends, also when it is broken off. */
export function benchFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), "nightjar-bench-"));
  process.once("exit", () => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

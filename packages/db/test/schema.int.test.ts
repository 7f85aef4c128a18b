import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";

const root = dirname(import.meta.dirname);
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "nightjar-schema-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("the migrations are what the schema says, and are embedded as they stand", () => {
  const copy = join(folder, "db");
  for (const part of ["src", "drizzle", "drizzle.config.ts", "scripts", "package.json"]) {
    cpSync(join(root, part), join(copy, part), { recursive: true });
  }
  // The copy finds its packages through the real folder.
  cpSync(join(root, "node_modules"), join(copy, "node_modules"), { recursive: true, verbatimSymlinks: false });
  execFileSync(process.execPath, [join(root, "node_modules/drizzle-kit/bin.cjs"), "generate", "--name", "difference"], { cwd: copy });
  expect(readdirSync(join(copy, "drizzle")).filter((name) => name.endsWith("difference.sql"))).toEqual([]);
  execFileSync(process.execPath, [join(copy, "scripts/embed-migrations.mjs"), "--out=again.ts"], { cwd: copy });
  expect(readFileSync(join(copy, "again.ts"), "utf8")).toBe(readFileSync(join(root, "src/migrations.gen.ts"), "utf8"));
});

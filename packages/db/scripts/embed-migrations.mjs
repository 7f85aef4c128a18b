// Writes src/migrations.gen.ts from drizzle/, so that the migrations travel inside a bundle and a single executable.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";

const root = new URL("..", import.meta.url);
const journal = JSON.parse(readFileSync(new URL("drizzle/meta/_journal.json", root), "utf8"));
const migrations = journal.entries.map(({ tag, when }) => {
  const text = readFileSync(new URL(`drizzle/${tag}.sql`, root), "utf8");
  return {
    tag,
    folderMillis: when,
    hash: createHash("sha256").update(text).digest("hex"),
    bps: true,
    sql: text.split("--> statement-breakpoint"),
  };
});
const source = `// Made by \`pnpm --filter @nightjar/db generate\` from drizzle/. Do not edit.
import type { Migration } from "./migrate.ts";

export const MIGRATIONS: readonly Migration[] = ${JSON.stringify(migrations, null, 2)};
`;
// What pnpm hands on to `generate` arrives here too: an option is for drizzle-kit, and no name of a file.
const { values } = parseArgs({
  options: { out: { type: "string", default: "src/migrations.gen.ts" } },
  strict: false,
  allowPositionals: true,
});
const target = new URL(values.out, root);
writeFileSync(target, source);

// Writes src/migrations.gen.ts from drizzle/, so that the migrations travel inside a bundle and a single executable.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";

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
const target = new URL(process.argv[2] ?? "src/migrations.gen.ts", root);
writeFileSync(target, source);

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "./open.ts";
import type { OpenedDatabase } from "./open.ts";

export interface TestDatabase extends OpenedDatabase {
  readonly path: string;
}

let template: Promise<Buffer> | undefined;

/** A migrated, empty database at that path: copied from one that is migrated once a process. */
export async function putTestDatabase(path: string): Promise<void> {
  template ??= migrateTemplate();
  writeFileSync(path, await template);
}

/** One of its own for each test. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), "nightjar-db-"));
  const path = join(folder, "nightjar.db");
  await putTestDatabase(path);
  const opened = await openDatabase({ path });
  // A test outlives no power cut: nothing is waited for until it is on the disk.
  opened.db.$client.pragma("synchronous = OFF");
  return {
    ...opened,
    path,
    close() {
      opened.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function migrateTemplate(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), "nightjar-db-template-"));
  try {
    const path = join(folder, "template.db");
    const opened = await openDatabase({ path });
    opened.close();
    if (existsSync(`${path}-wal`)) throw new Error("the template was not closed cleanly");
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

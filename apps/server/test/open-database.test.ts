import { SILENT } from "@nightjar/contract";
import { MIGRATIONS, openDatabase } from "@nightjar/db";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readConfig } from "../src/config.ts";
import { resetWithoutServer } from "../src/reset-without-server.ts";
import { stopWithoutServer } from "../src/stop-without-server.ts";
import { TOOLS_THAT_EXIST, startTestServer } from "./support/server.ts";

const REFER_TO_NOTHING = "the database holds rows that refer to nothing: they were left as they are";
let dataDir = "";
beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), "nightjar-open-"))));
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** As an older version left it, with a row that refers to nothing. */
async function putOlderDatabase(): Promise<void> {
  const { close, db } = await openDatabase({ path: join(dataDir, "nightjar.db"), migrations: MIGRATIONS.slice(0, -1) });
  db.$client.pragma("foreign_keys = off");
  db.$client.exec("insert into stream_items (id, stream_id, track_id, position) values ('i1', 'gone', 'gone', 0)");
  close();
}

it.each(["a start", "stop --off-air", "admin reset-password"])(
  "rows that refer to nothing are told by what comes first after an upgrade, which no other tells again: %s",
  async (first) => {
    await putOlderDatabase();
    const told: string[] = [];
    const log = { ...SILENT, warn: (_fields: object, message: string) => void told.push(message) };
    if (first === "a start") {
      const server = await startTestServer({ DATA_DIR: dataDir, ...TOOLS_THAT_EXIST });
      told.push(...server.logged.filter(({ level }) => level === "warn").map(({ message }) => message));
      await server.close();
    } else if (first === "stop --off-air") {
      // It comes to nothing once the database was opened, and needs no engine for that.
      await expect(stopWithoutServer(readConfig({ DATA_DIR: dataDir, FFMPEG_PATH: "/nowhere" }), log)).rejects.toThrow("/nowhere");
    } else await resetWithoutServer(dataDir, "nobody@example.com", log);
    expect(told).toEqual([REFER_TO_NOTHING]);
  },
);

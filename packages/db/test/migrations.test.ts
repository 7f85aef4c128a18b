import Database from "better-sqlite3";
import { eq } from "drizzle-orm";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MIGRATIONS, MigrationError, openDatabase, users } from "../src/index.ts";
import type { Migration } from "../src/index.ts";
import { createTestDatabase } from "../src/testing.ts";

let folder = "";
let path = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "nightjar-migrate-"));
  path = join(folder, "nightjar.db");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function migration(tag: string, folderMillis: number, sql: string): Migration {
  return {
    tag,
    folderMillis,
    sql: [sql],
    bps: true,
    hash: createHash("sha256")
      .update(tag + sql)
      .digest("hex"),
  };
}
const newest = Math.max(...MIGRATIONS.map((entry) => entry.folderMillis));

describe("a file that cannot be the database", () => {
  it("is named, with what helps", async () => {
    writeFileSync(path, "not a database, but more than a header of text ".repeat(20));
    await expect(openDatabase({ path })).rejects.toThrow(`${path} is not a database: put a copy of it from backups/`);
    rmSync(path);
    mkdirSync(path);
    await expect(openDatabase({ path })).rejects.toThrow(`${path} cannot be opened as the database; look at its folder and its rights`);
  });
});

describe("migrations", () => {
  it("bring an empty file to the whole schema, with foreign keys on, in WAL mode, where no commit waits for the disk", async () => {
    const { db, close, copiedTo } = await openDatabase({ path });
    expect(copiedTo).toBeNull();
    expect(db.$client.pragma("journal_mode", { simple: true })).toBe("wal");
    // NORMAL: what is acknowledged waits for `flushed`.
    expect(db.$client.pragma("synchronous", { simple: true })).toBe(1);
    expect(db.$client.pragma("foreign_keys", { simple: true })).toBe(1);
    expect(db.$client.pragma("busy_timeout", { simple: true })).toBe(5000);
    expect(db.select().from(users).all()).toEqual([]);
    close();
  });

  it("keep the rows of the previous version, and copy the file before they are applied", async () => {
    const before = await openDatabase({ path });
    before.db.insert(users).values({ email: "old@example.com", password: "x" }).run();
    before.close();
    const next = [...MIGRATIONS, migration("next", newest + 1, "ALTER TABLE users ADD nickname text DEFAULT 'none'")];
    const after = await openDatabase({ path, migrations: next });
    expect(after.db.$client.prepare("select email, nickname from users").all()).toEqual([{ email: "old@example.com", nickname: "none" }]);
    const copy = new Database(after.copiedTo ?? "", { readonly: true });
    expect(copy.prepare("select email from users").all()).toEqual([{ email: "old@example.com" }]);
    copy.close();
    after.close();
    const again = await openDatabase({ path, migrations: next });
    expect(again.copiedTo).toBeNull();
    again.close();
    expect(readdirSync(join(folder, "backups")).filter((name) => name.endsWith(".db"))).toHaveLength(1);
  });

  it("bring the first version's rows to this one: all are kept, and of several active backgrounds the newest stays so", async () => {
    const before = await openDatabase({ path, migrations: MIGRATIONS.slice(0, 1) });
    before.db.$client.exec(`
      insert into backgrounds (id, title, video_url, duration_ms, is_active, created_at) values
        ('b1', 'Old', '/v1', 1000, 1, 1), ('b2', 'New', '/v2', 2000, 1, 2), ('b3', 'Idle', '/v3', 3000, 0, 3);
      insert into streams (id, title, active_background_id, created_at) values ('s1', 'Night', 'b1', 1);
      insert into tracks (id, title, artist, duration_ms, search_text, tags, artist_genres, markets, created_at)
        values ('t1', 'Song', 'Band', 1000, 'song', '[]', '[]', '[]', 1);
      insert into stream_items (id, stream_id, track_id, position) values ('i1', 's1', 't1', 0);
      insert into stream_sessions (id, stream_id, started_at) values ('x1', 's1', 1);
    `);
    before.close();
    const { db, close } = await openDatabase({ path });
    const rows = (query: string) => db.$client.prepare(query).all();
    expect(rows("select id, video_url, is_active from backgrounds order by id")).toEqual([
      { id: "b1", video_url: "/v1", is_active: 0 },
      { id: "b2", video_url: "/v2", is_active: 1 },
      { id: "b3", video_url: "/v3", is_active: 0 },
    ]);
    expect(rows("select active_background_id as id from streams")).toEqual([{ id: "b1" }]);
    expect(rows("select stream_id, track_id from stream_items")).toEqual([{ stream_id: "s1", track_id: "t1" }]);
    expect(rows("select id from stream_sessions where stopped_at is null")).toEqual([{ id: "x1" }]);
    expect(() => db.$client.exec("update backgrounds set is_active = 1")).toThrow(/UNIQUE/);
    close();
  });

  it("bring codes that people wrote with hyphens to their twelve characters, and leave what is no code as it is", async () => {
    const before = await openDatabase({ path, migrations: MIGRATIONS.slice(0, 5) });
    before.db.$client.exec(`
      insert into tracks (id, title, artist, duration_ms, search_text, tags, artist_genres, markets, created_at, isrc_code, isrc_key) values
        ('t1', 'A', 'B', 1, 'a', '[]', '[]', '[]', 1, 'us-rc1-76-07839', 'USRC17607839'),
        ('t2', 'C', 'D', 1, 'c', '[]', '[]', '[]', 1, 'none at all', 'NONEATALL');
    `);
    before.close();
    const { db, close } = await openDatabase({ path });
    expect(db.$client.prepare("select id, isrc_code as code, revision from tracks order by id").all()).toEqual([
      { id: "t1", code: "USRC17607839", revision: 0 },
      { id: "t2", code: "none at all", revision: 0 },
    ]);
    close();
  });

  it("apply one that was merged late with an older date", async () => {
    (await openDatabase({ path })).close();
    const late = migration("late", 1, "CREATE TABLE late (id integer)");
    const { db, close } = await openDatabase({ path, migrations: [late, ...MIGRATIONS] });
    expect(db.$client.prepare("select count(*) as n from late").get()).toEqual({ n: 0 });
    close();
    (await openDatabase({ path, migrations: [late, ...MIGRATIONS] })).close();
  });

  it("leave nothing behind when one fails", async () => {
    (await openDatabase({ path })).close();
    const bad = [migration("good", newest + 1, "CREATE TABLE good (id integer)"), migration("bad", newest + 2, "nonsense")];
    await expect(openDatabase({ path, migrations: [...MIGRATIONS, ...bad] })).rejects.toThrow();
    const { db, close } = await openDatabase({ path });
    expect(db.$client.prepare("select name from sqlite_master where name = 'good'").all()).toEqual([]);
    close();
  });

  const STRAY = "insert into stream_items (id, stream_id, track_id, position) values ('i1', 'gone', 'gone', 0)";

  it("leave nothing behind when they would leave rows that refer to nothing, and are not taken for done at the next start", async () => {
    (await openDatabase({ path })).close();
    const bad = [...MIGRATIONS, migration("stray", newest + 1, STRAY)];
    const refused = "the migration would leave rows that refer to nothing (stream_items to tracks, stream_items to streams)";
    for (let start = 0; start < 2; start += 1) await expect(openDatabase({ path, migrations: bad })).rejects.toThrow(refused);
    const { db, close } = await openDatabase({ path });
    expect(db.$client.prepare("select id from stream_items").all()).toEqual([]);
    close();
  });

  it("are applied to a database that holds rows that refer to nothing, say which, leave them as they are, and may add none to them", async () => {
    const before = await openDatabase({ path });
    before.db.$client.pragma("foreign_keys = off");
    before.db.$client.exec(STRAY);
    before.close();
    const next = [...MIGRATIONS, migration("next", newest + 1, "CREATE TABLE next (id integer)")];
    const { close, db, orphans } = await openDatabase({ path, migrations: next });
    expect(orphans).toEqual(["stream_items to tracks", "stream_items to streams"]);
    expect(db.$client.prepare("select id from stream_items").all()).toEqual([{ id: "i1" }]);
    expect(db.$client.prepare("select id from next").all()).toEqual([]);
    close();
    const more = [...next, migration("more", newest + 2, STRAY.replaceAll("i1", "i2"))];
    await expect(openDatabase({ path, migrations: more })).rejects.toThrow("the migration would leave rows that refer to nothing");
  });

  it("refuse a database of a newer version", async () => {
    (
      await openDatabase({ path, migrations: [...MIGRATIONS, migration("future", newest + 1, "CREATE TABLE future (id integer)")] })
    ).close();
    await expect(openDatabase({ path })).rejects.toThrow(MigrationError);
  });
});

describe("the test fixture", () => {
  it("gives each test a database of its own and takes it away again", async () => {
    const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    one.db.insert(users).values({ email: "a@example.com", password: "x" }).run();
    expect(two.db.select().from(users).where(eq(users.email, "a@example.com")).all()).toEqual([]);
    one.close();
    two.close();
    expect(existsSync(one.path)).toBe(false);
  });
});

import Database from "better-sqlite3";
import { mkdtempSync, rmSync, statSync, symlinkSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openDatabase, users } from "../src/index.ts";
import type { OpenedDatabase } from "../src/index.ts";
import { createTestDatabase } from "../src/testing.ts";

let folder = "";
let path = "";
let opened: OpenedDatabase;
/** Of each flush that the disk was asked for: the file, and the way to end it. */
let asked: { readonly file: FileHandle; readonly inode: number; readonly end: (error?: Error) => void }[] = [];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "nightjar-flush-"));
  path = join(folder, "nightjar.db");
  opened = await openDatabase({ path });
  asked = [];
  const file = await open(path, "r");
  const handles = Object.getPrototypeOf(file) as FileHandle;
  await file.close();
  vi.spyOn(handles, "datasync").mockImplementation(async function datasync(this: FileHandle) {
    const { ino } = await this.stat();
    await new Promise<void>((resolve, reject) => {
      asked.push({ file: this, inode: ino, end: (error) => (error ? reject(error) : resolve()) });
    });
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  opened.close();
  rmSync(folder, { recursive: true, force: true });
});

const write = () =>
  opened.db
    .insert(users)
    .values({ email: `${Math.random()}@example.com`, password: "x" })
    .run();
const askedTimes = (times: number) => vi.waitFor(() => expect(asked).toHaveLength(times));

describe("what was committed", () => {
  it("is told to outlive a power cut when the disk has taken the file that SQLite wrote it to, and not before", async () => {
    write();
    const done = vi.fn();
    const flushed = opened.db.flushed().then(done);
    await askedTimes(1);
    expect(asked[0]?.inode).toBe(statSync(`${path}-wal`).ino);
    expect(done).not.toHaveBeenCalled();
    asked[0]?.end();
    await flushed;
    expect(done).toHaveBeenCalledOnce();
  });

  it("while a flush is under way is not taken for part of it, and waits with all others for one more", async () => {
    const order: string[] = [];
    const first = opened.db.flushed().then(() => order.push("first"));
    await askedTimes(1);
    const later = Array.from({ length: 12 }, () => {
      write();
      return opened.db.flushed().then(() => order.push("later"));
    });
    asked[0]?.end();
    await first;
    await askedTimes(2);
    expect(order).toEqual(["first"]);
    asked[1]?.end();
    await Promise.all(later);
    expect(asked).toHaveLength(2);
  });

  it("is told to be lost where the disk refuses it, and written anew for who comes next: the disk would not say it twice", async () => {
    const outcome = opened.db.flushed().catch((error: unknown) => String(error));
    await askedTimes(1);
    const next = opened.db.flushed();
    write();
    expect(statSync(`${path}-wal`).size).toBeGreaterThan(0);
    asked[0]?.end(new Error("EIO"));
    expect(await outcome).toContain("EIO");
    await askedTimes(2);
    asked[1]?.end();
    await next;
    expect(statSync(`${path}-wal`).size).toBe(0);
    write();
    const later = opened.db.flushed();
    await askedTimes(3);
    asked[2]?.end();
    await later;
  });

  it("is written anew by a second attempt where SQLite is told of that failure as well, by its own descriptor", async () => {
    write();
    const outcome = opened.db.flushed().catch((error: unknown) => String(error));
    await askedTimes(1);
    asked[0]?.end(new Error("EIO"));
    expect(await outcome).toContain("EIO");
    const { $client } = opened.db;
    const pragma = $client.pragma.bind($client);
    let failures = 1;
    vi.spyOn($client, "pragma").mockImplementation((source, options) => {
      if (source.startsWith("wal_checkpoint") && failures-- > 0) throw new Database.SqliteError("disk I/O error", "SQLITE_IOERR_FSYNC");
      return pragma(source, options);
    });
    await opened.db.flushed();
    expect(statSync(`${path}-wal`).size).toBe(0);
  });

  it("is flushed by one descriptor, open since before it was committed: another is not told of a failure that SQLite met first", async () => {
    const { ino } = statSync(`${path}-wal`);
    // Nothing is there to be opened any more; SQLite goes on with what it has.
    rmSync(`${path}-wal`);
    for (const times of [1, 2]) {
      write();
      const flushed = opened.db.flushed();
      await askedTimes(times);
      asked.at(-1)?.end();
      await flushed;
    }
    expect(asked.map(({ inode }) => inode)).toEqual([ino, ino]);
    opened.close();
    expect(asked.map(({ file }) => file.fd)).toEqual([-1, -1]);
  });

  it("is not flushed again for who changed nothing since", async () => {
    write();
    const flushed = opened.db.flushed();
    await askedTimes(1);
    asked[0]?.end();
    await flushed;
    await opened.db.flushed();
    expect(asked).toHaveLength(1);
  });

  it("is flushed where the database lies, whatever leads there", async () => {
    const link = join(folder, "linked.db");
    symlinkSync(path, link);
    const own = await openDatabase({ path: link });
    own.db.insert(users).values({ email: "linked@example.com", password: "x" }).run();
    const flushed = own.db.flushed();
    await askedTimes(1);
    expect(asked[0]?.inode).toBe(statSync(`${path}-wal`).ino);
    asked[0]?.end();
    await flushed;
    own.close();
  });

  it("is on the disk by a checkpoint once the database is closed", async () => {
    write();
    opened.close();
    await opened.db.flushed();
    expect(asked).toEqual([]);
  });

  it("is waited for by no test, which outlives no power cut", async () => {
    const own = await createTestDatabase();
    await own.db.flushed();
    expect(asked).toEqual([]);
    own.close();
  });
});

import { createHash } from "node:crypto";
import { cp, mkdir, open, readFile, readdir, rename, rm, stat, truncate, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { UnitCache } from "../src/render/cache.ts";
import type { UnitRecord } from "../src/render/unit-record.ts";
import { readSealed, writeSealed } from "../src/render/sealed-file.ts";
import { memoryLog, testFolder } from "./support/engine.ts";
import { type SyntheticUnit, packets, pictures } from "./support/synthetic.ts";

let folder: Awaited<ReturnType<typeof testFolder>>;
beforeAll(async () => (folder = await testFolder()));
afterAll(() => folder.remove());

const key = (letter: string) => letter.repeat(64);
const sound = packets("a", 40);
const picture = pictures("v", 2);
/** Of the synthetic units: what stands between the file's header and the first coded tag. */
const headerOf = ({ bytes, ref }: SyntheticUnit) => bytes.subarray(13 + 11, ref.firstTagOffset - 4);

function recordOf({ bytes, ref }: SyntheticUnit, count: number): UnitRecord {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { kind: ref.kind, firstTagOffset: ref.firstTagOffset, bytes: bytes.length, count, sha256 };
}

const soundRecord = recordOf(sound, 40);
const pictureRecord = recordOf(picture, 120);

async function newCache(name: string, graceMs = 0, nowMs: () => number = Date.now) {
  const dir = join(folder.dir, name);
  const { log, lines } = memoryLog();
  const cache = new UnitCache(dir, { log, graceMs, nowMs });
  await cache.open();
  return { cache, dir, lines };
}

async function put(cache: UnitCache, id: string, unit: SyntheticUnit = sound, record: UnitRecord = soundRecord) {
  const work = cache.workPath(id);
  await writeFile(work, unit.bytes);
  return cache.publish(id, work, record);
}

describe("the cache of units", () => {
  it("gives back what was published, from where a second process finds it, too", async () => {
    const { cache, dir } = await newCache("again");
    const published = await put(cache, key("a"));
    expect(published).toMatchObject({ kind: "audio", readableBytes: sound.bytes.length, isComplete: true });
    expect(await new UnitCache(dir).get(key("a"), { kind: "audio", header: headerOf(sound) })).toEqual(published);
    expect(await new UnitCache(dir).find(key("a"))).toEqual(published);
  });

  it("sweeps what a crash left unfinished, but not what is being played, nor what has been begun since, nor what is published", async () => {
    const { cache, dir } = await newCache("sweep");
    const [left, played] = [cache.workPath("x"), cache.workPath("y")];
    for (const path of [left, played]) await writeFile(path, "");
    const { path } = await put(cache, key("a"));
    const next = new UnitCache(dir);
    await next.open();
    const begun = next.workPath("z");
    await writeFile(begun, "");
    await next.sweep(new Set([played]));
    const names = await readdir(join(played, ".."));
    expect(names.toSorted()).toEqual([played, begun].map((kept) => kept.split("/").at(-1)));
    expect((await stat(path)).size).toBe(sound.bytes.length);
  });
});

/** Each damages what a healthy cache holds: the unit's file, its record, or both. */
const DAMAGES: Readonly<Record<string, (unitPath: string, recordPath: string, record: UnitRecord) => Promise<void>>> = {
  "a bit flipped in a packet": async (path) => {
    const bytes = await readFile(path);
    bytes[bytes.length - 30] = (bytes.at(-30) ?? 0) ^ 1;
    await writeFile(path, bytes);
  },
  "cut off": (path) => truncate(path, sound.bytes.length - 1),
  empty: (path) => truncate(path, 0),
  "longer than it was": (path) => writeFile(path, Buffer.concat([sound.bytes, sound.bytes.subarray(-40)])),
  gone: (path) => rm(path),
  "another unit under its name": async (path, recordPath) => {
    await writeFile(path, picture.bytes);
    await writeFile(recordPath, JSON.stringify({ ...pictureRecord, kind: "audio" }));
  },
  "of the other kind, with its record": async (path, recordPath) => {
    await writeFile(path, picture.bytes);
    await writeFile(recordPath, JSON.stringify(pictureRecord));
  },
  "with another header, and its record": async (path, recordPath, record) => {
    const bytes = Buffer.from(sound.bytes);
    bytes[sound.ref.firstTagOffset - 5] = (bytes[sound.ref.firstTagOffset - 5] ?? 0) ^ 1;
    await writeFile(path, bytes);
    await writeFile(recordPath, JSON.stringify({ ...record, sha256: createHash("sha256").update(bytes).digest("hex") }));
  },
  "whose record counts wrong": (_, recordPath, record) => writeFile(recordPath, JSON.stringify({ ...record, count: 39 })),
  "whose record points into a tag": (_, recordPath, record) =>
    writeFile(recordPath, JSON.stringify({ ...record, firstTagOffset: record.firstTagOffset + 1 })),
  "whose record is half written": (_, recordPath) => writeFile(recordPath, '{"kind":"aud'),
  "whose record is of another type": (_, recordPath) => writeFile(recordPath, "[null]"),
};

describe("a damaged unit is not given out, and made room for a new one:", () => {
  for (const [name, damage] of Object.entries(DAMAGES)) {
    it(name, async () => {
      const { dir } = await newCache(name.replaceAll(" ", "-"));
      const writer = new UnitCache(dir);
      const { path } = await put(writer, key("a"));
      await damage(path, join(dir, "aa", `${key("a")}.json`), soundRecord);
      const reader = new UnitCache(dir);
      expect(await reader.get(key("a"), { kind: "audio", header: headerOf(sound) })).toBeNull();
      await put(reader, key("a"));
      expect(await reader.get(key("a"), { kind: "audio", header: headerOf(sound) })).not.toBeNull();
    });
  }

  it("larger than is held in memory: given out whole, not with a bit flipped or cut off at a tag", async () => {
    const { dir } = await newCache("large");
    const media = sound.bytes.subarray(sound.ref.firstTagOffset);
    const times = Math.ceil((17 * 1024 * 1024) / media.length);
    const head = sound.bytes.subarray(0, sound.ref.firstTagOffset);
    const large = { ...sound, bytes: Buffer.concat([head, ...Array.from({ length: times }, () => media)]) };
    const record = recordOf(large, 40 * times);
    const expected = { kind: "audio", header: headerOf(sound) } as const;
    const { path } = await put(new UnitCache(dir), key("a"), large, record);
    expect(await new UnitCache(dir).get(key("a"), expected)).not.toBeNull();
    const flipped = Buffer.from(large.bytes);
    flipped[large.bytes.length - 30] = (large.bytes.at(-30) ?? 0) ^ 1;
    await writeFile(path, flipped);
    expect(await new UnitCache(dir).get(key("a"), expected)).toBeNull();
    await put(
      new UnitCache(dir),
      key("b"),
      { ...sound, bytes: large.bytes.subarray(0, -media.length) },
      {
        ...record,
        bytes: large.bytes.length - media.length,
      },
    );
    expect(await new UnitCache(dir).get(key("b"), expected)).toBeNull();
  });

  it("damaged after this process had read it whole", async () => {
    const { cache } = await newCache("later");
    const { path } = await put(cache, key("a"));
    expect(await cache.get(key("a"))).not.toBeNull();
    const bytes = await readFile(path);
    bytes[bytes.length - 30] = (bytes.at(-30) ?? 0) ^ 1;
    await writeFile(path, bytes);
    await utimes(path, 1, 1);
    expect(await cache.get(key("a"))).toBeNull();
  });
});

describe("what is no unit", () => {
  it("is given back as it was written, and not at all when anything of it has changed", async () => {
    const path = join(folder.dir, "sealed");
    const bytes = await writeSealed(path, Buffer.from("samples"));
    expect((await stat(path)).size).toBe(bytes);
    expect(await readSealed(path)).toEqual(Buffer.from("samples"));
    const file = await readFile(path);
    file[bytes - 1] = 0;
    await writeFile(path, file);
    expect(await readSealed(path)).toBeNull();
    expect(await readSealed(join(folder.dir, "none"))).toBeNull();
  });
});

describe("the limit of the cache", () => {
  const size = sound.bytes.length;
  const names = async (dir: string) =>
    (await readdir(dir, { recursive: true })).filter((name) => /^..\/.*\.flv$/.test(name)).map((name) => name[3]);

  it("evicts what was not used for longest, with its record, and nothing that is pinned or just used", async () => {
    let nowMs = 1_000_000;
    const { cache, dir } = await newCache("limit", 1000, () => nowMs);
    for (const letter of ["a", "b", "c", "d"]) {
      await put(cache, key(letter));
      nowMs += 10_000;
    }
    await cache.get(key("a"));
    cache.index.pinBy(() => new Set([key("b")]));
    await cache.index.limit(3 * size);
    expect((await names(dir)).sort()).toEqual(["a", "b", "d"]);
    expect(await readdir(join(dir, "cc"))).toEqual([]);
    expect(cache.index.bytes).toBe(3 * size);
    // Everything left is pinned or was used within the grace: nothing breaks, and it is told.
    await cache.index.limit(size / 2);
    expect((await names(dir)).sort()).toEqual(["a", "b"]);
    expect(cache.index.isOverLimit).toBe(true);
    nowMs += 10_000;
    cache.index.pinBy(() => new Set());
    await cache.index.evict();
    expect(await names(dir)).toEqual([]);
    expect(cache.index.isOverLimit).toBe(false);
  });

  it("leaves what was asked for, or is to be on air, since it was chosen to go: to remove many takes a while", async () => {
    let nowMs = 1_000_000;
    const { cache, dir } = await newCache("chosen", 1000, () => nowMs);
    const letters = ["a", "b", "c", "d", "e"];
    for (const letter of letters) await put(cache, key(letter));
    nowMs += 10_000;
    const pinned = new Set<string>();
    cache.index.pinBy(() => pinned);
    const evicted = cache.index.limit(0);
    // The first is being removed.
    pinned.add(key("b"));
    expect(await cache.get(key("d"))).not.toBeNull();
    await evicted;
    expect((await names(dir)).sort()).toEqual(["b", "d"]);
    expect(cache.index.bytes).toBe(2 * size);
  });

  it("knows the order of last use after a restart, and counts edges and units alike", async () => {
    let nowMs = Date.now();
    const { cache, dir } = await newCache("restart", 0, () => nowMs);
    for (const letter of ["a", "b"]) await put(cache, key(letter));
    await mkdir(join(dir, "edges"));
    cache.keepEdge("e.f32", await writeSealed(join(dir, "edges", "e.f32"), Buffer.alloc(size - 32)));
    nowMs += 120_000;
    await cache.get(key("a"));
    cache.useEdge("e.f32");
    await expect.poll(async () => (await stat(join(dir, "aa", `${key("a")}.json`))).mtimeMs).toBeGreaterThan(Date.now() + 60_000);

    const second = new UnitCache(dir, { graceMs: 0, nowMs: () => nowMs + 1000 });
    await second.open();
    await second.index.scan();
    expect(second.index.bytes).toBe(3 * size);
    await second.index.limit(2 * size);
    expect((await names(dir)).sort()).toEqual(["a"]);
    expect(await readdir(join(dir, "edges"))).toEqual(["e.f32"]);
  });

  it("gives a unit the time of its use where that of its file is one to come, from a clock that was ahead", async () => {
    const { cache, dir } = await newCache("ahead");
    await put(cache, key("a"));
    const file = join(dir, "aa", `${key("a")}.json`);
    const aheadMs = Date.now() + 1e9;
    await utimes(file, aheadMs / 1000, aheadMs / 1000);
    const second = new UnitCache(dir);
    await second.open();
    await second.index.scan();
    expect(await second.get(key("a"))).not.toBeNull();
    await expect.poll(async () => (await stat(file)).mtimeMs).toBeLessThan(aheadMs - 1000);
  });

  it("takes nothing for read whole that it had counted out, though it comes back as old as it was", async () => {
    const { cache, dir } = await newCache("counted-out");
    const { path } = await put(cache, key("a"));
    await utimes(path, 1, 1);
    expect(await cache.get(key("a"))).not.toBeNull();
    await rename(path, `${path}.away`);
    await cache.index.scan();
    expect(cache.index.bytes).toBe(0);
    await rename(`${path}.away`, path);
    const file = await open(path, "r+");
    await file.write(Buffer.from([0xff]), 0, 1, sound.bytes.length - 30);
    await file.close();
    await utimes(path, 1, 1);
    await cache.index.scan();
    expect(cache.index.bytes).toBe(size);
    expect(await cache.get(key("a"), { kind: "audio", header: headerOf(sound) })).toBeNull();
    expect(await names(dir)).toEqual([]);
  });

  it("is kept while units are made, and strays of a crash are counted out an hour later", async () => {
    const { cache, dir } = await newCache("growing");
    await cache.index.limit(2 * size);
    for (const letter of ["a", "b", "c", "d"]) await put(cache, key(letter));
    await expect.poll(() => cache.index.bytes).toBe(2 * size);
    await cp(join(dir, "dd", `${key("d")}.flv`), join(dir, "dd", `${key("0")}.flv`));
    await cache.index.scan();
    expect(await names(dir)).toHaveLength(3);
    await utimes(join(dir, "dd", `${key("0")}.flv`), 1, 1);
    await cache.index.scan();
    expect(await names(dir)).toHaveLength(2);
  });
});

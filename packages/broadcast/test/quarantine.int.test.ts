import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { JobCancelledError, MediaError, ProcessError } from "@nightjar/media";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { Quarantine } from "../src/director/prepare/quarantine.ts";
import { DiskFullError } from "../src/render/disk.ts";
import { SourceError } from "../src/render/source-error.ts";
import { memoryLog, planFile, planItem, testFolder } from "./support/engine.ts";
import { until } from "./support/studio.ts";

let folder: Awaited<ReturnType<typeof testFolder>>;
beforeAll(async () => (folder = await testFolder()));
afterAll(() => folder.remove());

async function item(name: string) {
  const path = join(folder.dir, name);
  await writeFile(path, name);
  return planItem(name, await planFile(path), 1000);
}

function open(name: string, restMs = 20) {
  let changes = 0;
  const path = join(folder.dir, `${name}.json`);
  const quarantine = new Quarantine({ path, log: memoryLog().log, onChange: () => (changes += 1), restMs, lookMs: 20 });
  onTestFinished(() => quarantine.close());
  return { quarantine, path, changes: () => changes };
}

const unreadable = () => new ProcessError({ kind: "failed", command: "ffmpeg", exitCode: 1, signal: null, stderrTail: "Invalid data" });
const killed = () => new ProcessError({ kind: "failed", command: "ffmpeg", exitCode: null, signal: "SIGKILL", stderrTail: "" });

describe("the quarantine", () => {
  it("takes a file that failed twice by itself, for all its tracks, is kept over a restart, and lifted once", async () => {
    const { quarantine } = open("twice");
    const [first, other] = [await item("first"), await item("other")];
    await quarantine.failed(first, unreadable());
    expect(quarantine.isLeftOut(first)).toBe(false);
    await quarantine.failed(first, unreadable());
    const again = { ...first, trackId: other.trackId, title: "The same file again" };
    expect([first, again, other].map((one) => quarantine.isLeftOut(one))).toEqual([true, true, false]);
    const next = open("twice").quarantine;
    const items = [first, again, other];
    expect(next.list({ items }).map(({ title, reason }) => [title, reason])).toEqual([
      ["Title first", "The file cannot be decoded."],
      ["The same file again", "The file cannot be decoded."],
    ]);
    expect(next.list({ items })).toBe(next.list({ items }));
    expect([next.lift(first.audio?.sha256 ?? ""), next.lift(first.audio?.sha256 ?? "")]).toEqual([true, false]);
    expect(open("twice").quarantine.list({ items })).toEqual([]);
  });

  it("takes no file for what the machine did: it rests, longer each time, and is tried again by itself or when there is room", async () => {
    const { quarantine, changes } = open("rest", 1000);
    const one = await item("one");
    await quarantine.failed(one, new DiskFullError("full"));
    expect([quarantine.isLeftOut(one), quarantine.list({ items: [one] })]).toEqual([true, []]);
    await until(() => changes() > 0 && !quarantine.isLeftOut(one));
    const slow = open("wake", 60_000);
    await slow.quarantine.failed(one, new DiskFullError("full"));
    slow.quarantine.wake();
    expect([slow.quarantine.isLeftOut(one), slow.changes()]).toEqual([false, 1]);
  });

  it("tells the end of each rest when it comes, however much longer another file rests, and of none that was ended by then", async () => {
    const [long, short] = [await item("long"), await item("short")];
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const { quarantine, changes } = open("nearest", 1000);
    const toldWithin = (ms: number) => {
      const before = changes();
      vi.advanceTimersByTime(ms);
      return changes() - before;
    };
    for (const restMs of [1000, 2000, 4000]) {
      await quarantine.failed(long, new DiskFullError("full"));
      expect(toldWithin(restMs + 10)).toBe(1);
    }
    // It rests for 8 s now.
    await quarantine.failed(long, new DiskFullError("full"));
    await quarantine.failed(short, new DiskFullError("full"));
    expect([toldWithin(1010), quarantine.isLeftOut(short), quarantine.isLeftOut(long)]).toEqual([1, false, true]);
    quarantine.wake();
    expect(toldWithin(60_000)).toBe(0);
    // Elsewhere, as at another loudness, it went well: that ends its rest, and is told at once.
    await quarantine.failed(short, new DiskFullError("full"));
    const before = changes();
    quarantine.succeeded(short);
    expect([changes() - before, quarantine.isLeftOut(short), toldWithin(60_000)]).toEqual([1, false, 0]);
  });

  it("tries again at once what was killed, and lets it rest from the second time on, until it went well", async () => {
    const { quarantine } = open("killed", 60_000);
    const one = await item("killed");
    const resting = [];
    for (let time = 0; time < 2; time += 1) {
      await quarantine.failed(one, killed());
      resting.push(quarantine.isLeftOut(one));
    }
    quarantine.succeeded(one);
    await quarantine.failed(one, killed());
    expect([...resting, quarantine.isLeftOut(one)]).toEqual([false, true, false]);
    expect(quarantine.list({ items: [one] })).toEqual([]);
  });

  it.each([unreadable, killed])("counts one failure once, however many have waited for it (%#)", async (fault) => {
    const { quarantine } = open(`once-${fault.name}`, 60_000);
    const one = await item(`once-${fault.name}`);
    const failure = fault();
    await Promise.all([quarantine.failed(one, failure), quarantine.failed(one, failure)]);
    await quarantine.failed(one, failure);
    expect(quarantine.isLeftOut(one)).toBe(false);
    await quarantine.failed(one, fault());
    expect(quarantine.isLeftOut(one)).toBe(true);
  });

  it("holds nothing against a file whose sound was given up because nobody needed it any more, however often", async () => {
    const { quarantine, changes } = open("given-up", 60_000);
    const one = await item("given-up");
    const aborted = new ProcessError({ kind: "aborted", command: "ffmpeg", exitCode: null, signal: "SIGTERM", stderrTail: "" });
    const before = AbortSignal.abort().reason;
    for (const error of [new JobCancelledError("sound was cancelled"), aborted, before, new MediaError("damaged", "not read", aborted)]) {
      await quarantine.failed(one, error);
      await quarantine.failed(one, error);
    }
    expect([quarantine.isLeftOut(one), quarantine.leftOut.size, changes()]).toEqual([false, 0, 0]);
  });

  it("tells and keeps two hundred files that are gone at once in a few turns, and knows each at once", async () => {
    const { quarantine, path, changes } = open("disk");
    const gone = Array.from({ length: 200 }, (_, index) =>
      planItem(`gone-${index}`, { path: join(folder.dir, `gone-${index}.mp3`), sha256: `gone-${index}` }, 1000),
    );
    for (const one of gone) {
      await quarantine.failed(one, new SourceError("gone"));
      expect(quarantine.isLeftOut(one)).toBe(true);
    }
    expect(quarantine.list({ items: gone })).toHaveLength(200);
    expect(changes()).toBeLessThanOrEqual(10);
    const kept = async () => Object.keys(JSON.parse(await readFile(path, "utf8"))).length;
    await until(async () => (await kept()) === 200);
    expect(changes()).toBeLessThanOrEqual(10);
    quarantine.lift("gone-0");
    quarantine.lift("gone-1");
    quarantine.close();
    expect(await kept()).toBe(198);
  });

  it("begins empty where what an earlier process left makes no sense, and tells silent and damaged files at once", async () => {
    const { path } = open("garbage");
    for (const garbage of ["{", "[1]", '{"a":{"fault":"bored","since":"","path":""}}', ""]) {
      await writeFile(path, garbage);
      const { quarantine } = open("garbage");
      const one = await item("silent");
      expect(quarantine.list({ items: [one] })).toEqual([]);
      await quarantine.failed(one, new SourceError("silent"));
      expect(quarantine.list({ items: [one] })).toMatchObject([{ reason: "The file is silent." }]);
      expect(JSON.parse(await readFile(path, "utf8"))).toMatchObject({ [one.audio?.sha256 ?? ""]: { fault: "silent" } });
    }
  });
});

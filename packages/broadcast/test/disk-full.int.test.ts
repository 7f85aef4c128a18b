import { execFileSync } from "node:child_process";
import { mkdir, readdir, rm, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plan } from "@nightjar/contract";
import { createScheduler } from "@nightjar/media";
import { ARRIVAL_PATIENCE_MS, type RtmpIngest, startRtmpIngest } from "@nightjar/rtmp-ingest";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type DiskSpace, DiskGuard, readSpace } from "../src/render/disk.ts";
import { holesWithin, noteChaos } from "./support/chaos.ts";
import { makeTone, memoryLog, openEngine, planItem, testFolder, testPlan } from "./support/engine.ts";
import { endPublishers, named, rtmp, until } from "./support/studio.ts";
import { openWorkshop } from "./support/workshop.ts";

const DISK_BYTES = 24 * 1024 * 1024;

let folder: Awaited<ReturnType<typeof testFolder>>;
let ingest: RtmpIngest;
/** A small disk of its own for the engine; null where we may not mount one: then only what the engine is told is small. */
let disk: string | null = null;

beforeAll(async () => {
  folder = await testFolder();
  ingest = await startRtmpIngest();
  disk = mountSmall(join(folder.dir, "disk"));
});
afterAll(async () => {
  await ingest.remove();
  if (disk) execFileSync("umount", ["--lazy", disk]);
  await folder.remove();
});

function mountSmall(dir: string, options = ""): string | null {
  execFileSync("mkdir", ["-p", dir]);
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_BYTES}${options}`, "tmpfs", dir], { stdio: "ignore" });
    return dir;
  } catch {
    return null;
  }
}

describe("a full disk", () => {
  it("stops rendering, not the stream: that goes on with what is there and says why, and takes up the rest when there is room", async () => {
    const dir = disk ?? join(folder.dir, "disk");
    const engineDir = join(dir, "engine");
    const { log, lines } = memoryLog();
    const scheduler = createScheduler({ concurrency: 2, now: () => performance.now(), log });
    let isFilled = false;
    const diskSpace = async (): Promise<DiskSpace> => {
      const { bavail, blocks, bsize } = await statfs(dir);
      return { freeBytes: isFilled && !disk ? 0 : bavail * bsize, totalBytes: blocks * bsize };
    };
    const engine = await openEngine(engineDir, log, scheduler, { diskSpace });
    try {
      const [first, second] = await Promise.all(
        [440, 880].map(async (hz) => planItem(`${hz}`, await makeTone(join(folder.dir, `${hz}.wav`), { seconds: 2, hz }), 2_000)),
      );
      if (!first || !second) throw new Error("made above");
      await engine.reconcile([]);
      const plan: Plan = testPlan([first], ingest.url, "full", {
        ...named("full"),
        profileId: "720p30",
        destinations: [rtmp("full", ingest.url, "full")],
      });
      engine.apply(plan);
      const onAir = () => engine.onAir(plan.streamId);
      const told = () => JSON.stringify({ onAir: onAir(), lines: lines.slice(-10) });
      await until(() => onAir().state === "on-air" && onAir().renders.length === 0, 30_000, told);

      // Nothing at all can be written any more, to the last byte.
      const ballast = join(dir, "ballast");
      if (disk) await fillUp(ballast);
      isFilled = true;
      engine.apply({ ...plan, items: [second, first] });
      await until(() => onAir().conditions.some(({ code }) => code === "disk-full"), 60_000, told);
      const since = onAir().track?.startedAt;
      await until(() => onAir().track?.startedAt !== since && onAir().track?.id === first.trackId, 60_000, told);
      expect(onAir()).toMatchObject({ state: "on-air", quarantine: [] });

      await rm(ballast, { force: true });
      isFilled = false;
      await until(() => onAir().track?.id === second.trackId, 30_000, told);
      // Of other conditions a busy machine may have its own.
      await until(() => !onAir().conditions.some(({ code }) => code === "disk-full"), 10_000, told);
      engine.stop(plan.streamId);
      await until(() => onAir().state === "off", ARRIVAL_PATIENCE_MS, told);
      expect(lines.filter(({ message }) => message === "session failed")).toEqual([]);
      const paths = await ingest.recordings("full");
      expect(paths).toHaveLength(1);
      const holeMs = await holesWithin(paths);
      noteChaos({
        what: "disk full to the last byte, then freed",
        expected: "goes on from what is there",
        seen: "on-air, disk-full told",
        holeMs,
      });
      expect(holeMs).toBe(0);
    } finally {
      await engine.close({ offAir: true });
      await scheduler.close();
      await endPublishers(engineDir);
    }
  });
});

describe("a disk that was full and has room again", () => {
  it("gets what is kept ready and could not be made: backgrounds alone, streams off air", async () => {
    const file = { path: join(folder.dir, "ready.jpg"), sha256: "ready" };
    execFileSync("ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "color=teal:s=1280x720", "-frames:v", "1", file.path]);
    const tone = planItem("ready", await makeTone(join(folder.dir, "ready.wav"), { seconds: 2, hz: 660 }), 2_000);
    const plan = testPlan([tone], ingest.url, "ready", { ...named("ready"), profileId: "720p30", background: { kind: "image", file } });
    let freeBytes = 0;
    const { workshop, lines, close } = await openWorkshop(join(folder.dir, "ready"), {
      diskSpace: async () => ({ freeBytes, totalBytes: 1e12 }),
    });
    const count = (message: string) => lines.filter((line) => line.message === message).length;
    const told = () => JSON.stringify(lines.slice(-10));
    try {
      workshop.keepReady({ wanted: [], carried: [], offAir: [plan], takenIn: [] });
      const failed = ["not prepared", "a background could not be rendered alone"];
      await until(() => failed.every((message) => count(message) > 0), 30_000, told);
      freeBytes = 1e12;
      await until(() => count("stream prepared") > 0 && workshop.bareBackgrounds.keys.length > 0, 60_000, told);
    } finally {
      await close();
    }
  });
});

describe("a cache whose limit is smaller than what is on air", () => {
  it("keeps all of that, and says so", async () => {
    const engineDir = join(folder.dir, "small");
    const { log, lines } = memoryLog();
    const scheduler = createScheduler({ concurrency: 2, now: () => performance.now(), log });
    const engine = await openEngine(engineDir, log, scheduler, { cacheMaxBytes: 1000 });
    try {
      const item = planItem("tone", await makeTone(join(folder.dir, "tone.wav"), { seconds: 2, hz: 550 }), 2_000);
      await engine.reconcile([]);
      const destinations = [rtmp("small", ingest.url, "small")];
      const plan = testPlan([item], ingest.url, "small", { ...named("small"), profileId: "720p30", destinations });
      let started = 0;
      engine.subscribe((event) => void (event.type === "track-started" && (started += 1)));
      engine.apply(plan);
      const onAir = () => engine.onAir(plan.streamId);
      const told = () => JSON.stringify({ onAir: onAir(), lines: lines.slice(-10) });
      await until(() => onAir().conditions.some(({ code }) => code === "cache-full"), 90_000, told);
      const before = started;
      await until(() => started > before + 2, 60_000, told);
      expect(onAir()).toMatchObject({ state: "on-air", quarantine: [] });
      expect(engine.cacheBytes).toBeGreaterThan(1000);
      expect(lines.filter(({ message }) => /damaged|session failed/.test(message))).toEqual([]);
    } finally {
      await engine.close({ offAir: true });
      await scheduler.close();
      await endPublishers(engineDir);
    }
  });
});

async function fillUp(path: string): Promise<void> {
  for (const bytes of [1024 * 1024, 4096]) {
    try {
      for (;;) await writeFile(path, Buffer.alloc(bytes), { flag: "a" });
    } catch {
      // Full, as far as pieces of this size go.
    }
  }
}

describe("the guard of the disk", () => {
  const told = async (guard: DiskGuard) =>
    guard.check().then(
      () => "room",
      (error: Error) => error.name,
    );

  it("keeps a floor free, is full until a good deal more than that is free again, and tells of both", async () => {
    const dir = join(folder.dir, "guard");
    await mkdir(dir, { recursive: true });
    let freeBytes = 1000;
    let looks = 0;
    const changes: boolean[] = [];
    const guard = new DiskGuard({ dir, floorBytes: 1000, recheckMs: 5, space: async () => ((looks += 1), { freeBytes, totalBytes: 1e9 }) });
    guard.subscribe(() => changes.push(guard.isFull));
    expect(await told(guard)).toBe("DiskFullError");
    freeBytes = 1200;
    const before = looks;
    await until(() => looks >= before + 3);
    expect(await told(guard)).toBe("DiskFullError");
    freeBytes = 1300;
    await until(() => !guard.isFull);
    expect(await told(guard)).toBe("room");
    expect(changes).toEqual([true, false]);
    const codes = ["EIO", "EFBIG", "ENOSPC"];
    expect(codes.map((code) => guard.note(Object.assign(new Error("no"), { code })))).toEqual([false, false, true]);
    expect(guard.isFull).toBe(true);
    guard.close();
  });

  it("is full until a write goes well where one has failed: of a quota, or of too few inodes, the file system says nothing", async () => {
    const dir = mountSmall(join(folder.dir, "inodes"), ",nr_inodes=12");
    // Who may not mount anything has no disk that lacks only inodes.
    if (!dir) return;
    onTestFinished(() => void execFileSync("umount", ["--lazy", dir]));
    const made: string[] = [];
    const failure: unknown = await fillWith(dir, made).catch((error: unknown) => error);
    let looks = 0;
    const space = (of: string) => ((looks += 1), readSpace(of));
    const guard = new DiskGuard({ dir, recheckMs: 5, space });
    onTestFinished(() => guard.close());
    expect([await told(guard), guard.note(failure)]).toEqual(["room", true]);
    const before = looks;
    await until(() => looks >= before + 3);
    expect(guard.isFull).toBe(true);
    await rm(made[0] ?? "");
    await until(() => !guard.isFull);
    // What was tried is gone again.
    expect(await readdir(dir)).toHaveLength(made.length - 1);
  });

  it("waits twice as long each time that writes fail again as soon as they are tried", async () => {
    const dir = join(folder.dir, "relapses");
    await mkdir(dir, { recursive: true });
    const recheckMs = 10;
    const guard = new DiskGuard({ dir, recheckMs, space: async () => ({ freeBytes: 1e12, totalBytes: 1e12 }) });
    onTestFinished(() => guard.close());
    const fullForMs: number[] = [];
    for (let count = 0; count < 5; count += 1) {
      const sinceMs = performance.now();
      guard.note(Object.assign(new Error("quota"), { code: "EDQUOT" }));
      await until(() => !guard.isFull);
      fullForMs.push(performance.now() - sinceMs);
    }
    // A timer may ring a millisecond early.
    expect(fullForMs.map((ms, count) => ms >= recheckMs * 2 ** count - 1)).toEqual(fullForMs.map(() => true));
  });
});

/** Empty files, until there can be no more. */
async function fillWith(dir: string, made: string[]): Promise<never> {
  for (;;) {
    const path = join(dir, `${made.length}`);
    await writeFile(path, "");
    made.push(path);
  }
}

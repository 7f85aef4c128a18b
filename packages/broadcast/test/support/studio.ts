import { closeSync, openSync, readSync, readdirSync, statSync } from "node:fs";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type EngineEvent, type OnAir, type Plan, type StreamId, destinationId, sessionId, streamId } from "@nightjar/contract";
import { type Scheduler, createScheduler } from "@nightjar/media";
import { ARRIVAL_PATIENCE_MS } from "@nightjar/rtmp-ingest";
import { BEING_PREPARED } from "../../src/director/air/reasons.ts";
import { readSessionRecord, sessionDir } from "../../src/director/session/session-record.ts";
import type { PublisherRecord } from "../../src/egress/publisher.ts";
import { reap } from "../../src/egress/reap.ts";
import { TAG_VIDEO, fileHeader } from "../../src/flv/tag.ts";
import type { Engine, EngineOptions } from "../../src/index.ts";
import { type LogLine, memoryLog, openEngine, testFolder } from "./engine.ts";

/** An engine in this process with a folder of its own; `close` leaves no process behind, also after a failed test. */
export interface Studio {
  readonly dir: string;
  readonly engineDir: string;
  readonly engine: Engine;
  readonly lines: readonly LogLine[];
  readonly events: readonly EngineEvent[];
  /** Answers once the stream's actual state satisfies `check`; says what it was when it does not in time. */
  waitFor(id: StreamId, check: (onAir: OnAir) => boolean, timeoutMs?: number): Promise<OnAir>;
  /** The nth event of a track starting, of this session. */
  trackStarted(plan: Plan, nth: number, timeoutMs?: number): Promise<Extract<EngineEvent, { type: "track-started" }>>;
  /**
   * Every state the stream has been in, in order; the slate while its first track was being prepared is part of that.
   * @param patience of the slate, other reasons that a busy machine may have
   */
  states(id: StreamId, patience?: readonly string[]): string[];
  close(): Promise<void>;
}

/** @param wrap stands between engine and scheduler, for tests that hold renders up */
export async function openStudio(
  wrap: (scheduler: Scheduler) => Scheduler = (scheduler) => scheduler,
  options: Partial<EngineOptions> = {},
): Promise<Studio> {
  const { dir, remove } = await testFolder();
  const engineDir = join(dir, "engine");
  const { log, lines } = memoryLog();
  const scheduler = createScheduler({ concurrency: 2, now: () => performance.now(), log });
  const engine = await openEngine(engineDir, log, wrap(scheduler), options);
  const events: EngineEvent[] = [];
  engine.subscribe((event) => void events.push(event));
  return {
    dir,
    engineDir,
    engine,
    lines,
    events,
    waitFor: async (id, check, timeoutMs = ARRIVAL_PATIENCE_MS) => {
      await until(
        () => check(engine.onAir(id)),
        timeoutMs,
        () => JSON.stringify({ onAir: engine.onAir(id), lines: lines.slice(-12) }),
      );
      return engine.onAir(id);
    },
    trackStarted: async (plan, nth, timeoutMs = ARRIVAL_PATIENCE_MS) => {
      const found = () => events.filter((event) => event.type === "track-started" && event.sessionId === plan.sessionId)[nth - 1];
      const event = await untilFound(found, timeoutMs, () =>
        JSON.stringify({ onAir: engine.onAir(plan.streamId), lines: lines.slice(-12) }),
      );
      if (event.type !== "track-started") throw new Error("filtered above");
      return event;
    },
    states: (id, patience = []) => {
      const reasons: readonly (string | null)[] = [BEING_PREPARED, ...patience];
      const told = events.flatMap((event) => (event.type === "on-air" && event.streamId === id ? [event.onAir] : []));
      const states = told.flatMap(({ state, reason }) => (state === "slate" && reasons.includes(reason) ? [] : [state]));
      return states.filter((state, index) => state !== states[index - 1]);
    },
    close: async () => {
      await engine.close({ offAir: true });
      await scheduler.close();
      await endPublishers(engineDir);
      await remove();
    },
  };
}

const POLL_MS = 20;

/** Polls what has no event of its own: files, processes, the actual state. */
export async function until(
  check: () => boolean | Promise<boolean>,
  timeoutMs = ARRIVAL_PATIENCE_MS,
  explain: () => string = () => "",
): Promise<void> {
  await untilFound(async () => (await check()) || null, timeoutMs, explain);
}

export async function untilFound<T>(
  find: () => T | null | undefined | Promise<T | null | undefined>,
  timeoutMs = ARRIVAL_PATIENCE_MS,
  explain: () => string = () => "",
): Promise<T> {
  const deadlineMs = performance.now() + timeoutMs;
  for (;;) {
    const found = await find();
    if (found !== null && found !== undefined) return found;
    if (performance.now() > deadlineMs) throw new Error(`not within ${timeoutMs} ms ${explain()}`);
    await pause(POLL_MS);
  }
}

/** Publishers on record under an engine's folder. */
export function publishers(engineDir: string, stream?: string): PublisherRecord[] {
  try {
    const names = stream === undefined ? readdirSync(join(engineDir, "sessions")) : [stream];
    return names.flatMap((name) => readSessionRecord(sessionDir(engineDir, decodeURIComponent(name)))?.publishers ?? []);
  } catch {
    return [];
  }
}

/** From then on a kill doubles no packet: how much each publisher reads beside its stream is known, soon after it is connected. */
export async function untilSure(engineDir: string): Promise<void> {
  await until(() => {
    const all = publishers(engineDir);
    return all.length > 0 && all.every(({ ownReads }) => ownReads?.isSure);
  });
}

const workDirOf = (engineDir: string) => join(engineDir, "cache", "unfinished");

/** Units that are not whole: one that is has its name in the cache beside the one it was made under. */
export function unfinishedUnits(engineDir: string): string[] {
  const workDir = workDirOf(engineDir);
  return readdirSync(workDir).filter((name) => statSync(join(workDir, name), { throwIfNoEntry: false })?.nlink === 1);
}

/** Of these all but pictures, as their first tag says: what has none yet may become a sound. */
export const unfinishedSounds = (engineDir: string): string[] =>
  unfinishedUnits(engineDir).filter((name) => firstTagOf(join(workDirOf(engineDir), name)) !== TAG_VIDEO);

function firstTagOf(path: string): number | null {
  const head = Buffer.alloc(fileHeader().length + 1);
  try {
    const file = openSync(path, "r");
    const length = readSync(file, head);
    closeSync(file);
    return length < head.length ? null : head.readUInt8(head.length - 1);
  } catch {
    // It has become whole, or was given up.
    return null;
  }
}

/**
 * From then on a kill cuts no track short: a sound that was still being rendered ends where the crash has cut it, and what follows begins.
 * A picture goes on anew, and its second pass leaves the processor to everything else: that may take longer than anybody waits.
 */
export const untilRendered = (engineDir: string): Promise<void> =>
  until(
    () => unfinishedSounds(engineDir).length === 0,
    ARRIVAL_PATIENCE_MS,
    () => unfinishedSounds(engineDir).join(),
  );

/** For the end of every test: kills what is on record, if it still is what the record says. */
export async function endPublishers(engineDir: string): Promise<void> {
  await reap(publishers(engineDir));
}

/** Processes of the machine whose command line holds the text. */
export async function processesWith(text: string): Promise<{ pid: number; commandLine: string }[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const all = await Promise.all(
    pids.map(async (name) => ({
      pid: Number(name),
      commandLine: (await readFile(`/proc/${name}/cmdline`, "utf8").catch(() => "")).replaceAll("\0", " "),
    })),
  );
  return all.filter(({ pid, commandLine }) => pid !== process.pid && commandLine.includes(text));
}

/** Names for one stream of a test: streams of one engine must differ. */
export function named(name: string): Pick<Plan, "streamId" | "sessionId"> {
  return { streamId: streamId.parse(`stream-${name}`), sessionId: sessionId.parse(`session-${name}`) };
}

export function rtmp(name: string, url: string, streamKey: string): Plan["destinations"][number] {
  return { id: destinationId.parse(`destination-${name}`), kind: "rtmp", url, streamKey };
}

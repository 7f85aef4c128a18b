import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { cp, rm } from "node:fs/promises";
import { loadavg } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { randomUUID } from "node:crypto";
import type { RtmpIngest } from "../../../tooling/rtmp-ingest/src/index.ts";
import { keepBusy } from "../busy.ts";
import { Studio, waitUntil } from "../studio.ts";
import type { Seen } from "./figures.ts";
import { type LogFacts, readLog } from "./log.ts";
import type { Act } from "./material.ts";
import { readReceived } from "./recording.ts";
import { designOf, makeTemplate } from "./template.ts";
import { Watch } from "./watch.ts";

export const CASES = ["cold", "prepared", "reboot", "gone"] as const;
export type Case = (typeof CASES)[number];

export interface Wish {
  readonly kind: Case;
  readonly isBusy: boolean;
  readonly seconds: number;
  readonly workers: number;
}

export interface Setting {
  readonly acts: readonly Act[];
  /** What the uploads have left behind. */
  readonly materialDir: string;
  readonly dataDir: string;
  readonly logPath: string;
  readonly ingest: RtmpIngest;
  /** Where the recordings and the log of each run are kept; null: nowhere. */
  readonly keepDir: string | null;
}

export interface Evening {
  readonly seen: readonly Seen[];
  readonly log: LogFacts;
  /** By the wall clock: the first Start, or that the studio was ready again. */
  readonly startedAtMs: number;
  readonly startsWithinMs: number;
  readonly notes: readonly string[];
}

const CORES = 2;
const IDLE_MS = 3000;
/** Off air the studio may wait for a stream to rest before it prepares it. */
const PREPARING_IDLE_MS = 15_000;
const PREPARING_MOST_MS = 5 * 60 * 1000;
const BEFORE_REBOOT_MOST_MS = 3 * 60 * 1000;
const LOOK_MS = 500;
const WARM_UP_MS = 2000;

/** One run in a data folder of its own: the streams are made, go on air by the case's way, and are watched for so long. */
export async function spend(setting: Setting, wish: Wish): Promise<Evening> {
  const { materialDir, dataDir, logPath, ingest } = setting;
  await cp(materialDir, dataDir, { recursive: true });
  // What was copied would else be written while the database waits for its own.
  spawnSync("sync");
  const stage = new Stage(setting, wish);
  try {
    await stage.open();
    const startedAtMs = await stage.start();
    return await stage.watch(startedAtMs);
  } finally {
    stage.close();
    if (setting.keepDir) await keep(setting, join(setting.keepDir, `${wish.kind}-${wish.isBusy ? "busy" : "quiet"}`));
    await rm(dataDir, { recursive: true, force: true });
    await rm(logPath, { force: true });
    for (const name of readdirSync(ingest.dir)) if (name.endsWith(".flv")) await rm(join(ingest.dir, name));
  }
}

async function keep({ ingest, logPath }: Setting, dir: string): Promise<void> {
  await cp(ingest.dir, dir, { recursive: true, filter: (path) => path === ingest.dir || path.endsWith(".flv") });
  await cp(logPath, join(dir, "studio.log"));
}

class Stage {
  readonly #setting: Setting;
  readonly #wish: Wish;
  readonly #notes: string[] = [];
  readonly #ids: string[] = [];
  #studio: Studio | null = null;
  #watch: Watch | null = null;
  #calm: (() => void) | null = null;

  constructor(setting: Setting, wish: Wish) {
    this.#setting = setting;
    this.#wish = wish;
  }

  /** The streams as they are before the moment that is measured. */
  async open(): Promise<void> {
    const studio = await this.#startStudio();
    await studio.untilIdle({ idleMs: IDLE_MS });
    const { kind } = this.#wish;
    await this.#makeStreams(studio);
    if (kind === "prepared") await this.#untilPrepared(studio);
    if (kind !== "reboot" && kind !== "gone") return;
    await this.#startAll(studio);
    await this.#untilAllWanted(studio);
  }

  /** @returns of each stream the wall clock's time from which it is measured */
  async start(): Promise<number[]> {
    const { kind, isBusy } = this.#wish;
    const studio = this.#studio;
    if (!studio) throw new Error("no studio runs");
    const isReboot = kind === "reboot" || kind === "gone";
    if (isReboot) await this.#goDown(studio);
    if (isBusy) {
      this.#calm = keepBusy(CORES);
      await pause(WARM_UP_MS);
    }
    const watch = new Watch(this.#setting.ingest.dir);
    this.#watch = watch;
    if (!isReboot) {
      watch.ask(studio, this.#ids);
      return this.#startAll(studio);
    }
    const beganAtMs = Date.now();
    const again = await this.#startStudio();
    this.#notes.push(
      `the studio was ready ${((again.readyAtMs - beganAtMs) / 1000).toFixed(1)} s after its process began; times count from then`,
    );
    watch.ask(again, this.#ids);
    return this.#ids.map(() => again.readyAtMs);
  }

  /** For as long as was wished; then all is taken off the air and looked through. */
  async watch(startedAtMs: readonly number[]): Promise<Evening> {
    const { acts, dataDir, logPath } = this.#setting;
    const [studio, watch] = [this.#studio, this.#watch];
    if (!studio || !watch) throw new Error("nothing runs");
    const firstMs = Math.min(...startedAtMs);
    const untilMs = firstMs + this.#wish.seconds * 1000;
    const before = loadavg();
    await pause(Math.max(0, untilMs - Date.now()));
    const after = loadavg();
    watch.end();
    this.#calm?.();
    await studio.stop(dataDir);
    const seen: Seen[] = [];
    for (const [index, act] of acts.entries()) {
      const own = [...watch.growths].filter(([path]) => basename(path).startsWith(`${keyOf(index)}-`));
      const received = await Promise.all(own.map(([path, growth]) => readReceived(path, growth, designOf(index))));
      const looks = watch.looks.get(this.#ids[index] ?? "") ?? [];
      seen.push({ act, startedAtMs: startedAtMs[index] ?? firstMs, untilMs, received: received.filter((one) => one !== null), looks });
    }
    this.#notes.push(`load of the machine before it, and in its last minute: ${before[0]?.toFixed(1)}, ${after[0]?.toFixed(1)}`);
    const startsWithinMs = Math.max(...startedAtMs) - firstMs;
    return { seen, log: readLog(logPath, { fromMs: firstMs, untilMs }), startedAtMs: firstMs, startsWithinMs, notes: this.#notes };
  }

  /** Whatever still runs. */
  close(): void {
    this.#watch?.end();
    this.#calm?.();
    this.#studio?.endAnyway();
  }

  async #startStudio(): Promise<Studio> {
    const { dataDir, logPath } = this.#setting;
    const env = { LOG_LEVEL: "info", RENDER_CONCURRENCY: String(this.#wish.workers) };
    this.#studio = await Studio.start(dataDir, { logPath, env });
    return this.#studio;
  }

  async #makeStreams(studio: Studio): Promise<void> {
    const { acts, ingest } = this.#setting;
    const templateIds = await Promise.all(acts.map(({ name }, index) => makeTemplate(studio, name, designOf(index))));
    const ids = await Promise.all(
      acts.map(async ({ name, backgroundId, tracks }, index) => {
        const { id } = await studio.call<{ id: string }>("POST", "/api/streams", { title: name });
        const tracklistIds = tracks.map((track) => track.id);
        const activeOverlayTemplateId = templateIds[index];
        const content = { activeBackgroundId: backgroundId, activeOverlayTemplateId, tracklistIds };
        await studio.call("PATCH", `/api/streams/${id}`, content);
        await studio.call("PUT", `/api/streams/${id}/destination`, { rtmpUrl: ingest.url, streamKey: keyOf(index) });
        return id;
      }),
    );
    this.#ids.push(...ids);
  }

  async #startAll(studio: Studio): Promise<number[]> {
    const askedAtMs: number[] = [];
    await Promise.all(
      this.#ids.map((id) => {
        askedAtMs.push(Date.now());
        return studio.call("POST", `/api/direct-streaming/start/${id}`, {});
      }),
    );
    return askedAtMs;
  }

  async #untilPrepared(studio: Studio): Promise<void> {
    const beganAtMs = Date.now();
    const isIdle = await studio.untilIdle({ idleMs: PREPARING_IDLE_MS, timeoutMs: PREPARING_MOST_MS }).then(
      () => true,
      () => false,
    );
    const seconds = Math.round((Date.now() - beganAtMs) / 1000);
    this.#notes.push(`the studio was ${isIdle ? "idle" : "still at work"} ${seconds} s after the streams were made`);
  }

  async #untilAllWanted(studio: Studio): Promise<void> {
    let wanted = 0;
    const areAllWanted = async () => {
      await pause(LOOK_MS);
      wanted = await studio.countWanted(this.#ids);
      return wanted === this.#ids.length;
    };
    await waitUntil("all show their own picture", areAllWanted, BEFORE_REBOOT_MOST_MS).catch(() => undefined);
    this.#notes.push(`${wanted} of ${this.#ids.length} streams told of their own picture before the machine failed`);
  }

  /** The machine fails; when it is back nothing of what ran is there, and its clocks have begun anew. */
  async #goDown(studio: Studio): Promise<void> {
    const { dataDir } = this.#setting;
    await studio.kill(dataDir);
    this.#studio = null;
    const sessions = join(dataDir, "engine", "sessions");
    for (const name of readdirSync(sessions)) {
      const path = join(sessions, name, "session.json");
      const record = JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;
      writeFileSync(path, JSON.stringify({ ...record, bootId: randomUUID() }), { mode: 0o600 });
    }
    if (this.#wish.kind === "gone") await rm(join(dataDir, "engine", "cache"), { recursive: true, force: true });
  }
}

function keyOf(index: number): string {
  return `act${String(index + 1).padStart(2, "0")}`;
}

import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Studio } from "../studio.ts";

/** Each stream in its turn: asked often, and all at once with their Starts, the asking itself would be what is measured. */
const ASK_MS = 500;
/** Nor is any asked before all are at the ingest, which took a tenth of both cores from what brings them there; no longer than this. */
const UNASKED_MOST_MS = 5000;
/** Until everything has begun; then rarer, so that looking costs nothing. */
const SHARP_MS = 20;
const SHARP_FOR_MS = 30_000;
const CALM_MS = 200;

/** What the studio says of a stream. */
export interface Look {
  readonly atMs: number;
  readonly state: string;
  readonly level: string;
  readonly reason: string | null;
  readonly title: string | null;
  readonly positionMs: number;
}

/** How much of a recording was there when. */
export interface Growth {
  readonly atMs: number;
  readonly bytes: number;
}

interface OnAirAnswer {
  readonly state: string;
  readonly picture: { readonly level: string; readonly reason: string | null };
  readonly track: { readonly title: string } | null;
  readonly positionMs: number;
}

/** Follows the recordings at the ingest and, once it is given a studio, what that says. All times are the wall clock's. */
export class Watch {
  readonly #dir: string;
  readonly #known: ReadonlySet<string>;
  readonly #growths = new Map<string, Growth[]>();
  readonly #looks = new Map<string, Look[]>();
  readonly #beganAtMs = performance.now();
  #timer: NodeJS.Timeout | undefined;
  #asking: NodeJS.Timeout | undefined;

  /** @param dir of the ingest; what lies there already is left alone */
  constructor(dir: string) {
    this.#dir = dir;
    this.#known = new Set(readdirSync(dir));
    this.#measure();
  }

  /** Of the recordings made since, by their paths, oldest first. */
  get growths(): ReadonlyMap<string, readonly Growth[]> {
    return this.#growths;
  }

  /** By stream. */
  get looks(): ReadonlyMap<string, readonly Look[]> {
    return this.#looks;
  }

  ask(studio: Studio, streamIds: readonly string[]): void {
    const waiting = new Set<string>();
    const unaskedUntilMs = performance.now() + UNASKED_MOST_MS;
    let turn = 0;
    const look = () => {
      if (this.#growths.size < streamIds.length && performance.now() < unaskedUntilMs) return;
      const id = streamIds[turn % streamIds.length];
      turn += 1;
      if (id === undefined || waiting.has(id)) return;
      waiting.add(id);
      void this.#ask(studio, id).finally(() => waiting.delete(id));
    };
    this.#asking = setInterval(look, ASK_MS / streamIds.length);
  }

  end(): void {
    clearInterval(this.#asking);
    clearTimeout(this.#timer);
  }

  async #ask(studio: Studio, id: string): Promise<void> {
    const answer = await studio.call<OnAirAnswer>("GET", `/api/streams/${id}/on-air`).catch(() => null);
    if (!answer) return;
    const { state, picture, track, positionMs } = answer;
    const looks = this.#looks.get(id) ?? [];
    this.#looks.set(id, looks);
    looks.push({ atMs: Date.now(), state, ...picture, title: track?.title ?? null, positionMs });
  }

  #measure(): void {
    for (const name of readdirSync(this.#dir)) {
      if (!name.endsWith(".flv") || this.#known.has(name)) continue;
      const path = join(this.#dir, name);
      const growth = this.#growths.get(path) ?? [];
      this.#growths.set(path, growth);
      const { size } = statSync(path);
      if (size > (growth.at(-1)?.bytes ?? -1)) growth.push({ atMs: Date.now(), bytes: size });
    }
    const isSharp = performance.now() - this.#beganAtMs < SHARP_FOR_MS;
    this.#timer = setTimeout(() => this.#measure(), isSharp ? SHARP_MS : CALM_MS);
  }
}

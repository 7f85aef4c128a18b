import { readFileSync } from "node:fs";
import { PROFILES, type ProfileId, PROFILE_IDS, expectedRenderSpeed } from "@nightjar/contract";
import { replaceFile } from "@nightjar/kit/node";
import { z } from "zod";

/** Shorter renders mostly measure how long ffmpeg takes to start. */
const LEAST_PLAYED_MS = 9000;
/** How much the newest render counts, where it had company: one alone may leave a part of the machine unused. */
const NEWEST = 0.2;
const NEWEST_ALONE = 0.05;
/** Renders side by side, in the mean, from which on the machine counts as full. */
const COMPANY = 1.5;

const stored = z.partialRecord(z.enum(PROFILE_IDS), z.number().positive());

/** A picture that is being rendered. */
export interface MeasuredRender {
  /** It was made whole. */
  done(profileId: ProfileId, playedMs: number): void;
  /** Always: it takes no part of the machine any more. */
  end(): void;
}

/**
 * How fast this machine renders pictures, all of them together: played time made in the same time, kept over restarts. Two
 * renders side by side each get half the machine, so each is charged half of the time they share.
 */
export class RenderSpeed {
  readonly #path: string;
  readonly #now: () => number;
  readonly #speeds: Map<ProfileId, number>;
  #writing: Promise<void> = Promise.resolve();
  #running = 0;
  /** What a render that ran all the time would have been charged, up to `#chargedAtMs`. */
  #chargedMs = 0;
  #chargedAtMs = 0;

  /** @param path of its file, which need not exist */
  constructor(path: string, now: () => number = () => performance.now()) {
    this.#path = path;
    this.#now = now;
    const known = readStored(path);
    this.#speeds = new Map(PROFILE_IDS.flatMap((id) => (known[id] === undefined ? [] : [[id, known[id]] as const])));
  }

  /** Answers when all that was noted is kept. */
  get kept(): Promise<void> {
    return this.#writing;
  }

  of(profileId: ProfileId): number {
    return this.#speeds.get(profileId) ?? expectedRenderSpeed(PROFILES[profileId]);
  }

  begin(): MeasuredRender {
    this.#charge(1);
    const fromMs = this.#chargedMs;
    const startedAtMs = this.#chargedAtMs;
    let isRunning = true;
    const end = () => {
      if (isRunning) this.#charge(-1);
      isRunning = false;
    };
    return {
      end,
      done: (profileId, playedMs) => {
        end();
        this.#note(profileId, playedMs, { machineMs: this.#chargedMs - fromMs, tookMs: this.#chargedAtMs - startedAtMs });
      },
    };
  }

  /** Shares the time since the last change among those who ran in it. */
  #charge(change: number): void {
    const nowMs = this.#now();
    if (this.#running > 0) this.#chargedMs += (nowMs - this.#chargedAtMs) / this.#running;
    this.#chargedAtMs = nowMs;
    this.#running += change;
  }

  #note(profileId: ProfileId, playedMs: number, { machineMs, tookMs }: { machineMs: number; tookMs: number }): void {
    if (playedMs < LEAST_PLAYED_MS || machineMs <= 0) return;
    const speed = playedMs / machineMs;
    const before = this.#speeds.get(profileId) ?? speed;
    // A render alone proves that the machine is at least as fast; how much faster, only a full one shows.
    const weight = tookMs / machineMs >= COMPANY || speed > before ? NEWEST : NEWEST_ALONE;
    this.#speeds.set(profileId, before * (1 - weight) + speed * weight);
    const text = JSON.stringify(Object.fromEntries(this.#speeds));
    // Losing it costs nothing but an estimate.
    this.#writing = this.#writing.then(() => replaceFile(this.#path, text)).catch(() => undefined);
  }
}

function readStored(path: string): z.infer<typeof stored> {
  try {
    return stored.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return {};
  }
}

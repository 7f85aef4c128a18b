import { readFileSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { PROFILES, type ProfileId, PROFILE_IDS, expectedRenderSpeed } from "@nightjar/contract";
import { z } from "zod";

/** Shorter renders mostly measure how long ffmpeg takes to start. */
const LEAST_PLAYED_MS = 9000;
/** How much the newest render counts. */
const NEWEST = 0.2;

const stored = z.partialRecord(z.enum(PROFILE_IDS), z.number().positive());

/** How fast this machine renders pictures: played time made in the same time, kept over restarts. */
export class RenderSpeed {
  readonly #path: string;
  readonly #speeds: Map<ProfileId, number>;
  #writing: Promise<void> = Promise.resolve();

  /** @param path of its file, which need not exist */
  constructor(path: string) {
    this.#path = path;
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

  note(profileId: ProfileId, playedMs: number, tookMs: number): void {
    if (playedMs < LEAST_PLAYED_MS || tookMs <= 0) return;
    const speed = playedMs / tookMs;
    const before = this.#speeds.get(profileId);
    this.#speeds.set(profileId, before === undefined ? speed : before * (1 - NEWEST) + speed * NEWEST);
    const text = JSON.stringify(Object.fromEntries(this.#speeds));
    // Losing it costs nothing but an estimate.
    this.#writing = this.#writing.then(() => replace(this.#path, text)).catch(() => undefined);
  }
}

function readStored(path: string): z.infer<typeof stored> {
  try {
    return stored.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return {};
  }
}

async function replace(path: string, text: string): Promise<void> {
  await writeFile(`${path}.new`, text, { mode: 0o600 });
  await rename(`${path}.new`, path);
}

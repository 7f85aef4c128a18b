import { appendFileSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { artistKey } from "./shuffle.ts";

/** One play: its number in the session, its segment's serial, its round, item, track and artist. */
const playSchema = z.tuple([z.number().int(), z.number().int(), z.number().int(), z.string(), z.string(), z.string()]);
type Play = z.infer<typeof playSchema>;

/** Plays on file beyond those that count, before it is written anew. */
const COMPACT_AFTER = 2000;

/** What a session has aired, as far as choosing the next track goes. Kept in a file, one line a play, so that a restart changes nothing. */
export class AirMemory {
  readonly #path: string | null;
  readonly #latest = new Map<string, Play>();
  readonly #tracks = new Map<string, number>();
  readonly #artists = new Map<string, number>();
  #last: Play | null = null;
  #round = 1;
  #fileLines = 0;

  /** @param path null: not kept */
  constructor(path: string | null) {
    this.#path = path;
    for (const play of path === null ? [] : readPlays(path)) this.#learn(play);
    this.#fileLines = this.#latest.size;
  }

  /** Plays so far. */
  get count(): number {
    return this.#last?.[0] ?? 0;
  }

  get round(): number {
    return this.#round;
  }

  /** The round in which it was last played. */
  roundOf(itemId: string): number | undefined {
    return this.#latest.get(itemId)?.[2];
  }

  item(itemId: string): number | undefined {
    return this.#latest.get(itemId)?.[0];
  }

  track(trackId: string): number | undefined {
    return this.#tracks.get(trackId);
  }

  artist(key: string): number | undefined {
    return this.#artists.get(key);
  }

  /** It goes on air. Told again after an adoption it counts once. */
  add(played: { serial: number; round: number; itemId: string; trackId: string; artist: string }): void {
    const { serial, round, itemId, trackId, artist } = played;
    if (this.#last?.[1] === serial && this.#last[3] === itemId) return;
    const play: Play = [this.count + 1, serial, round, itemId, trackId, artistKey(artist)];
    this.#learn(play);
    this.#write(play);
  }

  forget(): void {
    if (this.#path !== null) rmSync(this.#path, { force: true });
  }

  #learn(play: Play): void {
    const [count, , round, itemId, trackId, artist] = play;
    this.#last = play;
    this.#round = Math.max(this.#round, round);
    this.#latest.set(itemId, play);
    this.#tracks.set(trackId, count);
    this.#artists.set(artist, count);
  }

  /** Without it a restart would only shuffle anew: a full disk must not take the stream along. */
  #write(play: Play): void {
    if (this.#path === null) return;
    try {
      this.#fileLines += 1;
      if (this.#fileLines <= COMPACT_AFTER + 2 * this.#latest.size) return appendFileSync(this.#path, toLine(play), { mode: 0o600 });
      const plays = [...this.#latest.values()].toSorted((a, b) => a[0] - b[0]);
      writeFileSync(`${this.#path}.new`, plays.map(toLine).join(""), { mode: 0o600 });
      renameSync(`${this.#path}.new`, this.#path);
      this.#fileLines = plays.length;
    } catch {
      this.#fileLines = 0;
    }
  }
}

const toLine = (play: Play) => `\n${JSON.stringify(play)}`;

function readPlays(path: string): Play[] {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    return readFileSync(path, "utf8")
      .split("\n")
      .map(parsePlay)
      .filter((play) => play !== null);
  } catch {
    return [];
  }
}

function parsePlay(line: string): Play | null {
  try {
    return playSchema.parse(JSON.parse(line));
  } catch {
    return null;
  }
}

/** Of one session, under the engine's folder. */
export function airMemoryPath(engineDir: string, sessionId: string): string {
  return join(engineDir, "air", `${encodeURIComponent(sessionId)}.jsonl`);
}

/** At boot: sessions that nobody wants any more. */
export function forgetOtherMemories(engineDir: string, sessionIds: readonly string[]): void {
  const kept = new Set(sessionIds.map((id) => airMemoryPath(engineDir, id)));
  try {
    for (const name of readdirSync(join(engineDir, "air"))) {
      const path = join(engineDir, "air", name);
      if (!kept.has(path)) rmSync(path, { force: true });
    }
  } catch {
    // There is none yet.
  }
}

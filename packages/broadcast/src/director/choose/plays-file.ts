import { appendFileSync, mkdirSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { replaceFileSync } from "@nightjar/kit/node";
import { z } from "zod";
import { type Play, type Played, playedOf } from "./played.ts";

const playSchema = z.tuple([z.number().int(), z.number().int(), z.number().int(), z.string(), z.string(), z.string()]);

/** Plays on file beyond those that count, before it is written anew. */
const COMPACT_AFTER = 2000;

/** Keeps what a session has played in a file, one line a play, so that a restart changes nothing. */
export class PlaysFile {
  readonly #path: string;
  #fileLines = 0;

  constructor(path: string) {
    this.#path = path;
  }

  read(): Played {
    const lines = readLines(this.#path);
    this.#fileLines = lines.length;
    return playedOf(lines.map(parsePlay).filter((play) => play !== null));
  }

  /** @param played with that play. Without the file a restart would only choose anew: a full disk must not take the stream along. */
  append(play: Play, played: Played): void {
    try {
      this.#fileLines += 1;
      if (this.#fileLines <= COMPACT_AFTER + 2 * played.latest.size) return appendFileSync(this.#path, toLine(play), { mode: 0o600 });
      const plays = [...played.latest.values()].toSorted((a, b) => a[0] - b[0]);
      replaceFileSync(this.#path, plays.map(toLine).join(""));
      this.#fileLines = plays.length;
    } catch {
      this.#fileLines = 0;
    }
  }

  /** The session is over. */
  remove(): void {
    rmSync(this.#path, { force: true });
  }
}

const toLine = (play: Play) => `\n${JSON.stringify(play)}`;

function readLines(path: string): string[] {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    return readFileSync(path, "utf8")
      .split("\n")
      .filter((line) => line !== "");
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
export function playedPath(engineDir: string, sessionId: string): string {
  return join(engineDir, "air", `${encodeURIComponent(sessionId)}.jsonl`);
}

/** At boot: sessions that nobody wants any more. */
export function forgetOtherPlays(engineDir: string, sessionIds: readonly string[]): void {
  const kept = new Set(sessionIds.map((id) => playedPath(engineDir, id)));
  try {
    for (const name of readdirSync(join(engineDir, "air"))) {
      const path = join(engineDir, "air", name);
      if (!kept.has(path)) rmSync(path, { force: true });
    }
  } catch {
    // There is none yet.
  }
}

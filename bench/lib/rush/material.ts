import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Studio, waitUntil } from "../studio.ts";
import { ffmpeg, inTurns, print } from "../tools.ts";

export const STREAM_COUNT = 12;
const TRACK_COUNT = 5;
const LOOP_SECONDS = 10;
const SHORTEST_SECONDS = 60;
const LONGEST_SECONDS = 180;
const PREPARED_TIMEOUT_MS = 20 * 60 * 1000;
/** What the uploads and a fresh studio make of their own accord follows within this. */
const OWN_JOBS_MS = 3000;

/** A title of n steps is so much wider than one of n - 1: by this a picture tells whose it is. */
const LETTERS_PER_STEP = 4;

export interface Track {
  readonly id: string;
  readonly title: string;
  readonly durationMs: number;
}

/** What one stream is made of. */
export interface Act {
  readonly name: string;
  readonly backgroundId: string;
  readonly tracks: readonly Track[];
}

export interface Material {
  readonly acts: readonly Act[];
  /** A data folder in which all of it has been taken in. */
  readonly materialDir: string;
}

/** From this folder, or made there. */
export async function materialIn(dir: string): Promise<Material> {
  const list = join(dir, "acts.json");
  const materialDir = join(dir, "data");
  const known = await readFile(list, "utf8").catch(() => null);
  if (known !== null) return { acts: JSON.parse(known) as Act[], materialDir };
  await rm(dir, { recursive: true, force: true });
  await mkdir(dir, { recursive: true });
  const acts = await makeActs(dir, materialDir, join(dir, "uploads.log"));
  await writeFile(list, JSON.stringify(acts));
  return { acts, materialDir };
}

/** Uploads all there is to be shown and sounded through the studio's own calls, and leaves its data folder behind. */
async function makeActs(dir: string, dataDir: string, logPath: string): Promise<Act[]> {
  const names = Array.from({ length: STREAM_COUNT }, (_, index) => index);
  print("making the backgrounds and tracks");
  const loops = await makeLoops(dir, names);
  const sounds = await makeSounds(dir);
  const studio = await Studio.start(dataDir, { logPath, env: { LOG_LEVEL: "info" } });
  try {
    const acts = await inTurns(names, 2, (index) => makeAct(studio, index, loops[index] ?? "", sounds));
    print("all is uploaded; its normalised copies are made");
    await untilTakenIn(studio);
    return acts;
  } finally {
    await studio.quit();
  }
}

/** Until the normalised copies are there, the loudness of all is measured, and nothing more is to be done. */
async function untilTakenIn(studio: Studio): Promise<void> {
  const areTakenIn = async () => {
    const backgrounds = await studio.call<{ isPreparing: boolean }[]>("GET", "/api/backgrounds");
    const tracks = await studio.call<{ isMeasuring: boolean }[]>("GET", "/api/tracks");
    return backgrounds.every(({ isPreparing }) => !isPreparing) && tracks.every(({ isMeasuring }) => !isMeasuring);
  };
  await waitUntil("all copies are made, and all loudness is measured", areTakenIn, PREPARED_TIMEOUT_MS);
  await studio.untilIdle({ idleMs: OWN_JOBS_MS });
}

/** Pictures in no two of the same colours, that move everywhere. */
async function makeLoops(dir: string, names: readonly number[]): Promise<string[]> {
  return inTurns(names, 2, async (index) => {
    const path = join(dir, `loop-${index}.mp4`);
    const picture = `testsrc2=s=1920x1080:r=30:d=${LOOP_SECONDS},hue=h=${index * 30},scroll=h=${0.001 * (index + 1)}`;
    const encoding = ["-pix_fmt", "yuv420p", "-preset", "ultrafast", "-crf", "20", "-maxrate", "20M", "-bufsize", "20M"];
    await ffmpeg(["-f", "lavfi", "-i", picture, ...encoding, path]);
    return path;
  });
}

interface Sound {
  readonly path: string;
  readonly seconds: number;
}

/** Cut out of one long recording, so that they cost nothing to make; no two are the same. */
async function makeSounds(dir: string): Promise<Sound[]> {
  const whole = join(dir, "whole.mp3");
  const seconds = Array.from({ length: STREAM_COUNT * TRACK_COUNT }, (_, nth) => secondsOf(nth));
  const noise = `anoisesrc=d=${LONGEST_SECONDS + 5 * seconds.length}:c=pink:a=0.2`;
  await ffmpeg(["-f", "lavfi", "-i", noise, "-c:a", "libmp3lame", "-b:a", "128k", "-reservoir", "0", whole]);
  return inTurns(seconds, 2, async (length, nth) => {
    const path = join(dir, `sound-${nth}.mp3`);
    await ffmpeg(["-ss", String(5 * nth), "-t", String(length), "-i", whole, "-c", "copy", path]);
    return { path, seconds: length };
  });
}

function secondsOf(nth: number): number {
  return SHORTEST_SECONDS + ((nth * 37) % (LONGEST_SECONDS - SHORTEST_SECONDS + 1));
}

async function makeAct(studio: Studio, index: number, loop: string, sounds: readonly Sound[]): Promise<Act> {
  const name = `Act ${String(index + 1).padStart(2, "0")}`;
  const own = sounds.slice(index * TRACK_COUNT, (index + 1) * TRACK_COUNT);
  const tracks: Track[] = [];
  for (const [nth, { path, seconds }] of own.entries()) {
    const title = "N".repeat(LETTERS_PER_STEP * (nth + 1));
    tracks.push({ id: await studio.addTrack(path, title, name), title, durationMs: seconds * 1000 });
  }
  return { name, tracks, backgroundId: await studio.addBackground(loop, name) };
}

import { join } from "node:path";
import { tool } from "./tool.ts";

/** A track that can be told from the others by its pitch. */
export interface Tone {
  readonly fileName: string;
  readonly title: string;
  readonly artist: string;
  readonly pitchHz: number;
  readonly rateHz: 44_100 | 48_000 | 96_000;
  readonly channels: 1 | 2;
  readonly seconds: number;
  /** A picture that is put into the file. */
  readonly coverPath?: string;
}

/** Every rate, both layouts, every kind of file people have. */
export const TONES: readonly Tone[] = [
  { fileName: "lantern.mp3", title: "Lantern", artist: "Cold Harbour", pitchHz: 400, rateHz: 44_100, channels: 2, seconds: 7 },
  {
    fileName: "2.wav",
    title: "A Very Long Night Over The Northern Sea",
    artist: "Ada & the Engines",
    pitchHz: 730,
    rateHz: 48_000,
    channels: 1,
    seconds: 6,
  },
  { fileName: "Märchen.flac", title: "Märchen im Schnee", artist: "Łukasz Żółć", pitchHz: 1130, rateHz: 96_000, channels: 2, seconds: 8 },
  { fileName: "four.m4a", title: "Ночной эфир", artist: "Тихий час", pitchHz: 1610, rateHz: 44_100, channels: 1, seconds: 6 },
];

/** Makes the file in a folder. @returns its path */
export async function makeTone(folder: string, tone: Tone): Promise<string> {
  const path = join(folder, tone.fileName);
  const source = `sine=frequency=${tone.pitchHz}:sample_rate=${tone.rateHz}:duration=${tone.seconds}`;
  const cover =
    tone.coverPath === undefined
      ? []
      : ["-i", tone.coverPath, "-map", "0", "-map", "1", "-c:v", "copy", "-disposition:v", "attached_pic", "-id3v2_version", "3"];
  const tags = ["-metadata", `title=${tone.title}`, "-metadata", `artist=${tone.artist}`];
  await tool("ffmpeg", ["-v", "error", "-y", "-f", "lavfi", "-i", source, ...cover, "-ac", String(tone.channels), ...tags, path]);
  return path;
}

const SUNSET = ["ff8a5c", "3a2a78"] as const;

/** A picture that is unlike any placeholder, of two colours. @returns its path */
export async function makeCover(folder: string, [one, other]: readonly [string, string] = SUNSET): Promise<string> {
  const path = join(folder, `cover-${one}-${other}.png`);
  const light = `gradients=size=600x600:x0=0:y0=0:x1=600:y1=600:c0=0x${one}:c1=0x${other}:nb_colors=2:speed=0.00001`;
  await tool("ffmpeg", ["-v", "error", "-y", "-f", "lavfi", "-i", light, "-frames:v", "1", path]);
  return path;
}

/** A picture of one point. */
export const DOT = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

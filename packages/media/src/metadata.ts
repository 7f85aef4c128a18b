import { openAsBlob } from "node:fs";
import { type ICommonTagsResult, parseBlob, selectCover } from "music-metadata";
import type { AudioContainer } from "./probe.ts";
import { cleanText } from "./clean-text.ts";

const TEXT_MAX_CHARS = 500;
const PICTURE_MAX_BYTES = 20 * 1024 * 1024;
const ISRC = /^[A-Z]{2}[A-Z0-9]{3}\d{7}$/u;
const MIME_TYPES: Readonly<Record<AudioContainer, string>> = {
  mp3: "audio/mpeg",
  wav: "audio/wav",
  flac: "audio/flac",
  mp4: "audio/mp4",
  aac: "audio/aac",
  ogg: "audio/ogg",
  aiff: "audio/aiff",
};

/** What the file says of itself, fit to be stored; null where it says nothing usable. */
export interface AudioTags {
  readonly title: string | null;
  readonly artist: string | null;
  readonly album: string | null;
  readonly genre: string | null;
  readonly year: number | null;
  readonly bpm: number | null;
  /** Twelve characters without hyphens. */
  readonly isrc: string | null;
  readonly label: string | null;
  /** The front cover as embedded: untrusted bytes for normaliseImage. */
  readonly picture: Uint8Array | null;
}

const NO_TAGS: AudioTags = {
  title: null,
  artist: null,
  album: null,
  genre: null,
  year: null,
  bpm: null,
  isrc: null,
  label: null,
  picture: null,
};

/**
 * Reads the tags of a probed file. Broken tags read as none: they are no reason to refuse a song. Only a file that
 * cannot be opened throws. The length is probeAudio's to tell.
 */
export async function readMetadata(path: string, container: AudioContainer): Promise<AudioTags> {
  // As a blob of the probed type: the parser then follows the content, never the name.
  const file = await openAsBlob(path, { type: MIME_TYPES[container] });
  const parsed = await parseBlob(file, { duration: false }).catch(() => null);
  return parsed === null ? NO_TAGS : readTags(parsed.common);
}

function readTags(tags: ICommonTagsResult): AudioTags {
  const cover = selectCover(tags.picture)?.data ?? null;
  return {
    title: text(tags.title),
    artist: text(tags.artist ?? tags.artists?.join(", ")),
    album: text(tags.album),
    genre: first(tags.genre),
    year: year(tags.year),
    bpm: bpm(tags.bpm),
    isrc: isrc(tags.isrc),
    label: first(tags.label) ?? first(tags.publisher),
    picture: cover !== null && cover.byteLength > 0 && cover.byteLength <= PICTURE_MAX_BYTES ? cover : null,
  };
}

/** The parser's types promise strings; odd files have been seen to break the promise. */
function text(value: unknown): string | null {
  if (typeof value !== "string") return null;
  const clean = cleanText(value, TEXT_MAX_CHARS);
  return clean === "" ? null : clean;
}

function first(values: unknown): string | null {
  if (!Array.isArray(values)) return null;
  for (const value of values) {
    const clean = text(value);
    if (clean !== null) return clean;
  }
  return null;
}

function year(value: unknown): number | null {
  return typeof value === "number" && Number.isInteger(value) && value >= 1000 && value <= 2999 ? value : null;
}

function bpm(value: unknown): number | null {
  const number = Number(value);
  return Number.isFinite(number) && number > 0 && number <= 1000 ? Math.round(number * 100) / 100 : null;
}

function isrc(values: unknown): string | null {
  if (!Array.isArray(values)) return null;
  const candidates = values.map((value) => (text(value) ?? "").replaceAll(/[\s-]/gu, "").toUpperCase());
  return candidates.find((candidate) => ISRC.test(candidate)) ?? null;
}

import { UnusableMedia } from "@nightjar/api";
import type { Media, Picture, PictureRefusal, VideoRefusal } from "@nightjar/api";
import { Memo } from "@nightjar/kit";
import {
  ImageError,
  MediaError,
  ProcessError,
  isCutOff,
  makeMezzanine,
  measureLoudness,
  normaliseImage,
  probeAudio,
  probeVideo,
  readLibraryPicture,
  readMetadata,
  readStill,
  takePoster,
} from "@nightjar/media";
import type { AudioContainer, ImageErrorKind, MediaErrorKind, VideoContainer } from "@nightjar/media";

/** Larger covers gain nothing: on air they are 160 px, in the studio at most some hundreds. */
const ARTWORK_MAX_PX = 1000;
/** Of covers as small as they are shown, a few kilobytes each; a browser asks for each once. */
const SMALL_COVERS_MAX = 2000;
const SMALL_COVER = { format: "webp", quality: 82 } as const;
/** As many pixels as a picture of the largest profile has. */
const STILL = { format: "jpeg", maxPx: 3840, quality: 95, mustBeWhole: true } as const;
/** Loudness and copies can wait; what is on air cannot. */
const NICENESS = 10;

const EXTENSIONS: Readonly<Record<AudioContainer, string>> = {
  mp3: "mp3",
  wav: "wav",
  flac: "flac",
  mp4: "m4a",
  aac: "aac",
  ogg: "ogg",
  aiff: "aiff",
};
const CONTAINERS = new Map(Object.entries(EXTENSIONS).map(([container, extension]) => [extension, container as AudioContainer]));

/** What makes a Matroska file a WebM. */
const WEBM_CODECS: ReadonlySet<string> = new Set(["vp8", "vp9", "av1"]);

function videoExtension(container: VideoContainer, codec: string): string {
  if (container === "matroska") return WEBM_CODECS.has(codec) ? "webm" : "mkv";
  return container;
}

/** @returns null when the file is at fault; what the machine cannot do is thrown on */
async function nullIfUnusable<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof MediaError || error instanceof ImageError) return null;
    throw error;
  }
}

const VIDEO_REFUSALS: Readonly<Record<MediaErrorKind, VideoRefusal>> = {
  "unsupported-format": "unsupported-type",
  "no-audio": "unsupported-type",
  "no-video": "no-video",
  "single-picture": "single-picture",
  "no-duration": "damaged",
  "too-many-pixels": "too-many-pixels",
  damaged: "damaged",
};

function videoRefusal(error: unknown): VideoRefusal {
  if (error instanceof MediaError) return VIDEO_REFUSALS[error.kind];
  if (error instanceof ProcessError && error.kind === "timeout") return "too-slow";
  throw error;
}

const REFUSALS: Readonly<Record<ImageErrorKind, PictureRefusal>> = {
  "unsupported-type": "unsupported-type",
  "too-many-bytes": "too-large",
  "too-many-pixels": "too-large",
  animated: "animated",
  damaged: "damaged",
};

function pictureRefusal(error: unknown): PictureRefusal {
  if (error instanceof ImageError) return REFUSALS[error.kind];
  throw error;
}

async function readPicture(path: string): Promise<Picture | PictureRefusal> {
  const picture = await readLibraryPicture(path).catch(pictureRefusal);
  if (typeof picture === "string") return picture;
  const { image, thumbnail } = picture;
  return { image: { ...image, extension: image.format === "jpeg" ? "jpg" : "png" }, thumbnail: thumbnail.bytes };
}

async function shrink(path: string, maxPx: number): Promise<Uint8Array | null> {
  const still = await nullIfUnusable(readStill(path, { ...SMALL_COVER, maxPx }).catch(nullIfNone));
  return still?.bytes ?? null;
}

function nullIfNone(error: unknown): null {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
  throw error;
}

interface Tools {
  readonly ffmpegPath: string;
  readonly ffprobePath: string;
  /** Of each reading of an upload, while somebody waits for its answer; the tools' own where it is left out. */
  readonly readTimeoutMs?: number;
}

export function createMedia({ ffmpegPath, ffprobePath, readTimeoutMs: timeoutMs }: Tools): Media {
  const smallCovers = new Memo<string, Uint8Array | null>({ most: SMALL_COVERS_MAX, keeps: (made) => made !== null });
  return {
    async probeAudio(path) {
      const probe = await nullIfUnusable(probeAudio(path, { ffprobePath }));
      if (!probe) return null;
      const { container, codec, durationMs, sampleRateHz, channels } = probe;
      return { extension: EXTENSIONS[container], codec, durationMs, sampleRateHz, channels };
    },
    async readMetadata(path, extension) {
      const { isrc, label, ...tags } = await readMetadata(path, CONTAINERS.get(extension) ?? "mp3");
      return { ...tags, isrcCode: isrc, recordLabel: label };
    },
    async encodeArtwork(image) {
      return (await nullIfUnusable(normaliseImage(image, { maxPx: ARTWORK_MAX_PX, format: "jpeg" })))?.bytes ?? null;
    },
    // The path names the content, so what was made of it stays true.
    shrinkArtwork: (path, maxPx) => smallCovers.of(`${maxPx} ${path}`, () => shrink(path, maxPx)),
    async shrinkPicture(image, maxPx) {
      return (await nullIfUnusable(normaliseImage(image, { ...SMALL_COVER, maxPx })))?.bytes ?? null;
    },
    measureLoudness: (path, signal) => measureLoudness(path, { ffmpegPath, signal, niceness: NICENESS }),
    async readVideo(path) {
      const probe = await probeVideo(path, { ffprobePath, timeoutMs }).catch(videoRefusal);
      // What was cut behind its first picture looks like a single one.
      if ((typeof probe !== "string" || probe === "single-picture") && (await isCutOff(path))) return "damaged";
      if (typeof probe === "string") return probe;
      const poster = await takePoster(path, probe, { ffmpegPath, timeoutMs }).catch(videoRefusal);
      if (typeof poster === "string") return poster;
      const { container, codec, durationMs, heightPx, widthPx } = probe;
      return { extension: videoExtension(container, codec), durationMs, widthPx, heightPx, poster };
    },
    readStill: (path) => readStill(path, STILL).catch(pictureRefusal),
    readPicture,
    async makeMezzanine(path, target, { onProgress, signal }) {
      await makeMezzanine(path, target, { ffmpegPath, ffprobePath, signal, onProgress, niceness: NICENESS }).catch((error: unknown) => {
        throw error instanceof MediaError ? new UnusableMedia(error.message, { cause: error }) : error;
      });
    },
  };
}

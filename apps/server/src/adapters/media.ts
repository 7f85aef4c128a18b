import type { Media } from "@nightjar/api";
import { ImageError, MediaError, measureLoudness, normaliseImage, probeAudio, readMetadata } from "@nightjar/media";
import type { AudioContainer } from "@nightjar/media";

/** Larger covers gain nothing: on air they are 160 px, in the studio at most some hundreds. */
const ARTWORK_MAX_PX = 1000;
/** Loudness can wait; what is on air cannot. */
const NICENESS = 10;

const EXTENSIONS: Readonly<Record<AudioContainer, string>> = { mp3: "mp3", wav: "wav", flac: "flac", mp4: "m4a", aac: "aac", ogg: "ogg" };
const CONTAINERS = new Map(Object.entries(EXTENSIONS).map(([container, extension]) => [extension, container as AudioContainer]));

export function createMedia(tools: { readonly ffmpegPath: string; readonly ffprobePath: string }): Media {
  const { ffmpegPath, ffprobePath } = tools;
  return {
    async probeAudio(path) {
      try {
        const { container, codec, durationMs, sampleRateHz, channels } = await probeAudio(path, { ffprobePath });
        return { extension: EXTENSIONS[container], codec, durationMs, sampleRateHz, channels };
      } catch (error) {
        if (error instanceof MediaError) return null;
        throw error;
      }
    },
    async readMetadata(path, extension) {
      const { isrc, label, ...tags } = await readMetadata(path, CONTAINERS.get(extension) ?? "mp3");
      return { ...tags, isrcCode: isrc, recordLabel: label };
    },
    async encodeArtwork(image) {
      try {
        return (await normaliseImage(image, { maxPx: ARTWORK_MAX_PX, format: "jpeg" })).bytes;
      } catch (error) {
        if (error instanceof ImageError) return null;
        throw error;
      }
    },
    measureLoudness: (path, signal) => measureLoudness(path, { ffmpegPath, signal, niceness: NICENESS }),
  };
}

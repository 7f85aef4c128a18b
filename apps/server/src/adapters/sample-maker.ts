import type { SampleMaker } from "@nightjar/api";
import { makeSampleBackground, makeSampleCover, songAsWav, songLengthS, SONGS } from "@nightjar/media";
import { randomUUID } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";

/** The sample channel's sound and pictures. What ffmpeg writes lies where half-received files do, which a start sweeps. */
export function createSampleMaker({ ffmpegPath, dataDir }: { readonly ffmpegPath: string; readonly dataDir: string }): SampleMaker {
  return {
    songs: SONGS.map((song, index) => {
      const { album, artist, bpm, genre, key, mood, title } = song;
      return {
        ...{ album, artist, bpm, genre, key, mood, title, durationMs: songLengthS(song) * 1000 },
        cover: (signal) => makeSampleCover(index, { ffmpegPath, signal }),
        sound: (options) => songAsWav(song, options),
      };
    }),
    async makeBackground(options) {
      const target = join(dataDir, "files", "incoming", randomUUID());
      try {
        await makeSampleBackground(target, { ffmpegPath, ...options });
        return await readFile(target);
      } finally {
        await rm(target, { force: true });
      }
    },
  };
}

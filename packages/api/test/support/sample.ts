import type { SampleSong } from "../../src/ports.ts";
import { getSample, makeSample } from "../../src/sample/sample-channel.ts";
import type { Studio } from "./call-verb.ts";
import { bringFiles } from "./files.ts";

export const TITLES = ["One", "Two", "Three"];

/** What the sample channel is made of, which costs nothing here. */
export function bringSample({ ports }: Studio): void {
  bringFiles(ports);
  ports.media.readMetadata = async () => ({
    ...{ title: null, artist: null, album: null, genre: null, year: null, bpm: null, isrcCode: null, recordLabel: null },
    picture: null,
  });
  ports.media.readStill = async () => null;
  ports.media.readVideo = async () => ({
    extension: "mp4",
    durationMs: 12_000,
    widthPx: 1280,
    heightPx: 720,
    poster: Buffer.from("poster"),
  });
  ports.files.remove = () => undefined;
  ports.sampleMaker.songs = TITLES.map(song);
  ports.sampleMaker.makeBackground = async () => Buffer.from("sky");
}

function song(title: string): SampleSong {
  return {
    ...{ title, artist: "A", album: "B", genre: "C", mood: "D", key: "Am", bpm: 70, durationMs: 40_000 },
    cover: async () => Buffer.from(`cover of ${title}`),
    async *sound({ onProgress }) {
      yield Buffer.from(`sound of ${title}`);
      onProgress(1);
    },
  };
}

/** While the last song is made, and all else is there already. */
export function atTheLastSong({ ports: { sampleMaker } }: Studio, act: () => Promise<unknown>): void {
  const cover = async (signal: AbortSignal) => {
    await act();
    signal.throwIfAborted();
    return Buffer.from("cover");
  };
  sampleMaker.songs = sampleMaker.songs.map((each, index) => (index === TITLES.length - 1 ? { ...each, cover } : each));
}

/** Runs what was queued for it. @param signal of the process */
export async function runSample({ ports }: Studio, signal = new AbortController().signal): Promise<void> {
  const jobs = ports.queued.filter(({ key }) => key.startsWith("sample "));
  for (const job of jobs) await job.run(signal, () => undefined);
}

export async function makeWholeSample(studio: Studio): Promise<void> {
  await studio.callVerb(makeSample, undefined);
  await runSample(studio);
}

export const sampleStatus = (studio: Studio) => studio.callVerb(getSample, undefined);

/** As the end of the process in the middle leaves it: all but its last song is there. @returns the next process */
export async function leaveHalfMade(studio: Studio): Promise<Studio> {
  const ending = new AbortController();
  atTheLastSong(studio, async () => ending.abort());
  await studio.callVerb(makeSample, undefined);
  await runSample(studio, ending.signal);
  const next = studio.reopen();
  bringSample(next);
  return next;
}

import type { Catalogue, ForeignRecording } from "@nightjar/api";
import { REAL_TIME, createPace } from "@nightjar/kit";
import { z } from "zod";
import { ServiceError, askJson, askUntilFree } from "./ask-json.ts";
import type { JsonAnswer } from "./ask-json.ts";

/** 50 calls in 5 seconds are allowed for an address; some are left to whoever shares it. */
const ALLOWED = { starts: 40, withinMs: 5000 } as const;
/** Errors come with status 200 and a code of their own. */
const NO_DATA = 800;
const QUOTA = 4;

const failure = z.object({ error: z.object({ code: z.number() }) });
const text = z.string().nullish();
const trackAnswer = z.object({
  ...{
    title: z.string(),
    release_date: text,
    duration: z.number().nullish(),
    bpm: z.number().nullish(),
    explicit_lyrics: z.boolean().nullish(),
  },
  artist: z.object({ name: text }).nullish(),
  album: z.object({ id: z.number().nullish(), title: text, cover_xl: text }).nullish(),
});
const albumAnswer = z.object({
  ...{ label: text, release_date: text },
  genres: z.object({ data: z.array(z.object({ name: z.string() })) }).nullish(),
});

/** Deezer's catalogue, which needs no key. @param root without a slash at the end */
export function createDeezer(root: string, userAgent: string, time = REAL_TIME): Catalogue {
  const pace = createPace({ ...ALLOWED, time });
  const ask = async (path: string, signal: AbortSignal): Promise<JsonAnswer> => {
    const once = async () => {
      await pace.turn(signal);
      return askJson(`${root}${path}`, { "user-agent": userAgent }, signal);
    };
    return askUntilFree(once, (answer) => codeOf(answer) === QUOTA, { signal, time });
  };
  /** What the track's own answer leaves out. Without it the rest still stands. */
  const albumOf = async (id: number | null | undefined, signal: AbortSignal) => {
    if (!id) return null;
    const answer = await ask(`/album/${id}`, signal);
    return albumAnswer.safeParse(answer.json).data ?? null;
  };
  return {
    name: "deezer",
    isOpen: () => true,
    async find(isrc, signal) {
      const answer = await ask(`/track/isrc:${isrc}`, signal);
      if (codeOf(answer) === NO_DATA) return null;
      const track = trackAnswer.safeParse(answer.json).data;
      if (!track) throw new ServiceError(`Deezer answered ${answer.status} with what is no track`);
      return recordingOf(track, await albumOf(track.album?.id, signal).catch(() => null));
    },
  };
}

const codeOf = ({ json }: JsonAnswer) => failure.safeParse(json).data?.error.code ?? null;

function recordingOf(track: z.output<typeof trackAnswer>, album: z.output<typeof albumAnswer> | null): ForeignRecording {
  return {
    title: track.title,
    artist: track.artist?.name || null,
    album: track.album?.title || null,
    durationMs: track.duration ? track.duration * 1000 : null,
    genre: album?.genres?.data[0]?.name ?? null,
    artworkUrl: track.album?.cover_xl || null,
    // 0 is not known.
    bpm: track.bpm || null,
    explicit: track.explicit_lyrics ?? false,
    recordLabel: album?.label || null,
    releaseDate: dateOf(track.release_date) ?? dateOf(album?.release_date),
  };
}

/** Unknown days are told as 0000-00-00. */
const dateOf = (date: string | null | undefined) => (date && !date.startsWith("0000") ? date : null);

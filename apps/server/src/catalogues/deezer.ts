import type { Catalogue, ForeignRecording } from "@nightjar/api";
import { REAL_TIME, createPace } from "@nightjar/kit";
import { z } from "zod";
import { ServiceError, askJson, askUntilFree } from "./ask-json.ts";
import type { JsonAnswer } from "./ask-json.ts";

/** 50 calls in 5 seconds are allowed for an address; some are left to whoever shares it. */
const ALLOWED = { starts: 40, withinMs: 5000 } as const;
/** Of a call, once it is made. */
const WITHIN_MS = 2500;
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

type Album = z.output<typeof albumAnswer>;

/** Deezer's catalogue, which needs no key. @param root without a slash at the end */
export function createDeezer(root: string, userAgent: string, time = REAL_TIME): Catalogue {
  const pace = createPace({ ...ALLOWED, time });
  const ask = async (path: string, signal: AbortSignal): Promise<JsonAnswer> => {
    const once = async () => {
      await pace.turn(signal);
      return askJson(`${root}${path}`, { "user-agent": userAgent }, { signal, withinMs: WITHIN_MS });
    };
    return askUntilFree(once, (answer) => codeOf(answer) === QUOTA, { signal, time });
  };
  /** What the track's own answer leaves out; null: it is on none. @throws when that was not answered */
  const albumOf = async (id: number | null | undefined, signal: AbortSignal): Promise<Album | null> => {
    if (!id) return null;
    const answer = await ask(`/album/${id}`, signal);
    if (codeOf(answer) === NO_DATA) return null;
    const album = albumAnswer.safeParse(answer.json).data;
    if (!album || codeOf(answer) !== null) throw new ServiceError(`Deezer answered ${answer.status} with what is no album`);
    return album;
  };
  return {
    name: "deezer",
    isOpen: () => true,
    async find(isrc, signal) {
      const answer = await ask(`/track/isrc:${isrc}`, signal);
      if (codeOf(answer) === NO_DATA) return null;
      const track = trackAnswer.safeParse(answer.json).data;
      if (!track) throw new ServiceError(`Deezer answered ${answer.status} with what is no track`);
      // Without its album the rest still stands.
      const album = await albumOf(track.album?.id, signal).catch(() => "unanswered" as const);
      return album === "unanswered" ? { ...recordingOf(track, null), isPartial: true } : recordingOf(track, album);
    },
  };
}

const codeOf = ({ json }: JsonAnswer) => failure.safeParse(json).data?.error.code ?? null;

function recordingOf(track: z.output<typeof trackAnswer>, album: Album | null): ForeignRecording {
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

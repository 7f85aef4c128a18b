import type { Catalogue, ForeignRecording } from "@nightjar/api";
import { REAL_TIME, createPace } from "@nightjar/kit";
import type { Time } from "@nightjar/kit";
import { z } from "zod";
import { ServiceError, askJson, askUntilFree } from "./ask-json.ts";
import type { JsonAnswer } from "./ask-json.ts";

/** One call a second, one after the other; what comes sooner is refused for everybody at our address. */
const ALLOWED = { starts: 1, withinMs: 1050 } as const;
/** Of a call, once it is made. */
const WITHIN_MS = 3000;
/** Shops round a duration to whole seconds, and cut silence. */
const AS_LONG_WITHIN_MS = 3000;
const BUSY = 503;
const UNKNOWN = 404;

const text = z.string().nullish();
const named = z.object({ name: z.string(), count: z.number().nullish() });
const recording = z.object({ id: z.string(), "first-release-date": text, length: z.number().nullish() });
const isrcAnswer = z.object({ recordings: z.array(recording) });
const recordingAnswer = z.object({
  ...{ title: z.string(), length: z.number().nullish(), "first-release-date": text },
  "artist-credit": z.array(z.object({ name: z.string(), joinphrase: text })).nullish(),
  releases: z.array(z.object({ id: z.string(), title: text, date: text, status: text })).nullish(),
  genres: z.array(named).nullish(),
  tags: z.array(named).nullish(),
});
const releaseAnswer = z.object({
  "label-info": z.array(z.object({ label: z.object({ name: z.string() }).nullish() })).nullish(),
  "cover-art-archive": z.object({ front: z.boolean().nullish() }).nullish(),
});

type Recording = z.output<typeof recordingAnswer>;
type Release = NonNullable<Recording["releases"]>[number];

interface MusicBrainzNeeds {
  /** Without a slash at the end. */
  readonly root: string;
  readonly coverRoot: string;
  /** Names the program and where whoever runs it can be reached, or the service refuses. */
  readonly userAgent: string;
  readonly time?: Time;
}

/** MusicBrainz, which needs no key, and the Cover Art Archive, which has the pictures of its releases. */
export function createMusicBrainz({ root, coverRoot, userAgent, time = REAL_TIME }: MusicBrainzNeeds): Catalogue {
  const pace = createPace({ ...ALLOWED, time });
  const alone = createQueue();
  const ask = async (path: string, signal: AbortSignal): Promise<JsonAnswer> => {
    const once = async () => {
      await pace.turn(signal);
      return askJson(`${root}/ws/2/${path}&fmt=json`, { "user-agent": userAgent }, { signal, withinMs: WITHIN_MS });
    };
    return askUntilFree(
      () => alone(once),
      ({ status }) => status === BUSY,
      { signal, time },
    );
  };
  /** What the recording leaves out; null: it is on none. @throws when that was not answered */
  const releaseOf = async (id: string | undefined, signal: AbortSignal) => {
    if (id === undefined) return null;
    const answer = await ask(`release/${encodeURIComponent(id)}?inc=labels`, signal);
    return answer.status === UNKNOWN ? null : answered(releaseAnswer, answer);
  };
  return {
    name: "musicbrainz",
    isOpen: () => true,
    async find(isrc, signal, durationMs = null) {
      const known = await ask(`isrc/${isrc}?inc=artist-credits+isrcs`, signal);
      if (known.status === UNKNOWN) return null;
      const { recordings } = answered(isrcAnswer, known);
      const id = likeliest(recordings, durationMs)?.id;
      if (id === undefined) return null;
      const inc = "artist-credits+releases+release-groups+genres+tags";
      const found = answered(recordingAnswer, await ask(`recording/${encodeURIComponent(id)}?inc=${inc}`, signal));
      const release = firstRelease(found.releases ?? []);
      // Without its release the rest still stands.
      const told = await releaseOf(release?.id, signal).catch(() => "unanswered" as const);
      const details = told === "unanswered" ? null : told;
      // Where it is not told, whoever fetches it finds out.
      const hasNone = details?.["cover-art-archive"]?.front === false;
      const artworkUrl = release && !hasNone ? `${coverRoot}/release/${encodeURIComponent(release.id)}/front-500` : null;
      const recordLabel = details?.["label-info"]?.find(({ label }) => label)?.label?.name ?? null;
      return { ...recordingOf(found, release), artworkUrl, recordLabel, ...(told === "unanswered" && { isPartial: true }) };
    },
  };
}

/** One call after the other: the next is made when the one before it has ended, however. */
function createQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let before: Promise<unknown> = Promise.resolve();
  return async (work) => {
    const own = before.then(work);
    before = own.catch(() => undefined);
    return own;
  };
}

function answered<T extends z.ZodType>(shape: T, { status, json }: JsonAnswer): z.output<T> {
  const parsed = shape.safeParse(json);
  if (status !== 200 || !parsed.success) throw new ServiceError(`MusicBrainz answered ${status} with what was not asked for`);
  return parsed.data;
}

/** Days that are not known come last. */
const byDate = (a: string | null | undefined, b: string | null | undefined) => (a || "9999").localeCompare(b || "9999");

/** One code may stand at several recordings: of those that are as long as the one that is sought, or have a length, the one that came out first. */
function likeliest(recordings: z.output<typeof isrcAnswer>["recordings"], durationMs: number | null) {
  const withLength = recordings.filter(({ length }) => length);
  const asLong = withLength.filter(({ length }) => durationMs !== null && Math.abs((length ?? 0) - durationMs) <= AS_LONG_WITHIN_MS);
  const some = [asLong, withLength].find((each) => each.length > 0) ?? recordings;
  return some.toSorted((a, b) => byDate(a["first-release-date"], b["first-release-date"]))[0];
}

function firstRelease(releases: readonly Release[]): Release | null {
  const official = releases.filter(({ status }) => status === "Official");
  return (official.length > 0 ? official : releases).toSorted((a, b) => byDate(a.date, b.date))[0] ?? null;
}

function recordingOf(found: Recording, release: Release | null): Omit<ForeignRecording, "artworkUrl" | "recordLabel"> {
  const artist = (found["artist-credit"] ?? []).map(({ name, joinphrase }) => name + (joinphrase ?? "")).join("");
  const words = [...(found.genres ?? []), ...(found.tags ?? [])].toSorted((a, b) => (b.count ?? 0) - (a.count ?? 0));
  return {
    title: found.title,
    artist: artist || null,
    album: release?.title || null,
    durationMs: found.length || null,
    genre: words[0]?.name ?? null,
    bpm: null,
    explicit: false,
    releaseDate: found["first-release-date"] || release?.date || null,
  };
}

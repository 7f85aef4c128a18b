import { type DueRender, earliestDueFirst, firstShownMs } from "../schedule.ts";
import { median } from "../statistics.ts";
import type { StreamFigures } from "./figures.ts";
import type { Render } from "./log.ts";

/** What could have been at best: the renders that this run needed, with the time that each took in it. */
export interface Ideal {
  /** When the last stream has its own picture; Infinity: never. Counted from Start. */
  readonly lastWantedMs: number;
  /** The same if sounds took no place. */
  readonly lastWantedOfPicturesMs: number;
  /** Whether the picture of what sounded then could have been there. */
  couldShow(stream: StreamFigures, atMs: number): boolean;
}

interface Place {
  /** Of the stream and what it sounds. */
  readonly label: string;
  readonly fromMs: number;
  readonly toMs: number;
}

/** @param before renders that ended before Start: what they made was there. `untilMs` counts from Start */
export function idealOf(
  streams: readonly StreamFigures[],
  renders: { readonly before: readonly Render[]; readonly since: readonly Render[] },
  { workers, untilMs }: { readonly workers: number; readonly untilMs: number },
): Ideal {
  const made = (purpose: string) => renders.since.filter((render) => render.purpose === purpose && !render.isGivenUp);
  const pictures = jobsOf(streams, made("wanted"), new Set(labelsOf(renders.before, "wanted")), untilMs);
  const sounds = jobsOf(streams, made("sound"), new Set(labelsOf(renders.before, "sound")), untilMs);
  const named = sounds.map((job) => ({ ...job, id: `sound of ${job.id}` }));
  const ends = earliestDueFirst([...named, ...pictures], workers);
  const endsOfPictures = earliestDueFirst(pictures, workers);
  const last = (endsAtMs: ReadonlyMap<string, number>) =>
    Math.max(...streams.map((stream) => firstShownMs(placesOf(stream).map(asSounding), endsAtMs)));
  return {
    lastWantedMs: last(ends),
    lastWantedOfPicturesMs: last(endsOfPictures),
    couldShow(stream, atMs) {
      const place = placesOf(stream).findLast(({ fromMs }) => fromMs <= atMs + NEAR_MS);
      return place === undefined || (ends.get(place.label) ?? 0) <= atMs;
    },
  };
}

/** The picture may be changed a moment before the studio tells of the track. */
const NEAR_MS = 3000;

/** What a stream sounds; the first at once, however late it began. */
function placesOf({ act, sounding }: StreamFigures): Place[] {
  return sounding.map(({ title, fromMs, toMs }, index) => ({ label: `${act.name} – ${title}`, fromMs: index === 0 ? 0 : fromMs, toMs }));
}

function asSounding({ label: id, fromMs, toMs }: Place) {
  return { id, fromMs, toMs };
}

function labelsOf(renders: readonly Render[], purpose: string): string[] {
  return renders.filter((render) => render.purpose === purpose && !render.isGivenUp).map(({ label }) => label);
}

/** One for each that was not there and is due in the time watched; one that never came would have taken as long as the others. */
function jobsOf(streams: readonly StreamFigures[], made: readonly Render[], there: ReadonlySet<string>, untilMs: number): DueRender[] {
  const jobs = new Map<string, DueRender>();
  const usualMs = median(made.map(({ tookMs }) => tookMs));
  for (const { label: id, fromMs: dueMs } of streams.flatMap(placesOf)) {
    if (there.has(id) || jobs.has(id)) continue;
    const render = made.find(({ label }) => label === id);
    if (!render && (dueMs >= untilMs || Number.isNaN(usualMs))) continue;
    jobs.set(id, { id, dueMs, tookMs: render?.tookMs ?? usualMs });
  }
  return [...jobs.values()];
}

import { type DueRender, earliestDueFirst, firstShownMs } from "../schedule.ts";
import { median } from "../statistics.ts";
import type { StreamFigures } from "./figures.ts";
import type { Render } from "./log.ts";

/** What could have been at best: the renders that this run needed, with the time that each took in it. */
export interface Ideal {
  /** When the last stream has its own picture; Infinity: never; NaN: nothing tells how long a render takes. Counted from Start. */
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

export interface Rendered {
  /** Renders whose units were there at Start. */
  readonly there: readonly Render[];
  readonly since: readonly Render[];
  /** Of the whole run: what one takes that did not come. */
  readonly all: readonly Render[];
}

/** @param limits `untilMs` counts from Start */
export function idealOf(
  streams: readonly StreamFigures[],
  rendered: Rendered,
  { workers, untilMs }: { readonly workers: number; readonly untilMs: number },
): Ideal {
  const pictures = jobsOf(streams, "wanted", rendered, untilMs);
  const sounds = jobsOf(streams, "sound", rendered, untilMs).filter(({ tookMs }) => Number.isFinite(tookMs));
  const named = sounds.map((job) => ({ ...job, id: `sound of ${job.id}` }));
  const ends = earliestDueFirst([...named, ...pictures], workers);
  const endsOfPictures = earliestDueFirst(pictures, workers);
  const isKnown = pictures.every(({ tookMs }) => Number.isFinite(tookMs));
  const last = (endsAtMs: ReadonlyMap<string, number>) =>
    isKnown ? Math.max(...streams.map((stream) => firstShownMs(placesOf(stream).map(asSounding), endsAtMs))) : Number.NaN;
  return {
    lastWantedMs: last(ends),
    lastWantedOfPicturesMs: last(endsOfPictures),
    couldShow(stream, atMs) {
      const place = placesOf(stream).findLast(({ fromMs }) => fromMs <= atMs + NEAR_MS);
      return !isKnown || place === undefined || (ends.get(place.label) ?? 0) <= atMs;
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

/** One for each that was not there and is due in the time watched; one that never came would have taken as long as the others. */
function jobsOf(streams: readonly StreamFigures[], purpose: string, { there, since, all }: Rendered, untilMs: number): DueRender[] {
  const made = (renders: readonly Render[]) => renders.filter((render) => render.purpose === purpose && !render.isGivenUp);
  const thereAlready = new Set(made(there).map(({ label }) => label));
  const usualMs = median(made(all).map(({ tookMs }) => tookMs));
  const jobs = new Map<string, DueRender>();
  for (const { label: id, fromMs: dueMs } of streams.flatMap(placesOf)) {
    if (thereAlready.has(id) || jobs.has(id)) continue;
    const render = made(since).find(({ label }) => label === id);
    if (!render && dueMs >= untilMs) continue;
    jobs.set(id, { id, dueMs, tookMs: render?.tookMs ?? usualMs });
  }
  return [...jobs.values()];
}

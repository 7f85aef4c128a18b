import { median } from "../statistics.ts";
import type { Case } from "./evening.ts";
import type { StreamFigures } from "./figures.ts";
import type { Ideal } from "./ideal.ts";
import type { Render } from "./log.ts";

export interface Verdict {
  readonly text: string;
  readonly isKept: boolean;
}

export interface Judged {
  readonly kind: Case;
  readonly isBusy: boolean;
  readonly streams: readonly StreamFigures[];
  /** All of the run, what was rendered before Start included. */
  readonly renders: readonly Render[];
  readonly ideal: Ideal;
}

const PACKET_MS = { quiet: { median: 1000, last: 3000 }, busy: { median: 2000, last: 5000 } } as const;
const TO_IDEAL = 1.2;
const PREPARED_MS = 3000;
/** The studio is asked twice a second. */
const SILENT_MS = 500;
/** One picture that can be decoded by itself: what is shown changes there. */
const SHORTEST_FALL_MS = 100;

/** Each limit that the run has to hold. */
export function verdictsOf({ kind, isBusy, streams, renders, ideal }: Judged): Verdict[] {
  const limits = PACKET_MS[isBusy ? "busy" : "quiet"];
  const packets = streams.map(({ firstPacketMs }) => firstPacketMs);
  const lastWantedMs = Math.max(...streams.map(({ wantedMs }) => wantedMs));
  const { count, distinct } = firstPasses(renders);
  const silentMs = streams.reduce((sum, stream) => sum + stream.silentMs, 0);
  const falls = fallsOf(streams, ideal).filter(({ couldShow }) => couldShow).length;
  const most = (name: string, value: number, limit: number): Verdict => ({
    text: `${name} ${seconds(value)}, at most ${seconds(limit)}`,
    isKept: value <= limit,
  });
  return [
    most("first packet, median", median(packets), limits.median),
    most("first packet, last", Math.max(...packets), limits.last),
    { text: `first passes ${count}, distinct wanted pictures ${distinct}`, isKept: count === distinct },
    ...(kind === "cold" || kind === "gone" ? [toIdeal(lastWantedMs, ideal)] : []),
    ...(kind === "prepared" ? [most("own picture, last", lastWantedMs, PREPARED_MS)] : []),
    { text: `fallen below the wanted picture though it could have been there: ${falls} times, never allowed`, isKept: falls === 0 },
    most("silent after the first track, all streams together", silentMs, SILENT_MS),
  ];
}

/** By the harder of the two: sounds are made beside pictures, so that with places for them a late schedule would pass for ideal. */
export function toIdeal(lastWantedMs: number, ideal: Pick<Ideal, "lastWantedMs" | "lastWantedOfPicturesMs">): Verdict {
  const idealMs = Math.min(ideal.lastWantedMs, ideal.lastWantedOfPicturesMs);
  const ratio = (lastWantedMs / idealMs).toFixed(2);
  const text = `last wanted picture ${seconds(lastWantedMs)}, ideal ${seconds(idealMs)}: ${ratio} times, at most ${TO_IDEAL}`;
  return { text, isKept: lastWantedMs <= idealMs * TO_IDEAL };
}

/** What was begun again counts as often as it was begun. */
export function firstPasses(renders: readonly Render[]): { count: number; distinct: number } {
  const wanted = renders.filter(({ purpose }) => purpose === "wanted");
  return { count: wanted.length, distinct: new Set(wanted.map(({ key }) => key)).size };
}

export interface JudgedFall {
  readonly name: string;
  readonly atMs: number;
  readonly forMs: number;
  readonly couldShow: boolean;
}

export function fallsOf(streams: readonly StreamFigures[], ideal: Ideal): JudgedFall[] {
  return streams.flatMap((stream) =>
    stream.falls
      .filter(({ forMs }) => forMs >= SHORTEST_FALL_MS)
      .map((fall) => ({ name: stream.act.name, ...fall, couldShow: ideal.couldShow(stream, fall.atMs) })),
  );
}

export function seconds(ms: number): string {
  if (Number.isNaN(ms)) return "unknown";
  return Number.isFinite(ms) ? `${(ms / 1000).toFixed(1)} s` : "never";
}

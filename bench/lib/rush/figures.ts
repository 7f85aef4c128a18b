import type { Act } from "./material.ts";
import type { Received, Shown } from "./recording.ts";
import type { Look } from "./watch.ts";

/** What was seen of one stream. Times are the wall clock's. */
export interface Seen {
  readonly act: Act;
  readonly startedAtMs: number;
  readonly untilMs: number;
  readonly received: readonly Received[];
  readonly looks: readonly Look[];
}

/** An interval below the wanted picture after it was there. Times count from Start. */
export interface Fall {
  readonly atMs: number;
  readonly forMs: number;
}

/** Times count from Start; Infinity: never. */
export interface StreamFigures {
  readonly act: Act;
  readonly firstPacketMs: number;
  /** As it is heard at the ingest. */
  readonly firstSoundMs: number;
  readonly wantedMs: number;
  /** As the studio tells it. */
  readonly toldSoundMs: number;
  readonly toldWantedMs: number;
  /** Share of the time watched. */
  readonly below: number;
  readonly toldBelow: number;
  /** Wanted by what the studio tells, and another picture at the ingest. */
  readonly untrue: number;
  /** The plate of the title on another title's length while the studio tells of the one. */
  readonly wrongTitles: number;
  readonly falls: readonly Fall[];
  /** The slate as the studio tells it, after the first track was heard. */
  readonly silentMs: number;
  readonly connections: number;
  readonly holes: number;
  readonly sounding: readonly SoundingTrack[];
}

export interface SoundingTrack {
  readonly title: string;
  readonly fromMs: number;
  readonly toMs: number;
}

/** Around a change the studio and the ingest are not asked at the same moment. */
const NEAR_MS = 3000;

export function figuresOf({ act, startedAtMs, untilMs, received, looks }: Seen): StreamFigures {
  const never = Number.POSITIVE_INFINITY;
  const earliest = (atMs: readonly number[]) => Math.min(never, ...atMs) - startedAtMs;
  const shown = received.flatMap((one) => one.shown).filter(({ atMs }) => atMs < untilMs);
  const spans = spansOf(shown, startedAtMs, untilMs);
  const forMs = untilMs - startedAtMs;
  const first = spans.findIndex(({ letters }) => letters > 0);
  const told = spansOfLooks(looks, startedAtMs, untilMs);
  return {
    act,
    firstPacketMs: earliest(received.map(({ firstPacketAtMs }) => firstPacketAtMs)),
    firstSoundMs: earliest(received.map(({ firstSoundAtMs }) => firstSoundAtMs)),
    wantedMs: earliest(spans.filter(({ letters }) => letters > 0).map(({ fromMs }) => fromMs)),
    toldSoundMs: earliest(looks.filter(isSounding).map(({ atMs }) => atMs)),
    toldWantedMs: earliest(looks.filter(isWanted).map(({ atMs }) => atMs)),
    below: lengthOf(spans.filter(({ letters }) => letters === 0)) / forMs,
    toldBelow: lengthOf(told.filter(({ isWanted: isOn }) => !isOn)) / forMs,
    untrue: spans.filter((span) => span.letters === 0 && isToldThroughout(looks, span)).length,
    wrongTitles: spans.filter((span) => span.letters > 0 && isOtherTitle(looks, span)).length,
    falls: first < 0 ? [] : fallsOf(spans.slice(first), startedAtMs),
    silentMs: silentMs(looks, untilMs),
    connections: received.length,
    holes: received.reduce((sum, { holes }) => sum + holes, 0),
    sounding: soundingOf(act, looks, startedAtMs),
  };
}

interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** From each picture to the next; before the first there is nothing. */
function spansOf(shown: readonly Shown[], startedAtMs: number, untilMs: number): (Span & { readonly letters: number })[] {
  const all = [{ atMs: startedAtMs, letters: 0 }, ...shown.map(({ atMs, letters }) => ({ atMs: Math.max(atMs, startedAtMs), letters }))];
  const spans = all.map(({ atMs, letters }, index) => ({ fromMs: atMs, toMs: all[index + 1]?.atMs ?? untilMs, letters }));
  return spans.filter(({ fromMs, toMs }) => toMs > fromMs);
}

function spansOfLooks(looks: readonly Look[], startedAtMs: number, untilMs: number): (Span & { readonly isWanted: boolean })[] {
  const all = [{ atMs: startedAtMs, isWanted: false }, ...looks.map((look) => ({ atMs: look.atMs, isWanted: isWanted(look) }))];
  return all.map(({ atMs, ...rest }, index) => ({ fromMs: atMs, toMs: Math.min(untilMs, all[index + 1]?.atMs ?? untilMs), ...rest }));
}

function lengthOf(spans: readonly Span[]): number {
  return spans.reduce((sum, { fromMs, toMs }) => sum + Math.max(0, toMs - fromMs), 0);
}

/** @param looks in their order */
function silentMs(looks: readonly Look[], untilMs: number): number {
  const first = looks.findIndex(isSounding);
  const since = first < 0 ? [] : looks.slice(first).filter(({ atMs }) => atMs < untilMs);
  const spans = since.map(({ atMs, state }, index) => ({ fromMs: atMs, toMs: since[index + 1]?.atMs ?? untilMs, state }));
  return lengthOf(spans.filter(({ state }) => state === "slate"));
}

function isSounding({ state, title, positionMs }: Look): boolean {
  return state === "on-air" && title !== null && positionMs > 0;
}

function isWanted(look: Look): boolean {
  return isSounding(look) && look.level === "wanted";
}

function near(looks: readonly Look[], { fromMs, toMs }: Span): Look[] {
  return looks.filter(({ atMs }) => atMs >= fromMs - NEAR_MS && atMs <= toMs + NEAR_MS);
}

/** What nobody asked about meanwhile was not told: around Start the first answers come after it. */
function isToldThroughout(looks: readonly Look[], span: Span): boolean {
  const isAsked = looks.some(({ atMs }) => atMs >= span.fromMs && atMs < span.toMs);
  return isAsked && near(looks, span).every(isWanted);
}

function isOtherTitle(looks: readonly Look[], span: Span & { readonly letters: number }): boolean {
  const titles = near(looks, span).flatMap(({ title }) => title ?? []);
  return titles.length > 0 && !titles.some(({ length }) => length === span.letters);
}

function fallsOf(spans: readonly (Span & { readonly letters: number })[], startedAtMs: number): Fall[] {
  const falls: Fall[] = [];
  for (const { fromMs, toMs, letters } of spans) {
    if (letters > 0) continue;
    const last = falls.at(-1);
    const atMs = fromMs - startedAtMs;
    if (last && last.atMs + last.forMs === atMs) falls[falls.length - 1] = { ...last, forMs: last.forMs + toMs - fromMs };
    else falls.push({ atMs, forMs: toMs - fromMs });
  }
  return falls;
}

/** What the studio told of, in its order, and on from there until each track was there once; counted from Start. */
export function soundingOf({ tracks }: Pick<Act, "tracks">, looks: readonly Look[], startedAtMs: number): SoundingTrack[] {
  const found: SoundingTrack[] = [];
  for (const { title, atMs, positionMs } of looks.filter(isSounding)) {
    const track = tracks.find((each) => each.title === title);
    if (!track || found.at(-1)?.title === track.title) continue;
    const fromMs = atMs - positionMs - startedAtMs;
    found.push({ title: track.title, fromMs, toMs: fromMs + track.durationMs });
  }
  const lastTitle = found.at(-1)?.title;
  const next = tracks.findIndex(({ title }) => title === lastTitle) + 1;
  const later = tracks.map((_, index) => tracks[(next + index) % tracks.length]).filter((track) => track !== undefined);
  for (const { title, durationMs } of later) {
    if (found.some((each) => each.title === title)) continue;
    const fromMs = found.at(-1)?.toMs ?? 0;
    found.push({ title, fromMs, toMs: fromMs + durationMs });
  }
  return found;
}

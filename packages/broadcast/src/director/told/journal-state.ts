import type { AsRunDestination, Interruption } from "@nightjar/contract";
import { DESTINATION_KINDS } from "@nightjar/contract";
import { z } from "zod";

const numbered = { n: z.number().int() };
const startedLine = z.object({
  ...numbered,
  type: z.literal("started"),
  entryId: z.string(),
  streamId: z.string(),
  sessionId: z.string(),
  serial: z.number().int(),
  itemId: z.string(),
  trackId: z.string(),
  title: z.string(),
  artist: z.string(),
  isrcCode: z.string().nullable(),
  durationMs: z.number(),
  because: z.string().nullable(),
  startedAt: z.string(),
});
export type StartedLine = z.infer<typeof startedLine>;

/** One line of the journal's file. What follows from the lines before it is written all the same: they may be gone. */
export const journalLine = z.discriminatedUnion("type", [
  startedLine,
  z.object({
    ...numbered,
    type: z.literal("ended"),
    entryId: z.string(),
    streamId: z.string(),
    sessionId: z.string(),
    endedAt: z.string(),
    destinations: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(DESTINATION_KINDS),
        host: z.string(),
        interruptions: z.array(z.object({ from: z.string(), to: z.string() })),
      }),
    ),
  }),
  z.object({
    ...numbered,
    type: z.literal("destination"),
    streamId: z.string(),
    sessionId: z.string(),
    id: z.string(),
    kind: z.enum(DESTINATION_KINDS),
    host: z.string(),
    isTaking: z.boolean(),
    /** It has acknowledged something; before, its first connection holds all from the first byte on. */
    isProven: z.boolean(),
    /** It is not sent to any more. */
    isGone: z.boolean(),
    at: z.string(),
  }),
  z.object({ ...numbered, type: z.literal("session-ended"), streamId: z.string(), sessionId: z.string() }),
]);
export type JournalLine = z.infer<typeof journalLine>;

export interface AirDestination {
  readonly kind: AsRunDestination["kind"];
  readonly host: string;
  readonly isGone: boolean;
  /** Since when it has not been taking data; null: it does. */
  readonly downSince: string | null;
  /** Since when it is believed to be taking data without having acknowledged any. */
  readonly unprovenSince: string | null;
  readonly interruptions: readonly Interruption[];
}

/** One session as far as the journal knows it. */
export interface JournalledAir {
  readonly streamId: string;
  /** On air. */
  readonly entry: StartedLine | null;
  readonly destinations: ReadonlyMap<string, AirDestination>;
  /** What has ended, newest first. */
  readonly history: readonly StartedLine[];
}

export const HISTORY_MAX = 20;
/** A destination that flaps for hours must not make an entry of any length: what follows is told as one. */
export const INTERRUPTIONS_MAX = 100;

/** What is true of a session after `line`; null: it is over. */
export function follow(air: JournalledAir | null, line: JournalLine): JournalledAir | null {
  const before: JournalledAir = air ?? { streamId: line.streamId, entry: null, destinations: new Map(), history: [] };
  switch (line.type) {
    case "session-ended":
      return null;
    case "started":
      return { ...before, entry: line, destinations: forNextEntry(before.destinations) };
    case "ended":
      return before.entry?.entryId === line.entryId
        ? { ...before, entry: null, history: [before.entry, ...before.history].slice(0, HISTORY_MAX) }
        : before;
    case "destination":
      return { ...before, destinations: new Map(before.destinations).set(line.id, turn(before.destinations.get(line.id), line)) };
  }
}

/** Where the entry on air was sent, once it is over. */
export function airedTo({ entry, destinations }: JournalledAir, endedAt: string): AsRunDestination[] {
  const startedAt = entry?.startedAt ?? endedAt;
  return [...destinations].map(([id, { kind, host, downSince, interruptions }]) => {
    const all = downSince === null ? interruptions : withInterruption(interruptions, { from: downSince, to: endedAt });
    const within = all.map(({ from, to }) => ({ from: latest(from, startedAt), to: earliest(to, endedAt) }));
    return { id: id as AsRunDestination["id"], kind, host, interruptions: within.filter(({ from, to }) => from < to) };
  });
}

function forNextEntry(destinations: JournalledAir["destinations"]): Map<string, AirDestination> {
  const kept = [...destinations].filter(([, { isGone }]) => !isGone);
  return new Map(kept.map(([id, destination]) => [id, { ...destination, interruptions: [] }]));
}

function turn(known: AirDestination | undefined, line: Extract<JournalLine, { type: "destination" }>): AirDestination {
  const { kind, host, isGone, isTaking, isProven, at } = line;
  const interruptions = known?.interruptions ?? [];
  if (!isTaking) return { kind, host, isGone, unprovenSince: null, downSince: known?.downSince ?? at, interruptions };
  const taking = { kind, host, isGone, downSince: null, unprovenSince: isProven ? null : (known?.unprovenSince ?? at) };
  if (!known || known.downSince === null) return { ...taking, interruptions };
  return { ...taking, interruptions: withInterruption(interruptions, { from: known.downSince, to: at }) };
}

function withInterruption(interruptions: readonly Interruption[], next: Interruption): readonly Interruption[] {
  const last = interruptions.at(-1);
  if (!last || interruptions.length < INTERRUPTIONS_MAX) return [...interruptions, next];
  return [...interruptions.slice(0, -1), { from: last.from, to: next.to }];
}

// Times are ISO 8601 in UTC, all of one length: the text's order is the time's.
const latest = (a: string, b: string) => (a > b ? a : b);
const earliest = (a: string, b: string) => (a < b ? a : b);

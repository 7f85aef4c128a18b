import { type LiveEvent, RESUME_WITHIN_MS } from "@nightjar/contract";

/** Fewer than this fit into ten minutes unless something imports a whole library; then everything is read again. */
const MAX_EVENTS = 10_000;
/** Who missed more than that has nearly everything to read again in any case. */
export const MAX_TOLD_AGAIN = 1_000;

export interface LoggedEvent {
  readonly id: string;
  readonly event: LiveEvent;
}

interface Entry {
  readonly position: number;
  readonly atMs: number;
  readonly event: LiveEvent;
}

/** What happened lately, so that whoever was away for a while is told of that alone. */
export interface EventLog {
  /** @returns the event's id */
  add(event: LiveEvent): string;
  /** Of the newest event; of none, while there is none. */
  lastId(): string;
  /** The events after that one, oldest first; null: it is of another boot, or too long ago, or too much has happened since. */
  after(id: string): readonly LoggedEvent[] | null;
}

export interface EventLogOptions {
  /** Another one for each process: positions begin anew with it. */
  readonly boot: string;
  readonly nowMs: () => number;
  readonly maxEvents?: number;
}

/** Keeps of events that say the same of the same thing the newest, for as long as a break may last. */
export function createEventLog({ boot, nowMs, maxEvents = MAX_EVENTS }: EventLogOptions): EventLog {
  // A map keeps the order in which its keys came, which is that of the positions.
  const entries = new Map<string, Entry>();
  let position = 0;
  /** What came after this one is all here. */
  let completeAfter = 0;

  const idOf = (at: number) => `${boot}-${at}`;
  const forgetOld = () => {
    const oldestMs = nowMs() - RESUME_WITHIN_MS;
    for (const [key, entry] of entries) {
      if (entry.atMs >= oldestMs && entries.size <= maxEvents) return;
      completeAfter = entry.position;
      entries.delete(key);
    }
  };
  return {
    add(event) {
      const key = keyOf(event);
      position += 1;
      entries.delete(key);
      entries.set(key, { position, atMs: nowMs(), event });
      forgetOld();
      return idOf(position);
    },
    lastId: () => idOf(position),
    after(id) {
      const known = positionOf(id, boot);
      if (known === null || known > position) return null;
      forgetOld();
      if (known < completeAfter) return null;
      const missed = [...entries.values()].filter((entry) => entry.position > known);
      if (missed.length > MAX_TOLD_AGAIN) return null;
      return missed.map((entry) => ({ id: idOf(entry.position), event: entry.event }));
    },
  };
}

/** Two events with the same key: the later one says all that the earlier one said. */
function keyOf(event: LiveEvent): string {
  switch (event.type) {
    case "on-air":
      return `on-air ${event.streamId}`;
    case "as-run":
      return `as-run ${event.entry.entryId}`;
    case "changed":
      return `changed ${event.entity} ${event.id}`;
  }
}

function positionOf(id: string, boot: string): number | null {
  const digits = id.startsWith(`${boot}-`) ? id.slice(boot.length + 1) : "";
  return /^\d{1,15}$/.test(digits) ? Number(digits) : null;
}

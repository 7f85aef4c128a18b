import type { OnAirDestination, OnAirTrack, Plan } from "@nightjar/contract";
import type { Place } from "../air/air.ts";
import type { Journal } from "./journal.ts";
import { HISTORY_MAX } from "./journal-state.ts";
import { onAirTrack, wallTime } from "./on-air-track.ts";
import { monotonicMs } from "../../playout/monotonic.ts";

interface SessionIds {
  readonly streamId: string;
  readonly sessionId: string;
}

/** One session's pen in the engine's journal. */
export class SessionJournal {
  readonly #journal: Journal;
  readonly #of: SessionIds;

  constructor(journal: Journal, { streamId, sessionId }: SessionIds) {
    this.#journal = journal;
    this.#of = { streamId, sessionId };
  }

  /** What sounded before a segment, newest first; null: before nothing. */
  historyBefore(serial: number | null): OnAirTrack[] {
    const { entry, history } = this.#journal.session(this.#of.sessionId) ?? { entry: null, history: [] };
    // Who looks at the very moment of a change may be ahead of the journal.
    const ended = entry && entry.serial !== serial ? [entry, ...history].slice(0, HISTORY_MAX) : history;
    return ended.flatMap((line) => onAirTrack(line, line.startedAt) ?? []);
  }

  /** When a segment went on air, if an earlier process has told so. */
  startedAt(serial: number): string | undefined {
    const entry = this.#journal.session(this.#of.sessionId)?.entry;
    return entry?.serial === serial ? entry.startedAt : undefined;
  }

  /** A segment sounds. @returns its entry; null for the slate, which is no entry */
  began({
    label,
    serial,
    startedAt,
  }: {
    label: Place["label"];
    serial: number;
    startedAt: string;
  }): { readonly entryId: string; readonly startedAt: string } | null {
    const { itemId, trackId, title, artist, isrcCode, durationMs, because } = label;
    if (itemId === null || trackId === null) {
      this.#journal.end(this.#of, startedAt);
      return null;
    }
    return this.#journal.begin({ ...this.#of, serial, itemId, trackId, title, artist, isrcCode, durationMs, because, startedAt });
  }

  /** The timeline has ended, now or at that time, and may begin anew. */
  ended(endedAt = wallTime(monotonicMs())): void {
    this.#journal.end(this.#of, endedAt);
  }

  destinations(now: readonly OnAirDestination[]): void {
    this.#journal.destinations(this.#of, now, (ms) => wallTime(monotonicMs() - ms));
  }

  /** The process before this one was gone for longer than what it had sent ahead. */
  gap(fromMs: number): void {
    this.#journal.gap(this.#of, wallTime(fromMs), wallTime(monotonicMs()));
  }

  /** Off air for good. Answers when that is on the disk, or cannot be written for now. */
  async close(): Promise<void> {
    this.#journal.close(this.#of, wallTime(monotonicMs()));
    await this.#journal.flush();
  }
}

/** At boot: what the journal has on air and nobody goes on with. Where no record says more, a track has sounded to its end. */
export function endForgotten(journal: Journal, plans: readonly Plan[], adopted: ReadonlySet<string>): void {
  for (const sessionId of journal.sessionIds) {
    const air = journal.session(sessionId);
    if (!air || adopted.has(sessionId)) continue;
    const of = { streamId: air.streamId, sessionId };
    const { startedAt, durationMs } = air.entry ?? { startedAt: new Date().toISOString(), durationMs: 0 };
    const endedAt = new Date(Math.min(Date.now(), Date.parse(startedAt) + durationMs)).toISOString();
    journal.end(of, endedAt);
    if (!plans.some((plan) => plan.sessionId === sessionId)) journal.close(of, endedAt);
  }
}

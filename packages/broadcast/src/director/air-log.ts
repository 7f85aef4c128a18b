import type { OnAirTrack, PlanItem } from "@nightjar/contract";
import { itemId, trackId } from "@nightjar/contract";
import { monotonicMs } from "../playout/monotonic.ts";
import type { Segment, SegmentLabel } from "../timeline/segment.ts";

interface Entry {
  readonly segment: Segment;
  /** Monotonic time at which its first packet is due. */
  readonly onAirAtMs: number;
  /** The same as wall-clock time, ISO 8601: told once and for all. */
  readonly startedAt: string;
}

/** Which segment sounds when: the thread tells of a segment when it writes it, ahead of its time on air. */
export class AirLog {
  #entries: Entry[] = [];

  /** @param startedAt as an earlier process has told it */
  add(segment: Segment, onAirAtMs: number, startedAt: string = wallTime(onAirAtMs)): void {
    this.#entries.push({ segment, onAirAtMs, startedAt });
  }

  /** What is known of a segment has changed, but not when it sounds. */
  renew(segment: Segment): void {
    this.#entries = this.#entries.map((entry) => (entry.segment.serial === segment.serial ? { ...entry, segment } : entry));
  }

  /** What sounds now; forgets what came before it. */
  current(nowMs: number = monotonicMs()): Entry | null {
    const index = this.#entries.findLastIndex((entry) => entry.onAirAtMs <= nowMs);
    if (index > 0) this.#entries = this.#entries.slice(index);
    return index < 0 ? null : (this.#entries[0] ?? null);
  }

  /** When a segment goes or went on air, as long as it is known. */
  startedAt(serial: number): string | undefined {
    return this.#entries.find(({ segment }) => segment.serial === serial)?.startedAt;
  }

  /** Already written, sounding within the lead. */
  announced(nowMs: number = monotonicMs()): Entry | null {
    return this.#entries.find((entry) => entry.onAirAtMs > nowMs) ?? null;
  }

  /** The newest that was written. */
  get latest(): Segment | null {
    return this.#entries.at(-1)?.segment ?? null;
  }
}

/** Wall-clock time, ISO 8601, of a monotonic one. */
export function wallTime(atMs: number): string {
  return new Date(Date.now() + atMs - monotonicMs()).toISOString();
}

/** null for a slate. */
export function onAirTrack(label: Omit<SegmentLabel, "isrcCode">, startedAt: string): OnAirTrack | null {
  if (label.itemId === null || label.trackId === null) return null;
  const { title, artist, durationMs, because } = label;
  return { id: trackId.parse(label.trackId), itemId: itemId.parse(label.itemId), title, artist, durationMs, startedAt, because };
}

/** @param because why shuffling chose it */
export function labelOf(item: PlanItem, because: string | null = null): SegmentLabel {
  const { title, artist, durationMs, isrcCode } = item;
  return { itemId: item.itemId, trackId: item.trackId, title, artist, durationMs, isrcCode, because };
}

export const SLATE_LABEL: SegmentLabel = {
  ...{ itemId: null, trackId: null, title: "", artist: "" },
  ...{ durationMs: 0, isrcCode: null, because: null },
};

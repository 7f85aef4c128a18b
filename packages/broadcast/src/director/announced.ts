import type { OnAirTrack } from "@nightjar/contract";
import { monotonicMs } from "../playout/monotonic.ts";
import type { Segment } from "../timeline/segment.ts";
import { AirLog, onAirTrack, wallTime } from "./air-log.ts";
import type { SessionJournal } from "./session-journal.ts";

export interface AnnouncedPort {
  readonly journal: SessionJournal;
  /** An entry of the as-run log has begun. */
  onEntry(track: OnAirTrack, entryId: string): void;
  /** Another segment is heard. */
  onHeard(): void;
}

/** What is written but not heard yet: when its moment comes, the journal is told. */
export class Announced {
  readonly log = new AirLog();
  readonly #port: AnnouncedPort;
  readonly #timers = new Set<NodeJS.Timeout>();
  /** The segment that was heard when the operator left one last. */
  #leftSerial: number | null = null;

  constructor(port: AnnouncedPort) {
    this.#port = port;
  }

  /** @param onAirAtMs monotonic */
  take(segment: Segment, onAirAtMs: number): void {
    this.log.add(segment, onAirAtMs, this.#port.journal.startedAt(segment.serial));
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer);
        this.#heard(segment);
      },
      Math.max(0, onAirAtMs - monotonicMs()),
    );
    this.#timers.add(timer);
  }

  /** The operator leaves what is heard. False: its successor is written already, which is what was wanted, unless that was wanted before. */
  leave(): boolean {
    const heard = this.log.current()?.segment.serial ?? null;
    const isOnItsWay = this.log.announced() !== null && this.#leftSerial !== heard;
    this.#leftSerial = heard;
    return !isOnItsWay;
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  #heard(segment: Segment): void {
    const { journal, onEntry, onHeard } = this.#port;
    const startedAt = this.log.startedAt(segment.serial) ?? wallTime(monotonicMs());
    const entry = journal.began(segment, startedAt);
    const track = onAirTrack(segment.label, startedAt);
    if (track && entry) onEntry(track, entry.entryId);
    onHeard();
  }
}

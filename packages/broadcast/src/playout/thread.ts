import { TagBatch } from "../timeline/batch.ts";
import type { Segment } from "../timeline/segment.ts";
import type { UnitRef } from "../timeline/unit.ts";
import { type FileSource, createFileSource } from "./file-source.ts";
import { monotonicMs } from "./monotonic.ts";
import type { PlayoutCommand, PlayoutEvent } from "./protocol.ts";
import { LEAD_MS, TICK_MS } from "./pace.ts";
import { PlayoutSession } from "./session.ts";

/** The sessions are spread over the slots of a tick. */
const SLOTS = 12;
/** So long a session whose picture is changed is served in every slot too: what gives way to the new one may be a while in coming. */
const HURRY_MS = 3000;
/** How soon a full FIFO is tried again while its publisher drains it, as with the lead at the beginning. */
const RETRY_MS = 5;
const STATUS_MS = 1000;

interface Served {
  readonly session: PlayoutSession;
  readonly slot: number;
  /** It has less than its lead, because a render is slow: it is served in every slot. */
  isBehind: boolean;
  hurriedUntilMs: number;
  /** When the oldest tick was due that is not yet written whole; null: all is. */
  dueMs: number | null;
}

/** The playout thread: nothing but pacing and copying, so that no request and no render can starve the air. */
export class PlayoutThread {
  readonly #emit: (event: PlayoutEvent) => void;
  readonly #source: FileSource;
  readonly #batch = new TagBatch();
  readonly #growing = new Map<string, UnitRef>();
  readonly #sessions = new Map<string, Served>();
  /** Those of which not all is written that was produced. */
  readonly #pending = new Set<Served>();
  #timer: NodeJS.Timeout | null = null;
  #slot = 0;
  #nextSlotMs = monotonicMs();
  #worstLateMs = 0;
  #leastLeadMs: number | null = null;
  #nextStatusMs = 0;

  constructor(emit: (event: PlayoutEvent) => void) {
    this.#emit = emit;
    this.#source = createFileSource(({ key }, reason) => emit({ type: "damaged", key, reason }));
    this.#schedule(0);
  }

  handle(command: PlayoutCommand): void {
    if (command.type === "unit") return void this.#learn(command.unit);
    if (command.type === "open") return this.#open(command);
    const entry = this.#sessions.get(command.sessionId);
    if (!entry) return;
    const { session } = entry;
    this.#guard(session, () => {
      if (command.type === "segments") session.replaceUpcoming(command.segments.map((segment) => this.#live(segment)));
      else if (command.type === "picture") {
        session.showPicture(
          command.serial,
          command.changes.map((change) => ({ ...change, video: this.#learn(change.video) })),
        );
        // An operator waits for the new one: not for a tick, and not for a slot.
        const nowMs = monotonicMs();
        entry.hurriedUntilMs = nowMs + HURRY_MS;
        this.#tick(entry, nowMs);
      } else if (command.type === "feed") {
        session.feed(command.feed);
        session.tick(monotonicMs(), this.#batch);
        this.#schedule(RETRY_MS);
      } else if (command.type === "unfeed") session.unfeed(command.destinationId);
      else if (command.type === "hand-over") session.handOver(command.feed, command.when);
      else if (command.type === "release") {
        session.release(command.destinationId);
        this.#schedule(RETRY_MS);
      } else if (command.type === "locate") session.locate();
      else this.#close(session);
    });
    this.#settle(entry);
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    for (const { session } of this.#sessions.values()) session.close();
    this.#sessions.clear();
    this.#pending.clear();
  }

  #open(command: Extract<PlayoutCommand, { type: "open" }>): void {
    const [first, ...rest] = command.segments;
    const segments: [Segment, ...Segment[]] = [this.#live(first), ...rest.map((segment) => this.#live(segment))];
    try {
      this.#source.hold(command.silence);
      this.#source.hold(command.picture);
      const session = new PlayoutSession({ ...command, segments }, this.#source, monotonicMs(), this.#emit);
      const served = { session, slot: this.#sessions.size % SLOTS, isBehind: false, hurriedUntilMs: 0, dueMs: null };
      this.#sessions.set(command.sessionId, served);
      this.#tick(served, monotonicMs());
      this.#schedule(RETRY_MS);
    } catch (error) {
      this.#emit({ type: "session-failed", sessionId: command.sessionId, message: messageOf(error) });
    }
  }

  /** Growing units are shared objects here, so that growth told once is seen by every cursor. */
  #learn(unit: UnitRef): UnitRef {
    const growing = this.#growing.get(unit.key);
    if (growing) Object.assign(growing, unit);
    if (unit.isComplete) this.#growing.delete(unit.key);
    else if (!growing) this.#growing.set(unit.key, { ...unit });
    return this.#growing.get(unit.key) ?? growing ?? unit;
  }

  #live(segment: Segment): Segment {
    const pictures = segment.pictures?.map((change) => ({ ...change, video: this.#learn(change.video) }));
    return { ...segment, video: this.#learn(segment.video), audio: this.#learn(segment.audio), ...(pictures ? { pictures } : {}) };
  }

  #close(session: PlayoutSession): void {
    session.close();
    this.#sessions.delete(session.sessionId);
  }

  #schedule(delayMs: number): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#run(), delayMs);
  }

  #run(): void {
    const nowMs = monotonicMs();
    if (nowMs >= this.#nextSlotMs) {
      const dueMs = this.#nextSlotMs;
      this.#slot = (this.#slot + 1) % SLOTS;
      // After a pause of the whole process the slots go on from now: no burst of empty ticks.
      this.#nextSlotMs = Math.max(this.#nextSlotMs + TICK_MS / SLOTS, nowMs - TICK_MS);
      for (const served of this.#sessions.values()) if (this.#isDue(served, nowMs)) this.#serve(served, nowMs, dueMs);
    }
    let isDraining = false;
    for (const served of this.#pending) {
      this.#guard(served.session, () => (isDraining = served.session.pump() || isDraining));
      this.#settle(served);
    }
    if (nowMs >= this.#nextStatusMs) this.#tellStatus(nowMs);
    const untilSlotMs = Math.max(0, this.#nextSlotMs - monotonicMs());
    this.#schedule(isDraining ? Math.min(untilSlotMs, RETRY_MS) : untilSlotMs);
  }

  #isDue({ slot, isBehind, hurriedUntilMs }: Served, nowMs: number): boolean {
    return slot === this.#slot || isBehind || nowMs < hurriedUntilMs;
  }

  #serve(served: Served, nowMs: number, dueMs: number): void {
    const { session } = served;
    if (!session.isOpening(nowMs)) this.#leastLeadMs = Math.min(this.#leastLeadMs ?? Number.POSITIVE_INFINITY, session.leadMs(nowMs));
    served.dueMs ??= dueMs;
    this.#tick(served, nowMs);
  }

  #tick(served: Served, nowMs: number): void {
    const { session } = served;
    this.#guard(session, () => session.tick(nowMs, this.#batch));
    served.isBehind = session.leadMs(nowMs) < LEAD_MS;
    this.#settle(served);
  }

  /** Late is what has come into the FIFO after the moment of its tick: the timer was late, or the FIFO was full. */
  #settle(served: Served): void {
    const { session } = served;
    const isOpen = this.#sessions.get(session.sessionId) === served;
    if (isOpen && session.hasPending) this.#pending.add(served);
    else this.#pending.delete(served);
    if (served.dueMs === null || session.pendingBytes > 0) return;
    this.#worstLateMs = Math.max(this.#worstLateMs, monotonicMs() - served.dueMs);
    served.dueMs = null;
  }

  #tellStatus(nowMs: number): void {
    this.#nextStatusMs = nowMs + STATUS_MS;
    this.#emit({ type: "status", worstLateMs: this.#worstLateMs, leastLeadMs: this.#leastLeadMs });
    this.#worstLateMs = 0;
    this.#leastLeadMs = null;
  }

  /** One session's fault ends that session alone. */
  #guard(session: PlayoutSession, work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#close(session);
      this.#emit({ type: "session-failed", sessionId: session.sessionId, message: messageOf(error) });
    }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

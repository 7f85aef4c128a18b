import type { StreamId } from "@nightjar/contract";

/** What comes in numbers by itself (measured tracks of an import) makes one plan in this time. */
const SOON_MS = 1000;
/** So many edits in a row go on air at once; beyond them it is no hand that edits, and one plan a second is enough. */
const EDITS_AT_ONCE = 10;

/** Makes one plan of many changes: the newest state is read when it is due, not when it was changed. */
export interface PlanPushes {
  touch(ids: readonly StreamId[], reach: "at-once" | "soon"): void;
  /** Pushes now what waits for this stream. */
  flush(id: StreamId): void;
  /** The engine knows all that was changed of this stream: nothing of it waits any more. */
  told(id: StreamId): void;
  /** What still waits is planned anew at the next start. */
  close(): void;
}

/** @param push tells the engine what is wanted of a stream; never throws */
export function createPlanPushes(push: (id: StreamId) => void): PlanPushes {
  return new CoalescedPushes(push);
}

class CoalescedPushes implements PlanPushes {
  readonly #push: (id: StreamId) => void;
  readonly #atOnce = new Set<StreamId>();
  readonly #soon = new Set<StreamId>();
  readonly #edits = new Map<StreamId, { left: number; atMs: number }>();
  #turn: NodeJS.Immediate | null = null;
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(push: (id: StreamId) => void) {
    this.#push = push;
  }

  touch(ids: readonly StreamId[], reach: "at-once" | "soon"): void {
    if (this.#isClosed) return;
    for (const id of ids) {
      if (this.#atOnce.has(id)) continue;
      if (reach === "at-once" && this.#takeEdit(id)) this.#atOnce.add(id);
      else this.#soon.add(id);
    }
    if (this.#atOnce.size > 0) this.#turn ??= setImmediate(() => this.#pushAtOnce());
    if (this.#soon.size > 0) this.#timer ??= setTimeout(() => this.#pushSoon(), SOON_MS).unref();
  }

  flush(id: StreamId): void {
    if (this.#forget(id)) this.#push(id);
  }

  told(id: StreamId): void {
    this.#forget(id);
  }

  close(): void {
    this.#isClosed = true;
    if (this.#turn) clearImmediate(this.#turn);
    if (this.#timer) clearTimeout(this.#timer);
  }

  #pushAtOnce(): void {
    this.#turn = null;
    this.#pushAll(this.#atOnce);
  }

  #pushSoon(): void {
    this.#timer = null;
    // What is made in its turn is one plan of the second, too: else each second would have this one and one more at once.
    for (const id of this.#soon) this.#keepLeft(id, this.#editsLeft(id) - 1);
    this.#pushAll(this.#soon);
  }

  #pushAll(due: Set<StreamId>): void {
    const ids = [...due];
    // What is read now holds all that was changed.
    for (const id of ids) this.#forget(id);
    for (const id of ids) this.#push(id);
  }

  /** @returns whether it waited */
  #forget(id: StreamId): boolean {
    const [wasAtOnce, wasSoon] = [this.#atOnce.delete(id), this.#soon.delete(id)];
    return wasAtOnce || wasSoon;
  }

  /** @returns false where a stream has been edited too often lately */
  #takeEdit(id: StreamId): boolean {
    const left = this.#editsLeft(id);
    if (left < 1) return false;
    this.#keepLeft(id, left - 1);
    return true;
  }

  #editsLeft(id: StreamId): number {
    const known = this.#edits.get(id);
    return known ? Math.min(EDITS_AT_ONCE, known.left + (performance.now() - known.atMs) / SOON_MS) : EDITS_AT_ONCE;
  }

  #keepLeft(id: StreamId, left: number): void {
    this.#edits.set(id, { left: Math.max(0, left), atMs: performance.now() });
  }
}

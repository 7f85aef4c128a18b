import type { Plan, PlanItem } from "@nightjar/contract";
import type { GrowthWatch } from "../render/keeps-ahead.ts";
import type { PictureLook, Segment } from "../timeline/segment.ts";
import { dueAfter, onSchedulersClock } from "./due.ts";
import { GrowthGuard } from "./growth-guard.ts";
import type { Planned } from "./rundown-queue.ts";
import type { PlacedItem } from "./sound-maker.ts";

/** An item in its place: what can be joined to it is made from these. */
export interface SoundingItem extends PlacedItem {
  readonly serial: number;
}

/** What sounds now, as what is to follow it must know it. */
export class Sounding {
  readonly #guard: GrowthGuard;
  #item: SoundingItem | null = null;
  /** Monotonic; null: nothing sounds that has an end. */
  #sinceMs: number | null = null;
  #isSlate = false;
  /** The long render of its picture, and the look it was made for. */
  #long: { readonly key: string; readonly look: string | undefined } | null = null;

  /** @param onOvertaken its picture grows more slowly than it is played */
  constructor(onOvertaken: () => void) {
    this.#guard = new GrowthGuard(onOvertaken);
  }

  /** null: the slate, or an item that is in no plan any more. */
  get item(): SoundingItem | null {
    return this.#item;
  }

  get sinceMs(): number | null {
    return this.#sinceMs;
  }

  get isSlate(): boolean {
    return this.#isSlate;
  }

  /** @param planned what it was made from; without it, `plan` tells what is known */
  enter(segment: Segment, onAirAtMs: number, planned: Planned | undefined, plan: Plan): void {
    const { serial, label, phase = null, isSlate } = segment;
    this.#guard.watch(planned?.prepared?.growth ?? null, onAirAtMs);
    const longKey = planned?.prepared?.longKey;
    this.#long = longKey ? { key: longKey, look: label.look?.hash } : null;
    this.#isSlate = isSlate;
    this.#sinceMs = isSlate ? null : onAirAtMs;
    const item = planned?.item ?? plan.items.find(({ itemId }) => itemId === label.itemId);
    this.#item = item ? { serial, item, phase, plan: planned?.plan ?? plan } : null;
  }

  /** Another picture of it is shown, which may still grow. */
  watch(serial: number, growth: GrowthWatch | null): void {
    if (this.#item?.serial === serial && this.#sinceMs !== null) this.#guard.watch(growth, this.#sinceMs);
  }

  /** The long render that is still wanted for it; null: none. @param look what its newest picture was made to show */
  longKey(look: (serial: number) => PictureLook | undefined): string | null {
    const isWanted = this.#long && this.#item && look(this.#item.serial)?.hash === this.#long.look;
    return isWanted ? (this.#long?.key ?? null) : null;
  }

  /** What sounds before the segment that is to follow these; null: nothing that it could be joined to. */
  before(ahead: readonly Planned[]): SoundingItem | null {
    const last = ahead.at(-1);
    if (!last) return this.#item;
    return last.item && { serial: last.segment.serial, item: last.item, phase: last.segment.phase ?? null, plan: last.plan };
  }

  /** When what follows these is needed, by the scheduler's clock. */
  dueAtMs(ahead: readonly Planned[], crossfadeMs: number): number {
    const durationsMs = ahead.map(({ segment }) => segment.label.durationMs);
    return onSchedulersClock(dueAfter(this.#sinceMs, [durationOf(this.#item?.item), ...durationsMs], crossfadeMs));
  }

  close(): void {
    this.#guard.close();
  }
}

function durationOf(item: PlanItem | undefined): number {
  return item?.durationMs ?? 0;
}

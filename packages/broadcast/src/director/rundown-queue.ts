import type { Plan, PlanItem } from "@nightjar/contract";
import { finishedHandle } from "../render/unit-handle.ts";
import type { Segment, SegmentJoin } from "../timeline/segment.ts";
import type { UnitRef } from "../timeline/unit.ts";
import type { PreparedItem } from "./preparer.ts";
import { type WayIn, withWayIn } from "./way-in.ts";

/** A segment that is to come, and what it was made from. */
export interface Planned {
  readonly segment: Segment;
  readonly item: PlanItem | null;
  readonly prepared: PreparedItem | null;
  /** The plan it was prepared for. */
  readonly plan: Plan;
  readonly wayIn?: WayIn | undefined;
}

/** The segments to come, in their order; every change of them is told. */
export class RundownQueue {
  readonly #onChange: (segments: readonly Segment[]) => void;
  #planned: readonly Planned[] = [];
  #isClosed = false;

  constructor(onChange: (segments: readonly Segment[]) => void) {
    this.#onChange = onChange;
  }

  get planned(): readonly Planned[] {
    return this.#planned;
  }

  /** With their units as they are now: some grow while they wait. */
  get segments(): readonly Segment[] {
    return this.#planned.map(({ segment, prepared, wayIn: way }) => {
      const video = prepared?.video.current() ?? segment.video;
      const current = { ...segment, video, audio: prepared?.audio.current() ?? segment.audio };
      return way?.key === video.key ? withWayIn(current, way) : current;
    });
  }

  /** Of the first segment. */
  get render(): { ready: boolean; progress: number } {
    const [first] = this.#planned;
    if (!first) return { ready: false, progress: 0 };
    const progress = first.prepared?.video.progress() ?? 1;
    return { ready: progress >= 1 || first.segment.video.isComplete, progress };
  }

  find(serial: number): Planned | undefined {
    return this.#planned.find(({ segment }) => segment.serial === serial);
  }

  /** Those before this one. */
  ahead(serial: number): readonly Planned[] {
    return this.#planned.filter(({ segment }) => segment.serial < serial);
  }

  fill(planned: readonly Planned[]): void {
    this.#planned = planned;
    this.#tell();
  }

  /** This one sounds: it and those before it are not to come any more. @returns what it was made from, if it stood here */
  entered(serial: number): Planned | undefined {
    const entered = this.find(serial);
    this.#planned = this.#planned.filter(({ segment }) => segment.serial > serial);
    return entered;
  }

  /** False: it is not to come any more. */
  change(serial: number, change: (planned: Planned) => Planned): boolean {
    if (this.#isClosed || !this.find(serial)) return false;
    this.#planned = this.#planned.map((planned) => (planned.segment.serial === serial ? change(planned) : planned));
    this.#tell();
    return true;
  }

  setJoin(serial: number, join: SegmentJoin): boolean {
    return this.change(serial, (planned) => withJoin(planned, join));
  }

  /** The same picture, rendered better: what has not begun yet shows it. */
  betterPicture(key: string, video: UnitRef): void {
    if (this.#isClosed || !this.#planned.some(({ segment }) => segment.video.key === key)) return;
    this.#planned = this.#planned.map((planned) => {
      const { segment, prepared } = planned;
      if (segment.video.key !== key) return planned;
      return { ...planned, segment: { ...segment, video }, prepared: prepared && { ...prepared, video: finishedHandle(video) } };
    });
    this.#tell();
  }

  /** Nothing is changed any more. */
  close(): void {
    this.#isClosed = true;
  }

  #tell(): void {
    this.#onChange(this.segments);
  }
}

export function withJoin(planned: Planned, join: SegmentJoin): Planned {
  return { ...planned, segment: { ...planned.segment, join } };
}

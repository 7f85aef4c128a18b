import type { FrameStats, Logger, Plan, PlanItem } from "@nightjar/contract";
import { finishedHandle } from "../render/unit-handle.ts";
import type { UnitRef } from "../timeline/unit.ts";
import { type PictureLook, type Segment, type SegmentJoin, unitsOf } from "../timeline/segment.ts";
import { SLATE_LABEL, labelOf } from "./air-log.ts";
import type { PreparedPicture } from "./picture.ts";
import type { PreparedItem, Preparer, Slate } from "./preparer.ts";
import { dueAfter, onSchedulersClock } from "./due.ts";
import { type Chosen, type Programme, indexOf } from "./programme.ts";
import type { Quarantine } from "./quarantine.ts";
import type { Cutter } from "./cutter.ts";
import { GrowthGuard } from "./growth-guard.ts";
import { Jump } from "./jump.ts";
import type { PlacedItem } from "./sound-maker.ts";
import { isFallback } from "./shown-pictures.ts";
import { type WayIn, wayIn, withWayIn } from "./way-in.ts";
import { withinMs } from "./within.ts";

/** Segments kept ready behind the one sounding. */
const AHEAD = 2;
/** The first sound of a session does not wait longer than this for its fade. */
const FADE_IN_WAIT_MS = 400;

interface Planned {
  readonly segment: Segment;
  readonly item: PlanItem | null;
  readonly prepared: PreparedItem | null;
  /** The plan it was prepared for. */
  readonly plan: Plan;
  readonly wayIn?: WayIn | undefined;
}

interface Sounding extends PlacedItem {
  readonly serial: number;
}

export interface RundownPort {
  readonly preparer: Preparer;
  readonly slate: Slate;
  readonly quarantine: Quarantine;
  readonly programme: Programme;
  readonly cutter: Cutter;
  readonly log: Logger;
  /** Under the item so many places behind the one that sounds. */
  background(places: number): Plan["background"];
  /** What the newest picture of a segment was made to show. */
  look(serial: number): PictureLook | undefined;
  /** The segments behind the sounding one are these from now on. */
  onQueue(segments: readonly Segment[]): void;
  /** The wanted picture of what sounds has come; false: it is not to be shown any more. */
  onBetter(serial: number, better: PreparedPicture, onAirAtMs: number): Promise<boolean>;
  /** The picture of what sounds grows more slowly than it is played. */
  onOvertaken(): void;
}

/** Keeps the segments to come prepared, in the order of the plan; the timeline takes them one by one. */
export class Rundown {
  readonly #port: RundownPort;
  readonly #guard: GrowthGuard;
  #plan: Plan;
  #queue: Planned[] = [];
  #serial: number;
  /** The item after which the queue begins: the one sounding, or in a new session none. */
  #anchor: { itemId: string; index: number } | null = null;
  #filling: Promise<void> | null = null;
  /** Counts the plans; the queue was made for #queueEpoch. */
  #epoch = 0;
  #queueEpoch = 0;
  #isSlateSounding = false;
  /** The long render of what sounds, and the look it was made for. */
  #soundingLong: { readonly key: string; readonly look: string | undefined } | null = null;
  /** Monotonic; null: nothing sounds that has an end. */
  #soundingAtMs: number | null = null;
  #sounding: Sounding | null = null;
  /** Where the operator wants to go, until it is on its way to the air. */
  #jump: Jump | null = null;
  #isClosed = false;

  /** @param lastSerial highest serial in use, 0 in a new session */
  constructor(plan: Plan, port: RundownPort, lastSerial: number) {
    this.#plan = plan;
    this.#port = port;
    this.#guard = new GrowthGuard(() => port.onOvertaken());
    this.#serial = lastSerial;
  }

  /** With their units as they are now: some grow while they wait. */
  get upcoming(): readonly Segment[] {
    return this.#queue.map(({ segment, prepared, wayIn: way }) => {
      const video = prepared?.video.current() ?? segment.video;
      const current = { ...segment, video, audio: prepared?.audio.current() ?? segment.audio };
      return way?.key === video.key ? withWayIn(current, way) : current;
    });
  }

  /** Of the first segment to come. */
  get render(): { ready: boolean; progress: number } {
    const [first] = this.#queue;
    if (!first) return { ready: false, progress: 0 };
    const progress = first.prepared?.video.progress() ?? 1;
    return { ready: progress >= 1 || first.segment.video.isComplete, progress };
  }

  /** When what follows must be there, by the scheduler's clock; null: at once. */
  get nextDueAtMs(): number | null {
    return this.#soundingAtMs === null ? null : this.#dueAtMs([]);
  }

  /** A changed plan: what is prepared is thrown away when its successor is ready. */
  update(plan: Plan): void {
    this.#plan = plan;
    this.#epoch += 1;
    void this.fill();
  }

  /** Of the audience: what is prepared already keeps its own. */
  takeStats(stats: FrameStats): void {
    this.#plan = { ...this.#plan, stats };
  }

  /** Told by the timeline: this segment sounds now, those before it are gone. */
  entered(segment: Segment, onAirAtMs: number): void {
    const entered = this.#queue.find((planned) => planned.segment.serial === segment.serial);
    this.#guard.watch(entered?.prepared?.growth ?? null, onAirAtMs);
    const longKey = entered?.prepared?.longKey;
    this.#soundingLong = longKey ? { key: longKey, look: segment.label.look?.hash } : null;
    this.#queue = this.#queue.filter((planned) => planned.segment.serial > segment.serial);
    // It began just as others were put in its place, or an earlier process had lined it up: what follows is chosen again.
    if (!entered && this.#queue.length > 0) this.#epoch += 1;
    this.#isSlateSounding = segment.isSlate;
    this.#soundingAtMs = segment.isSlate ? null : onAirAtMs;
    const { itemId, trackId, artist } = segment.label;
    if (itemId !== null) this.#anchor = { itemId, index: indexOf(this.#plan, itemId) };
    if (itemId !== null && trackId !== null) this.#port.programme.entered(segment.serial, { itemId, trackId, artist });
    const item = entered?.item ?? this.#plan.items.find((candidate) => candidate.itemId === itemId);
    const plan = entered?.plan ?? this.#plan;
    this.#sounding = item ? { serial: segment.serial, item, phase: segment.phase ?? null, plan } : null;
    if (this.#jump?.isAt(segment)) this.#land(segment.serial);
    else if (this.#jump) void this.#jump.cutAgain();
    void this.fill();
  }

  /** What is to come next by the operator's wish, while it is prepared. */
  get jumpingTo(): PlanItem | null {
    return this.#jump?.chosen.item ?? null;
  }

  /** Leaves what sounds for what follows it: for what follows that, when it is to be left already. */
  skip(): void {
    const queued = this.#jump ? [this.#jump.chosen.item.itemId] : [];
    const chosen = this.#port.programme.next(this.#plan, queued, this.#anchor, (candidate) => this.#isPlayable(candidate));
    if (chosen) this.#jumpTo(chosen);
  }

  /** Leaves what sounds for this item; false: it cannot be played. */
  jump(itemId: string): boolean {
    const item = this.#plan.items.find((candidate) => candidate.itemId === itemId);
    if (!item || !this.#isPlayable(item)) return false;
    this.#jumpTo({ item, because: null });
    return true;
  }

  #jumpTo(chosen: Chosen): void {
    this.#endJump();
    this.#jump = new Jump(chosen, {
      cut: (serial, item, marginMs) => this.#port.cutter.into(this.#plan, { serial, item }, Jump.FADE_MS, marginMs),
      setJoin: (serial, join) => this.#setJoin(serial, join),
      log: this.#port.log,
    });
    this.#epoch += 1;
    void this.fill();
  }

  /** The jump is on its way to the air; if a changed plan has had it prepared once more, that is not to follow it. */
  #land(serial: number): void {
    if (this.#epoch !== this.#queueEpoch || serial !== this.#jump?.serial) this.#epoch += 1;
    this.#endJump();
  }

  #endJump(): void {
    this.#jump?.end();
    this.#jump = null;
  }

  /** A last segment: silence under the picture that is there. Nothing follows it. */
  silence(join: SegmentJoin, video: UnitRef): Segment {
    this.close();
    return { ...this.#segment(video, this.#port.slate.silence, true), join };
  }

  /** Single flight: fills the queue up, or makes it anew when the plan has changed meanwhile. */
  fill(): Promise<void> {
    this.#filling ??= this.#fill().finally(() => (this.#filling = null));
    return this.#filling;
  }

  /** A unit was broken, and removed: what needs it has it made again, and it is found under the same name. */
  repair(key: string): void {
    const { preparer, slate, background } = this.#port;
    const sounding = this.#sounding && { ...this.#sounding, plan: { ...this.#plan, background: background(0) } };
    const queued = this.#queue.flatMap(({ item, segment, plan }) =>
      item && plan && unitsOf(segment).some((unit) => unit.key === key) ? [{ item, phase: segment.phase ?? null, plan }] : [],
    );
    const { streamId } = this.#plan;
    for (const { item, phase, plan } of [...(sounding ? [sounding] : []), ...queued]) {
      const urgency = { lane: "air" as const, dueAtMs: 0, label: `${item.artist} – ${item.title}`, streamId };
      void preparer.item(plan, item, slate, urgency, phase).catch((error: unknown) => this.#port.quarantine.failed(item, error));
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#guard.close();
    this.#jump?.end();
  }

  async #fill(): Promise<void> {
    while (!this.#isClosed) {
      const epoch = this.#epoch;
      const kept = epoch === this.#queueEpoch ? this.#queue.filter(({ segment }) => !segment.isSlate) : [];
      if (kept.length >= AHEAD) return this.#giveUpStale(kept);
      const anchor = this.#anchor;
      const queued = kept.flatMap(({ segment }) => segment.label.itemId ?? []);
      const jump = kept.length === 0 ? this.#jump : null;
      const chosen = jump?.chosen ?? this.#port.programme.next(this.#plan, queued, anchor, (candidate) => this.#isPlayable(candidate));
      if (!chosen) {
        this.#airSlate(kept.length > 0);
        this.#queueEpoch = epoch;
        return;
      }
      const before = jump ? null : this.#before(kept);
      const planned = await this.#prepare(chosen, kept, before);
      // The world may have moved on while we rendered: then what was chosen is chosen again.
      if (epoch !== this.#epoch || (anchor !== this.#anchor && !jump)) continue;
      if (!planned) {
        if (jump && jump === this.#jump) this.#endJump();
        continue;
      }
      const join = jump && (await jump.prepare(planned.segment.serial));
      if (epoch !== this.#epoch) continue;
      this.#queue = [...kept, join ? withJoin(planned, join) : planned];
      this.#queueEpoch = epoch;
      this.#port.onQueue(this.upcoming);
      if (!planned.segment.join && !join) void this.#join(planned);
      void this.#comeIn(planned.segment.serial);
      void this.#improve(planned);
    }
  }

  /** Renders of the length of a track, for what is not to come any more, would hold up those for what is. */
  #giveUpStale(queue: readonly Planned[]): void {
    const sounding = this.#soundingLong;
    const isWanted = sounding && this.#sounding && this.#port.look(this.#sounding.serial)?.hash === sounding.look;
    const keys = [isWanted ? sounding.key : null, ...queue.map(({ prepared }) => prepared?.longKey ?? null)];
    this.#port.preparer.pictures.giveUp(this.#plan.streamId, new Set(keys.filter((key) => key !== null)));
  }

  /** Makes the junction into a segment of the queue; until it is there, or when it cannot be, the sound simply follows. */
  async #join({ segment, item }: Planned): Promise<void> {
    const { serial, phase = null } = segment;
    const at = this.#queue.findIndex((planned) => planned.segment.serial === serial);
    const before = this.#before(this.#queue.slice(0, Math.max(0, at)));
    if (at < 0 || !before || !item) return;
    const { preparer, slate, log } = this.#port;
    const urgency = { lane: "air" as const, dueAtMs: this.#dueAtMs(this.#queue.slice(0, at)), label: `Junction to ${item.title}` };
    try {
      const join = await preparer.sound.join(this.#plan, before, { item, phase }, slate, urgency);
      if (join) this.#setJoin(serial, { ...join, afterSerial: before.serial });
    } catch (error) {
      log.warn({ err: error, trackId: item.trackId }, "no junction");
    }
  }

  /** Has the segment's picture come in over a transition, where its background is another than the one before. */
  async #comeIn(serial: number): Promise<void> {
    const { preparer, slate, log, look } = this.#port;
    const at = this.#queue.findIndex(({ segment }) => segment.serial === serial);
    const planned = this.#queue[at];
    const before = this.#before(this.#queue.slice(0, Math.max(0, at)));
    const background = before && look(before.serial)?.background;
    if (!planned?.prepared || !planned.item || !background || isFallback(planned.segment)) return;
    const { item, plan, prepared } = planned;
    const urgency = { lane: "air" as const, dueAtMs: this.#dueAtMs(this.#queue.slice(0, at)), label: `Transition to ${item.title}` };
    try {
      const way = await wayIn(preparer.changer, { plan, item, slate, urgency }, { item: before.item, background }, prepared.video);
      const place = this.#queue.findIndex(({ segment }) => segment.serial === serial);
      const now = this.#queue[place];
      if (!way || !now || this.#isClosed) return;
      this.#queue[place] = { ...now, wayIn: way };
      this.#port.onQueue(this.upcoming);
    } catch (error) {
      log.warn({ err: error, trackId: item.trackId }, "no transition");
    }
  }

  /** What sounds before the segment that is to follow these; null: nothing that it could be joined to. */
  #before(ahead: readonly Planned[]): Sounding | null {
    const last = ahead.at(-1);
    if (!last) return this.#sounding;
    return last.item && { serial: last.segment.serial, item: last.item, phase: last.segment.phase ?? null, plan: last.plan };
  }

  /** False: the segment is not to come any more. */
  #setJoin(serial: number, join: SegmentJoin): boolean {
    const place = this.#queue.findIndex((planned) => planned.segment.serial === serial);
    const planned = this.#queue[place];
    if (!planned || this.#isClosed) return false;
    this.#queue[place] = withJoin(planned, join);
    this.#port.onQueue(this.upcoming);
    return true;
  }

  /** The wanted picture takes the place of a simpler one as soon as it may: at the beginning, or where the sound is. */
  async #improve({ segment: { serial }, prepared }: Planned): Promise<void> {
    const better = await prepared?.better;
    if (better && this.#sounding?.serial === serial && this.#soundingAtMs !== null) {
      const onAirAtMs = this.#soundingAtMs;
      const isShown = await this.#port.onBetter(serial, better, onAirAtMs);
      if (isShown && this.#sounding.serial === serial) this.#guard.watch(better.growth, onAirAtMs);
      return;
    }
    const place = this.#queue.findIndex((planned) => planned.segment.serial === serial);
    const planned = this.#queue[place];
    const video = better?.video.current();
    if (!better || !video || !planned?.prepared || this.#isClosed) return;
    const { segment } = planned;
    const label = { ...segment.label, picture: better.picture };
    this.#queue[place] = { ...planned, segment: { ...segment, video, label }, prepared: { ...planned.prepared, ...better } };
    this.#port.onQueue(this.upcoming);
  }

  /** The same picture, rendered better: what has not begun yet shows it. */
  betterPicture(key: string, video: UnitRef): void {
    if (this.#isClosed || !this.#queue.some(({ segment }) => segment.video.key === key)) return;
    this.#queue = this.#queue.map((planned) => {
      const { segment, prepared } = planned;
      if (segment.video.key !== key) return planned;
      return { ...planned, segment: { ...segment, video }, prepared: prepared && { ...prepared, video: finishedHandle(video) } };
    });
    this.#port.onQueue(this.upcoming);
  }

  /** Nothing can be played: the slate, behind whatever is sounding. */
  #airSlate(hasOthers: boolean): void {
    if (hasOthers || this.#isSlateSounding || this.#queue.some(({ segment }) => segment.isSlate)) return;
    const { slate } = this.#port;
    this.#queue = [{ segment: this.#segment(slate.video, slate.silence, true), item: null, prepared: null, plan: this.#plan }];
    this.#port.onQueue(this.upcoming);
  }

  /** When what follows these is needed. */
  #dueAtMs(ahead: readonly Planned[]): number {
    const durationsMs = ahead.map(({ segment }) => segment.label.durationMs);
    const soundingMs = this.#sounding?.item.durationMs ?? 0;
    return onSchedulersClock(dueAfter(this.#soundingAtMs, [soundingMs, ...durationsMs], this.#plan.crossfadeMs));
  }

  async #prepare({ item, because }: Chosen, ahead: readonly Planned[], before: Sounding | null): Promise<Planned | null> {
    const { preparer, slate, quarantine } = this.#port;
    const plan = { ...this.#plan, background: this.#port.background(ahead.length + 1) };
    const { streamId } = plan;
    const urgency = { lane: "air" as const, dueAtMs: this.#dueAtMs(ahead), label: `${item.artist} – ${item.title}`, streamId };
    try {
      const isFirst = this.#anchor === null && ahead.length === 0;
      const fadeIn = isFirst ? preparer.sound.fadeIn(plan, item, slate, urgency).catch(() => null) : null;
      const phase = before && (await preparer.sound.phase(plan, before, item));
      const prepared = await preparer.item(plan, item, slate, urgency, phase);
      const [video, audio] = await Promise.all([prepared.video.readable, prepared.audio.readable]);
      // What breaks off while it is on air is left out the next time.
      prepared.audio.done.then(
        () => quarantine.succeeded(item),
        (error: unknown) => (this.#isClosed ? undefined : quarantine.failed(item, error)),
      );
      const join = fadeIn && (await withinMs(fadeIn, FADE_IN_WAIT_MS));
      const segment = this.#segment(prepared.video.current() ?? video, prepared.audio.current() ?? audio, false);
      const label = { ...labelOf(item, because), picture: prepared.picture, look: prepared.look };
      const over = { ...(phase ? { phase } : {}), ...(join ? { join: { ...join, afterSerial: 0 } } : {}) };
      return { segment: { ...segment, ...over, label }, item, prepared, plan };
    } catch (error) {
      await quarantine.failed(item, error);
      return null;
    }
  }

  #segment(video: UnitRef, audio: UnitRef, isSlate: boolean): Segment {
    this.#serial += 1;
    return { serial: this.#serial, video, audio, isSlate, label: SLATE_LABEL };
  }

  #isPlayable(item: PlanItem): boolean {
    return item.audio !== null && !this.#port.quarantine.isLeftOut(item);
  }
}

function withJoin(planned: Planned, join: SegmentJoin): Planned {
  return { ...planned, segment: { ...planned.segment, join } };
}

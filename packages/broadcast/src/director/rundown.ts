import type { FrameStats, Logger, Plan, PlanItem } from "@nightjar/contract";
import type { UnitRef } from "../timeline/unit.ts";
import { type PictureLook, type Segment, type SegmentJoin, unitsOf } from "../timeline/segment.ts";
import type { Cutter } from "./cutter.ts";
import { Jump } from "./jump.ts";
import type { PreparedPicture } from "./picture.ts";
import type { ItemPreparer, Slate } from "./preparer.ts";
import { type Chosen, type Programme, indexOf } from "./programme.ts";
import type { Quarantine } from "./quarantine.ts";
import { type Planned, RundownQueue, withJoin } from "./rundown-queue.ts";
import { SegmentMaker } from "./segment-maker.ts";
import { Sounding } from "./sounding.ts";
import { WayBetween } from "./way-between.ts";

/** Segments kept ready behind the one sounding. */
const AHEAD = 2;

export interface RundownPort {
  readonly preparer: ItemPreparer;
  readonly slate: Slate;
  readonly quarantine: Pick<Quarantine, "isLeftOut" | "failed" | "succeeded">;
  readonly programme: Programme;
  readonly cutter: Pick<Cutter, "into">;
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
  readonly #queue: RundownQueue;
  readonly #sounding: Sounding;
  readonly #maker: SegmentMaker;
  readonly #ways: WayBetween;
  #plan: Plan;
  /** The item after which the queue begins: the one sounding, or in a new session none. */
  #anchor: { itemId: string; index: number } | null = null;
  #filling: Promise<void> | null = null;
  /** Counts the plans; the queue was made for #queueEpoch. */
  #epoch = 0;
  #queueEpoch = 0;
  /** Where the operator wants to go, until it is on its way to the air. */
  #jump: Jump | null = null;
  #isClosed = false;

  /** @param lastSerial highest serial in use, 0 in a new session */
  constructor(plan: Plan, port: RundownPort, lastSerial: number) {
    this.#plan = plan;
    this.#port = port;
    this.#queue = new RundownQueue((segments) => port.onQueue(segments));
    this.#sounding = new Sounding(() => port.onOvertaken());
    this.#maker = new SegmentMaker(port, lastSerial);
    this.#ways = new WayBetween(port, this.#queue, this.#sounding);
  }

  /** See RundownQueue. */
  get upcoming(): readonly Segment[] {
    return this.#queue.segments;
  }

  /** Of the first segment to come. */
  get render(): { ready: boolean; progress: number } {
    return this.#queue.render;
  }

  /** When what follows must be there, by the scheduler's clock; null: at once. */
  get nextDueAtMs(): number | null {
    return this.#sounding.sinceMs === null ? null : this.#sounding.dueAtMs([], this.#plan.crossfadeMs);
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
    const planned = this.#queue.entered(segment.serial);
    this.#sounding.enter(segment, onAirAtMs, planned, this.#plan);
    // It began just as others were put in its place, or an earlier process had lined it up: what follows is chosen again.
    if (!planned && this.#queue.planned.length > 0) this.#epoch += 1;
    const { itemId, trackId, artist } = segment.label;
    if (itemId !== null) this.#anchor = { itemId, index: indexOf(this.#plan, itemId) };
    if (itemId !== null && trackId !== null) this.#port.programme.entered(segment.serial, { itemId, trackId, artist });
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
    const chosen = this.#choose(this.#jump ? [this.#jump.chosen.item.itemId] : []);
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
      setJoin: (serial, join) => this.#queue.setJoin(serial, join),
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
    return this.#maker.silence(join, video);
  }

  /** Single flight: fills the queue up, or makes it anew when the plan has changed meanwhile. */
  fill(): Promise<void> {
    this.#filling ??= this.#fill().finally(() => (this.#filling = null));
    return this.#filling;
  }

  /** A unit was broken, and removed: what needs it has it made again, and it is found under the same name. */
  repair(key: string): void {
    const { preparer, slate, background, quarantine } = this.#port;
    const { item: sounding } = this.#sounding;
    const now = sounding && { ...sounding, plan: { ...this.#plan, background: background(0) } };
    const queued = this.#queue.planned.flatMap(({ item, segment, plan }) =>
      item && unitsOf(segment).some((unit) => unit.key === key) ? [{ item, phase: segment.phase ?? null, plan }] : [],
    );
    const { streamId } = this.#plan;
    for (const { item, phase, plan } of [...(now ? [now] : []), ...queued]) {
      const urgency = { lane: "air" as const, dueAtMs: 0, label: `${item.artist} – ${item.title}`, streamId };
      void preparer.item(plan, item, slate, urgency, phase).catch((error: unknown) => quarantine.failed(item, error));
    }
  }

  /** See RundownQueue. */
  betterPicture(key: string, video: UnitRef): void {
    this.#queue.betterPicture(key, video);
  }

  close(): void {
    this.#isClosed = true;
    this.#queue.close();
    this.#sounding.close();
    this.#maker.close();
    this.#jump?.end();
  }

  async #fill(): Promise<void> {
    while (!this.#isClosed) {
      const epoch = this.#epoch;
      const kept = epoch === this.#queueEpoch ? this.#queue.planned.filter(({ segment }) => !segment.isSlate) : [];
      if (kept.length >= AHEAD) return this.#giveUpStale(kept);
      const anchor = this.#anchor;
      const jump = kept.length === 0 ? this.#jump : null;
      const chosen = jump?.chosen ?? this.#choose(kept.flatMap(({ segment }) => segment.label.itemId ?? []));
      if (!chosen) {
        this.#airSlate(kept.length > 0);
        this.#queueEpoch = epoch;
        return;
      }
      const planned = await this.#prepare(chosen, kept, jump !== null);
      // The world may have moved on while we rendered: then what was chosen is chosen again.
      if (this.#isClosed || epoch !== this.#epoch || (anchor !== this.#anchor && !jump)) continue;
      if (!planned) {
        if (jump && jump === this.#jump) this.#endJump();
        continue;
      }
      const join = jump && (await jump.prepare(planned.segment.serial));
      if (this.#isClosed || epoch !== this.#epoch) continue;
      this.#queueEpoch = epoch;
      this.#line(kept, planned, join);
    }
  }

  #line(kept: readonly Planned[], planned: Planned, join: SegmentJoin | null): void {
    this.#queue.fill([...kept, join ? withJoin(planned, join) : planned]);
    if (!planned.segment.join && !join) void this.#ways.join(planned, this.#plan);
    void this.#ways.comeIn(planned, this.#plan);
    void this.#improve(planned);
  }

  #choose(queued: readonly string[]): Chosen | null {
    return this.#port.programme.next(this.#plan, queued, this.#anchor, (candidate) => this.#isPlayable(candidate));
  }

  #prepare(chosen: Chosen, ahead: readonly Planned[], isJump: boolean): Promise<Planned | null> {
    return this.#maker.make(chosen, {
      plan: { ...this.#plan, background: this.#port.background(ahead.length + 1) },
      dueAtMs: this.#sounding.dueAtMs(ahead, this.#plan.crossfadeMs),
      before: isJump ? null : this.#sounding.before(ahead),
      isFirst: this.#anchor === null && ahead.length === 0,
    });
  }

  /** Renders of the length of a track, for what is not to come any more, would hold up those for what is. */
  #giveUpStale(queue: readonly Planned[]): void {
    const { preparer, look } = this.#port;
    const keys = [this.#sounding.longKey(look), ...queue.map(({ prepared }) => prepared?.longKey ?? null)];
    preparer.pictures.giveUp(this.#plan.streamId, new Set(keys.filter((key) => key !== null)));
  }

  /** The wanted picture takes the place of a simpler one as soon as it may: at the beginning, or where the sound is. */
  async #improve({ segment: { serial }, prepared }: Planned): Promise<void> {
    const better = await prepared?.better;
    const { item, sinceMs } = this.#sounding;
    if (better && item?.serial === serial && sinceMs !== null) {
      if (await this.#port.onBetter(serial, better, sinceMs)) this.#sounding.watch(serial, better.growth);
      return;
    }
    const video = better?.video.current();
    if (!better || !video) return;
    this.#queue.change(serial, (planned) => {
      if (!planned.prepared) return planned;
      const { segment } = planned;
      const label = { ...segment.label, picture: better.picture };
      return { ...planned, segment: { ...segment, video, label }, prepared: { ...planned.prepared, ...better } };
    });
  }

  /** Nothing can be played: the slate, behind whatever is sounding. */
  #airSlate(hasOthers: boolean): void {
    if (hasOthers || this.#sounding.isSlate || this.#queue.planned.some(({ segment }) => segment.isSlate)) return;
    this.#queue.fill([this.#maker.slate(this.#plan)]);
  }

  #isPlayable(item: PlanItem): boolean {
    return item.audio !== null && !this.#port.quarantine.isLeftOut(item);
  }
}

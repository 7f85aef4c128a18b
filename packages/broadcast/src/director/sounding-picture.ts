import { type ContentUpdate, type Logger, type OnAirPicture, type Plan, type PlanItem, profileOf } from "@nightjar/contract";
import type { Segment, PictureChange, PictureLook } from "../timeline/segment.ts";
import type { UnitRef } from "../timeline/unit.ts";
import type { Locator } from "./locator.ts";
import type { PreparedPicture } from "./picture.ts";
import type { ChangeWish, PictureChanger } from "./picture-changer.ts";
import type { Slate } from "./preparer.ts";
import type { Rotation } from "./rotation.ts";
import { KEPT, isFallback, newestPicture } from "./shown-pictures.ts";
import { wayInto } from "./way-into.ts";
import { wayOver } from "./way-over.ts";

export interface SoundingPicturePort {
  readonly changer: PictureChanger;
  readonly rotation: Rotation;
  readonly locator: Locator;
  readonly slate: Slate;
  readonly log: Logger;
  segment(serial: number): Segment | undefined;
  /** These wait for their turn as the segment's picture, instead of those that did. `item`: as they show it. */
  show(serial: number, changes: readonly PictureChange[], item: PlanItem): void;
  /** What is shown is kept, because what is wanted cannot be had; or that is over. */
  onKept(serial: number, isKept: boolean): void;
}

interface Sounding {
  readonly serial: number;
  readonly item: PlanItem;
  /** Of the newest picture it was given. */
  readonly look: PictureLook | null;
}

const BEHIND = "Rendering is behind: the moving parts come back with the next track.";
const NOTHING_SOUNDS = "No track is on air.";
const DONE: ContentUpdate = { isUpdated: true, reason: null };

/** Keeps the picture of the item that sounds what the plan wants: a changed background, scene or text goes on air within the track. */
export class SoundingPicture {
  readonly #port: SoundingPicturePort;
  #plan: Plan;
  #sounding: Sounding | null = null;
  #working: Promise<ContentUpdate> | null = null;
  /** Counts what might change the picture; what is being made is looked at again when it has moved on. */
  #generation = 0;
  /** Hash of what could not be rendered: not tried again until something else is wanted, or somebody asks. */
  #failed: string | null = null;
  #nextId = 1;
  /** Somebody asked: a simpler picture than the wanted one is tried again, too. */
  #isForced = false;
  /** The picture on air ends before its track does. */
  #isOvertaken = false;
  #isClosed = false;

  constructor(plan: Plan, port: SoundingPicturePort) {
    this.#plan = plan;
    this.#port = port;
  }

  update(plan: Plan): void {
    this.#plan = plan;
    this.#look();
  }

  /** This segment sounds now. */
  entered(segment: Segment): void {
    const { serial, label, pictures = [] } = segment;
    const item = this.#plan.items.find(({ itemId }) => itemId === label.itemId);
    this.#nextId = Math.max(this.#nextId, ...pictures.map(({ id }) => id + 1));
    this.#failed = null;
    this.#isOvertaken = false;
    this.#sounding = item ? { serial, item, look: pictures.at(-1)?.look ?? label.look ?? null } : null;
    this.#look();
  }

  /** What is wanted, also what failed before: settles when it is on its way to the air, or cannot be had. */
  ensure(): Promise<ContentUpdate> {
    this.#failed = null;
    this.#isForced = true;
    this.#generation += 1;
    return this.#work();
  }

  /** What is shown is about to be caught up with by the air: what of it stands still takes its place, in time. */
  retreat(): void {
    this.#isOvertaken = true;
    this.#look();
  }

  /**
   * The wanted picture has come while something simpler was shown for the item that sounds: it goes on where the sound is.
   * @returns false: it is not to be shown any more
   */
  async enter(serial: number, better: PreparedPicture, onAirAtMs: number): Promise<boolean> {
    const sounding = this.#sounding;
    const isStill = () => this.#sounding === sounding && sounding?.serial === serial && !this.#isClosed;
    const way = isStill() ? await wayInto(this.#port.locator, profileOf(this.#plan), better, { onAirAtMs, isStill }) : null;
    if (!way || !sounding || !isStill()) return false;
    const { look, item } = sounding;
    this.#port.show(serial, [{ ...way, id: this.#takeId(), at: "cut", picture: better.picture, ...(look ? { look } : {}) }], item);
    return true;
  }

  /** The same picture, rendered better: it takes over where the loop ends. */
  better(key: string, video: UnitRef): void {
    const sounding = this.#sounding;
    const segment = sounding && this.#port.segment(sounding.serial);
    const shown = segment && newestPicture(segment);
    if (!sounding || !segment || shown?.video.key !== key || this.#isClosed) return;
    const { picture, look } = shown;
    const waiting = segment.pictures ?? [];
    const change = { id: this.#takeId(), video, fromFrame: 0, at: "loop-end", picture, look } as const;
    this.#port.show(segment.serial, [...waiting, change], sounding.item);
  }

  close(): void {
    this.#isClosed = true;
  }

  #look(): void {
    this.#generation += 1;
    void this.#work();
  }

  /** Single flight: a hundred changes in a second are one or two pictures. */
  #work(): Promise<ContentUpdate> {
    this.#working ??= this.#untilSettled().finally(() => (this.#working = null));
    return this.#working;
  }

  async #untilSettled(): Promise<ContentUpdate> {
    for (;;) {
      const generation = this.#generation;
      const outcome = await this.#once();
      if (this.#isClosed || generation === this.#generation) return outcome;
    }
  }

  async #once(): Promise<ContentUpdate> {
    const sounding = this.#sounding;
    // Without a track that could be played the slate is all there is to be shown.
    if (!sounding && this.#plan.items.every(({ audio }) => audio === null)) return DONE;
    if (!sounding || this.#isClosed) return { isUpdated: false, reason: NOTHING_SOUNDS };
    const { changer, rotation, slate, log } = this.#port;
    // What was taken out of the list plays to its end as it was.
    const item = this.#plan.items.find(({ itemId }) => itemId === sounding.item.itemId) ?? sounding.item;
    const plan = { ...this.#plan, background: rotation.at(0) };
    const urgency = { lane: "air", dueAtMs: 0, label: `${item.artist} – ${item.title}`, streamId: plan.streamId } as const;
    let look: PictureLook | null = null;
    try {
      look = await changer.look({ plan, item });
      if (look.hash === this.#failed) return { isUpdated: false, reason: KEPT };
      const segment = this.#port.segment(sounding.serial);
      const isAgain = this.#isOvertaken || (this.#isForced && segment !== undefined && isFallback(segment));
      this.#isForced = false;
      if (isAgain || look.hash !== sounding.look?.hash) await this.#change(sounding, look, { plan, item, slate, urgency });
      if (this.#isStill(sounding)) this.#port.onKept(sounding.serial, false);
      return DONE;
    } catch (error) {
      log.warn({ err: error, streamId: plan.streamId, trackId: item.trackId }, "the picture on air was not changed");
      this.#failed = look?.hash ?? null;
      if (this.#isStill(sounding)) this.#port.onKept(sounding.serial, true);
      return { isUpdated: false, reason: KEPT };
    }
  }

  async #change(sounding: Sounding, look: PictureLook, wish: ChangeWish): Promise<void> {
    const { changer, locator, log } = this.#port;
    const { video: handle, picture: changed } = await changer.change(wish);
    const picture = this.#isOvertaken ? { ...changed, reason: BEHIND } : changed;
    const video = handle.current() ?? (await handle.readable);
    const way = await wayOver(changer, locator, wish, sounding.look?.background ?? null, video).catch((error: unknown) => {
      log.warn({ err: error, streamId: wish.plan.streamId }, "no transition");
      return null;
    });
    if (!this.#isStill(sounding) || this.#isClosed) return;
    // It may have grown, or moved, while the transition was made.
    const shown = { video: handle.current() ?? video, picture, look };
    this.#isOvertaken = false;
    this.#sounding = { ...sounding, item: wish.item, look };
    const changes = way ? this.#over(way, shown) : [{ id: this.#takeId(), fromFrame: 0, at: "cut", ...shown } as const];
    this.#port.show(sounding.serial, changes, wish.item);
  }

  #over(
    { via, fromFrame, entry }: NonNullable<Awaited<ReturnType<typeof wayOver>>>,
    shown: { video: UnitRef; picture: OnAirPicture; look: PictureLook },
  ): PictureChange[] {
    return [
      { ...shown, id: this.#takeId(), video: via, fromFrame, at: "cut" },
      { ...shown, id: this.#takeId(), fromFrame: 0, at: "loop-end", ...(entry ? { entry } : {}) },
    ];
  }

  #isStill({ serial }: Sounding): boolean {
    return this.#sounding?.serial === serial;
  }

  #takeId(): number {
    this.#nextId += 1;
    return this.#nextId - 1;
  }
}

import { setTimeout as pause } from "node:timers/promises";
import { Memo, whileAsked, withinMs } from "@nightjar/kit";
import type { GrowthWatch } from "../../render/keeps-ahead.ts";
import { monotonicMs } from "../../playout/monotonic.ts";
import type { Urgency } from "../../render/requests.ts";
import type { UnitHandle } from "../../render/unit-handle.ts";
import type { Segment } from "../../timeline/segment.ts";
import type { UnitRef } from "../../timeline/unit.ts";
import type { AirEffect, AirEvent } from "../air/events.ts";
import type { PlaceId, RenderedLevel } from "../air/rungs.ts";
import { isMetAgain } from "../air/step.ts";
import type { Wish, WishId, WishOf } from "../air/wishes.ts";
import { GrowthGuard } from "../change/growth-guard.ts";
import type { Locator } from "../change/locator.ts";
import { TransitionMaker } from "../change/transition-maker.ts";
import { JunctionMaker } from "../change/junction-maker.ts";
import { onSchedulersClock } from "../prepare/due.ts";
import type { Slate } from "../prepare/slate.ts";
import { WishMaker } from "../prepare/wish-maker.ts";
import type { SessionPort } from "./session-port.ts";

export interface WishRunnerPort {
  readonly locator: Locator;
  segment(serial: number): Segment | undefined;
  /** Units that are on air, written, or to be, and what may take their place. */
  usedKeys(): Iterable<string>;
  /** Answers come as events. */
  tell(event: AirEvent): void;
}

type Work = Extract<AirEffect, { do: "ask" | "reschedule" | "drop" | "keep-later" | "remake" | "watch" }>;

interface Held {
  readonly wish: Wish;
  /** Settled once the renderer was asked for it, or there is no need to. */
  readonly asked: PromiseWithResolvers<void>;
  /** Settled once it is due soon, or is no wish any more. */
  readonly hurried: PromiseWithResolvers<void>;
  handle: UnitHandle | null;
  growth: GrowthWatch | null;
  abort?: AbortController;
}

const LATER_MS = 20_000;
/** What something new is shown and heard by, and what has to be known for that. */
const SHOWN_OR_HEARD: ReadonlySet<Wish["wants"]> = new Set(["sound", "view", "picture"]);
/** Of streams that are started together the first picture would else take the place of the last one's sound. */
const SOUNDS_FIRST_MS = 500;
/** With more of them, those that nothing airs any more are forgotten. */
const UNITS_MAX = 64;

/** Has a session's wishes fulfilled, as long as they are its wishes. */
export class WishRunner {
  readonly #session: SessionPort;
  readonly #port: WishRunnerPort;
  readonly #held = new Map<WishId, Held>();
  /** What goes on for the next round alone, by unit. */
  readonly #later = new Map<string, { readonly wish: Wish; readonly handle: UnitHandle }>();
  /** The newest of what was asked for, by unit: they grow and move. */
  readonly #units = new Map<string, { readonly handle: UnitHandle; readonly growth: GrowthWatch | null }>();
  readonly #maker: WishMaker;
  readonly #transitions: TransitionMaker;
  readonly #junctions: JunctionMaker;
  readonly #guard = new GrowthGuard();
  /** Pictures wait for it together. */
  readonly #soundsBegin = new Memo<"all", void>(whileAsked);
  #isLeft = false;
  #isClosed = false;

  constructor(session: SessionPort, slate: Slate, port: WishRunnerPort) {
    const { preparer, cache, quarantine, log, ffmpegPath } = session;
    this.#session = session;
    this.#port = port;
    this.#maker = new WishMaker({
      ...{ preparer, cache, quarantine, slate, log },
      tell: (event) => this.#tell(event),
      hold: (wish, handle, growth) => this.#hold(wish, handle, growth),
      isOver: (wish) => this.#isClosed || !this.#held.has(wish),
      isClosed: () => this.#isClosed,
    });
    this.#transitions = new TransitionMaker({ pictures: preparer.pictures, locator: port.locator, slate, log });
    const { locator, segment } = port;
    this.#junctions = new JunctionMaker({ sound: preparer.sound, slate, locator, ffmpegPath, log, segment });
  }

  run(work: Work): void {
    if (work.do === "ask") this.#ask(work.wish);
    else if (work.do === "drop") this.#drop(work);
    else if (work.do === "keep-later") this.#keepLater(work);
    else if (work.do === "reschedule") this.#reschedule(work);
    else if (work.do === "remake") work.wishes.forEach((wish) => void this.#remake(wish));
    else this.#watch(work);
  }

  /** As far as it is there now, and where. */
  latest(unit: UnitRef): UnitRef {
    return this.#units.get(unit.key)?.handle.current() ?? unit;
  }

  /** Of the best picture that is being made for the place. */
  progressOf(place: PlaceId): number {
    const progress = [...this.#held.values()].flatMap(({ wish, handle }) =>
      wish.place === place && wish.wants === "picture" ? [handle?.progress() ?? 0] : [],
    );
    return Math.max(0, ...progress);
  }

  /** How long a picture of the place takes still; null: it is not known. */
  readyInMs(place: PlaceId, level: RenderedLevel): number | null {
    const held = [...this.#held.values()].find(({ wish }) => wish.place === place && wish.wants === "picture" && wish.level === level);
    const end = held?.handle && this.#session.preparer.renderer.readyAtMs(held.handle.key);
    return end ? Math.max(0, end.completeAtMs - performance.now()) : null;
  }

  /** What is being made goes on: the next process may have to play it. */
  leave(): void {
    this.#isLeft = true;
  }

  close(): void {
    this.#isClosed = true;
    this.#guard.close();
    for (const { wish } of this.#held.values()) this.#drop({ do: "drop", wish: wish.id, isNeededLater: false });
    // Nobody is left to need it: a picture as long as its track would be made for a stream that is off air.
    if (!this.#isLeft) this.#session.preparer.renderer.releaseAll(this.#laterClaimant);
  }

  #tell(event: AirEvent): void {
    if (!this.#isClosed) this.#port.tell(event);
  }

  #ask(wish: Wish): void {
    const asked = Promise.withResolvers<void>();
    this.#held.set(wish.id, { wish, asked, hurried: Promise.withResolvers(), handle: null, growth: null });
    // Of a dozen streams that begin together the next pictures of the first would take the places of what the last is to show now.
    if (SHOWN_OR_HEARD.has(wish.wants) && !isDueLater(wish)) this.#session.starts.hold(asked.promise);
    const answering = this.#answer(wish).catch((error: unknown) => {
      // Nothing of this is expected to throw: what can fail is answered.
      this.#session.log.error({ err: error, wish: wish.id }, "a wish was not answered");
    });
    void answering.then(() => this.#held.get(wish.id)?.asked.resolve());
  }

  async #answer(wish: Wish): Promise<void> {
    const { id } = wish;
    // A dozen streams may be begun at once: what sends them has the machine first, then what they show and sound now, and what their
    // next tracks need comes afterwards.
    const hurried = isDueLater(wish) ? this.#held.get(id)?.hurried : undefined;
    void this.#session.starts.idle().then(hurried?.resolve);
    // Publishers may start on and on, as while nothing can be reached: what is due later then still has time.
    if (hurried) await withinMs(hurried.promise, LATER_MS / 2);
    if (hurried && !this.#held.has(id)) return;
    const urgency = this.#urgencyOf(wish);
    if (wish.wants === "sound") return this.#maker.sound(wish, urgency);
    if (wish.wants === "view") return this.#maker.view(wish);
    if (wish.wants === "picture") {
      await this.#soundsFirst();
      return this.#held.has(id) ? this.#maker.picture(wish, urgency) : undefined;
    }
    if (wish.wants === "join") return this.#tell(await this.#junctions.join(wish, urgency));
    if (wish.wants === "coming-in") {
      const comingIn = await this.#transitions.comingIn(wish, this.#handleOf(wish.video), urgency);
      return this.#tell({ is: "coming-in", wish: id, comingIn });
    }
    if (wish.wants === "going-over") {
      const over = await this.#transitions.goingOver(wish, this.#handleOf(wish.video), urgency);
      return this.#tell({ is: "going-over", wish: id, over });
    }
    if (wish.wants === "entry") return this.#enter(wish);
    return this.#tell(await (wish.wants === "cut" ? this.#junctions.cut(wish) : this.#junctions.silence(wish)));
  }

  /** Where nothing sounds yet, pictures wait until it is known which sounds are to be rendered, and these are at work. */
  #soundsFirst(): Promise<void> {
    // The next track's picture too, however much later it is asked for: it would else have the place before that of the first.
    return this.#soundsBegin.of("all", () => this.#soundsAtWork());
  }

  async #soundsAtWork(): Promise<void> {
    const sounds = [...this.#held.values()].filter(({ wish }) => wish.wants === "sound" && wish.dueAtMs === null);
    await Promise.all(sounds.map(({ asked }) => asked.promise));
    const isRendering = sounds.some(({ wish }) => this.#held.get(wish.id)?.handle?.current() === null);
    if (isRendering) await pause(SOUNDS_FIRST_MS);
  }

  async #enter(wish: WishOf<"entry">): Promise<void> {
    const held = this.#held.get(wish.id);
    if (!held) return;
    const { signal } = (held.abort = new AbortController());
    const known = this.#units.get(wish.video.key) ?? { handle: null, growth: null };
    this.#tell({ is: "entry", wish: wish.id, entry: await this.#transitions.entry(wish, known, signal) });
  }

  /** Found under the same name by what needs it. */
  async #remake(wish: Wish): Promise<void> {
    const urgency = { ...this.#urgencyOf(wish), claimant: undefined };
    if (wish.wants === "sound") await this.#maker.remakeSound(wish, urgency);
    else if (wish.wants === "picture") await this.#maker.remakePicture(wish, urgency);
  }

  #watch({ growing }: Extract<Work, { do: "watch" }>): void {
    const known = growing && this.#units.get(growing.videoKey);
    const onOvertaken = () => growing && this.#tell({ is: "overtaken", videoKey: growing.videoKey });
    this.#guard.watch(known?.growth ?? null, growing?.onAirAtMs ?? 0, onOvertaken);
  }

  #hold(wish: Wish, handle: UnitHandle, growth: GrowthWatch | null): void {
    this.#units.delete(handle.key);
    this.#units.set(handle.key, { handle, growth });
    const held = this.#held.get(wish.id);
    if (!held) return handle.release(this.#claimantOf(wish.id));
    Object.assign(held, { handle, growth });
    held.asked.resolve();
    if (this.#units.size > UNITS_MAX) this.#forgetUnused();
    // It may have become due at another time while it was asked for.
    if (held.wish.dueAtMs !== wish.dueAtMs) handle.claim(this.#claimantOf(wish.id), this.#urgencyOf(held.wish));
  }

  /** What airs or is to air is told with its units as they are then, however long ago they were asked for. */
  #forgetUnused(): void {
    const used = new Set(this.#port.usedKeys());
    for (const { handle } of this.#held.values()) if (handle) used.add(handle.key);
    for (const key of this.#units.keys()) if (!used.has(key)) this.#units.delete(key);
  }

  #reschedule({ wish: id, dueAtMs }: Extract<Work, { do: "reschedule" }>): void {
    const held = this.#held.get(id);
    if (!held) return;
    const wish = { ...held.wish, dueAtMs };
    this.#held.set(id, { ...held, wish });
    if (!isDueLater(wish)) held.hurried.resolve();
    held.handle?.claim(this.#claimantOf(id), this.#urgencyOf(wish));
  }

  #drop({ wish: id, isNeededLater }: Extract<Work, { do: "drop" }>): void {
    const held = this.#held.get(id);
    this.#held.delete(id);
    held?.abort?.abort();
    held?.asked.resolve();
    held?.hurried.resolve();
    if (this.#isLeft || !held?.handle) return;
    // In the next round: it goes on as long as nothing else needs its place.
    if (isNeededLater && held.handle.current()?.isComplete !== true) {
      held.handle.claim(this.#laterClaimant, { lane: "idle", streamId: undefined });
      this.#later.set(held.handle.key, { wish: held.wish, handle: held.handle });
    }
    held.handle.release(this.#claimantOf(id));
  }

  #keepLater({ plan }: Extract<Work, { do: "keep-later" }>): void {
    for (const [key, { wish, handle }] of this.#later) {
      const isMade = handle.current()?.isComplete === true;
      if (!isMade && isMetAgain(plan, wish)) continue;
      this.#later.delete(key);
      if (!isMade) handle.release(this.#laterClaimant);
    }
  }

  #handleOf({ key }: UnitRef): UnitHandle | null {
    return this.#units.get(key)?.handle ?? null;
  }

  #urgencyOf(wish: Wish): Urgency {
    const { plan } = wish;
    const item = "item" in wish ? wish.item : wish.wants === "join" ? wish.after.item : null;
    // What moves holds a place for minutes: what the air needs at once passes it.
    const isMoving = wish.wants === "picture" && wish.level === "wanted" && wish.isMoving;
    return {
      ...{ lane: isMoving ? "asked" : "air", dueAtMs: onSchedulersClock(wish.dueAtMs), streamId: plan.streamId },
      ...{ label: item ? `${item.artist} – ${item.title}` : "Silence", claimant: this.#claimantOf(wish.id) },
    };
  }

  #claimantOf(id: WishId): string {
    return `${this.#session.dir} ${id}`;
  }

  get #laterClaimant(): string {
    return `${this.#session.dir} later`;
  }
}

function isDueLater({ dueAtMs }: Wish): boolean {
  return dueAtMs !== null && dueAtMs - monotonicMs() > LATER_MS;
}

import { isDeepStrictEqual } from "node:util";
import type { Plan, PlanItem } from "@nightjar/contract";
import { type Air, soundingPlace } from "../../src/director/air/air.ts";
import { AIR_EVENTS } from "../../src/director/air/event-table.ts";
import type { AirEffect, AirEvent } from "../../src/director/air/events.ts";
import { newAir } from "../../src/director/air/session-events.ts";
import { alarmAtMs } from "../../src/director/air/settling.ts";
import { step } from "../../src/director/air/step.ts";
import type { Wish } from "../../src/director/air/wishes.ts";
import { NEW_PROGRAMME } from "../../src/director/choose/programme.ts";
import { newRotation } from "../../src/director/choose/rotation.ts";
import { BACKGROUNDS, BARE, type Fate, answerTo, firstAnswer, unit } from "./air-answers.ts";
import { type Aired, BrokenPromise, isWholeInTheEnd, keepsPromises } from "./air-promises.ts";
import { AirThread, pointOf } from "./air-thread.ts";
import { planItem, testPlan } from "./engine.ts";
import { SILENCE } from "./synthetic.ts";
import { BAR_SCENE } from "./bar.ts";

/** One thing that happens, and how long nothing has happened before it. Numbers are taken modulo what there is. */
export interface Move {
  readonly afterMs: number;
  readonly act: number;
  readonly pick: number;
  readonly delayMs: number;
}

interface Due {
  readonly atMs: number;
  /** Whose it is: what a thread tells is lost with it. */
  readonly of: "thread" | "wish";
  readonly run: () => void;
}

const SLATE = { video: unit("slate"), silence: SILENCE.ref };
/** The shell's timer may be so late on a busy machine. */
const ALARM_LATE_MS = 250;
/** Of the steps, taken twice: the same event on the same air has the same effects. */
const COMPARED_EVERY = 16;
const PAUSE_MS = 15_000;
/** Between the air and the thread, each way. */
const COMMAND_MS = 15;
/** A session's air, with a thread that plays it, and renders that are late, fail and overtake each other. */
export class AirModel {
  air: Air;
  #nowMs = 1_000_000;
  readonly #due: Due[] = [];
  #thread: AirThread | null = null;
  #moves: readonly Move[] = [];
  #answered = 0;
  #plan: Plan;
  readonly #items: readonly PlanItem[];
  readonly #leftOut = new Set<string>();
  readonly announced: { readonly serial: number; readonly itemId: string | null }[] = [];
  /** Serials of every thread there was: none is ever used twice. */
  readonly #aired = new Set<number>();
  #firstOfThread = 0;
  #interruptedAtMs = Number.NEGATIVE_INFINITY;
  #steps = 0;

  constructor() {
    const items = ["a", "b", "c", "d", "e"].map((id, at) =>
      planItem(id, { path: `/m/${id}`, sha256: id }, [60_000, 9000, 20_000, 3000, 31_000][at] ?? 1000),
    );
    this.#items = items;
    this.#plan = testPlan(items, "rtmp://unused/live", "unused");
    this.air = newAir(this.#plan, NEW_PROGRAMME, newRotation(this.#plan, null, this.#nowMs));
  }

  /** For looking at a sequence that breaks a promise. */
  onStep: (event: AirEvent, effects: readonly AirEffect[], air: Air, nowMs: number) => void = () => undefined;

  get thread(): AirThread | null {
    return this.#thread;
  }

  /** @throws BrokenPromise */
  play(moves: readonly Move[]): void {
    this.#moves = moves;
    this.#take({ is: "begin", slate: SLATE });
    for (const move of moves) {
      this.#pass(move.afterMs);
      this.#act(move);
    }
    // Everything that was asked for comes: then the wanted picture is on air.
    this.#pass(100_000);
    isWholeInTheEnd(this.#isNow);
  }

  /** Time goes on: whatever is due happens in its order. */
  #pass(ms: number): void {
    const endMs = this.#nowMs + ms;
    for (;;) {
      const moments = [this.#due[0]?.atMs, this.#thread?.nextTickMs, this.#alarm()].filter((atMs) => atMs !== undefined);
      const nextMs = Math.min(...moments, Number.POSITIVE_INFINITY);
      if (nextMs > endMs) break;
      this.#nowMs = Math.max(this.#nowMs, nextMs);
      const [first] = this.#due;
      if (first && first.atMs <= this.#nowMs) {
        this.#due.shift();
        first.run();
      } else if (this.#thread && this.#thread.nextTickMs <= this.#nowMs) this.#thread.tick(this.#nowMs);
      else this.#ring();
    }
    this.#nowMs = endMs;
  }

  /** What is due is done with: otherwise it would be due again at once, for ever. */
  #ring(): void {
    const before = this.air;
    this.#take({ is: "clock" });
    if (this.air === before) throw new BrokenPromise("the clock rings, and nothing is due");
  }

  #alarm(): number | undefined {
    const atMs = alarmAtMs(this.air, this.#now);
    return atMs === null ? undefined : Math.max(this.#nowMs + 1, atMs + ALARM_LATE_MS);
  }

  get #now() {
    return { atMs: this.#nowMs, wallMs: this.#nowMs };
  }

  #take(event: AirEvent): void {
    // What time alone brings is told apart from what the event brings.
    if (event.is !== "clock") this.#step({ is: "clock" });
    this.#step(event);
  }

  #step(event: AirEvent): void {
    const before = this.air;
    const { air, effects } = step(before, event, this.#now);
    this.#steps += 1;
    const isCompared = this.#steps % COMPARED_EVERY === 0;
    if (isCompared && !isDeepStrictEqual(step(before, event, this.#now).effects, effects))
      throw new BrokenPromise(`${event.is} has other effects the second time`);
    const unexpected = effects.filter((effect) => !AIR_EVENTS[event.is].may.includes(effect.do));
    if (unexpected.length > 0) throw new BrokenPromise(`${event.is} may not ${unexpected.map((effect) => effect.do).join(", ")}`);
    this.air = air;
    this.onStep(event, effects, air, this.#nowMs);
    for (const effect of effects) this.#run(effect);
    keepsPromises(this.#isNow);
  }

  #run(effect: AirEffect): void {
    if (effect.do === "ask") this.#ask(effect.wish);
    else if (effect.do === "open") this.#open(effect.segments);
    else if (effect.do === "resume") this.#thread?.replaceUpcoming(effect.segments);
    else if (effect.do === "queue" && !this.#thread) throw new BrokenPromise("a line is told before the timeline is open");
    else if (effect.do === "queue") this.#toThread((thread) => thread.replaceUpcoming(effect.segments));
    else if (effect.do === "show") this.#toThread((thread) => thread.show(effect.serial, effect.changes));
    else if (effect.do === "announce") this.announced.push({ serial: effect.serial, itemId: effect.label.itemId });
  }

  /** A command takes its way, and the thread goes on meanwhile. */
  #toThread(command: (thread: AirThread) => void): void {
    const thread = this.#thread;
    if (thread) this.#later(COMMAND_MS, "thread", () => command(thread));
  }

  #open(segments: Extract<AirEffect, { do: "open" }>["segments"]): void {
    this.#firstOfThread = this.announced.length;
    this.#thread = new AirThread(segments, this.#nowMs, (event) => this.#hear(event));
  }

  /** The thread's events come one after the other, after what is being done. */
  #hear(event: AirEvent): void {
    if (event.is === "written") {
      const { serial } = event.segment;
      if (this.#aired.has(serial)) throw new BrokenPromise(`segment ${serial} airs twice`);
      this.#aired.add(serial);
    }
    this.#later(COMMAND_MS, "thread", () => this.#take(event));
  }

  #later(ms: number, of: Due["of"], run: () => void): void {
    const atMs = this.#nowMs + ms;
    const at = this.#due.findIndex((due) => due.atMs > atMs);
    this.#due.splice(at < 0 ? this.#due.length : at, 0, { atMs, of, run });
  }

  /** Answers come when they come, in any order, also to wishes that are none any more. */
  #ask(wish: Wish): void {
    this.#answered += 1;
    const move = this.#moves[(this.#answered * 7) % Math.max(1, this.#moves.length)] ?? { afterMs: 0, act: 0, pick: 0, delayMs: 0 };
    const fate: Fate = {
      isFailed: move.pick !== 0 && (move.pick + this.#answered) % 10 === 0,
      ...{ tookMs: move.delayMs, nowMs: this.#nowMs, soundingSerial: this.#thread?.current.segment.serial ?? 0 },
      leaveOut: (sha256) => new Set(this.#leftOut.add(sha256)),
    };
    const first = firstAnswer(wish, fate);
    if (first) this.#later(0, "wish", () => this.#take(first));
    const answer = answerTo(wish, fate);
    this.#later(move.delayMs, "wish", () => this.#take(answer));
  }

  #act({ act, pick }: Move): void {
    const acts: readonly (() => void)[] = [
      () => undefined,
      () => this.#edit({ items: this.#plan.items.length < 2 ? this.#items : this.#plan.items.filter((_, at) => at !== pick % 5) }),
      () => this.#edit({ items: [...this.#plan.items.slice(pick % 5), ...this.#plan.items.slice(0, pick % 5)] }),
      () => this.#edit({ items: this.#plan.items.map((item, at) => (at === pick % 5 ? { ...item, title: `${item.title}!` } : item)) }),
      () => this.#edit({ background: BACKGROUNDS[pick % 3] ?? { kind: "default" }, rotation: BACKGROUNDS.slice(1) }),
      () => this.#edit({ order: pick % 2 === 0 ? "shuffled" : "sequential", crossfadeMs: (pick % 3) * 1000 }),
      () => this.#edit({ autoSwitch: (["never", "every-song", "5-minutes"] as const)[pick % 3] ?? "never" }),
      () => this.#edit({ transition: pick % 2 === 0 ? "fade" : "instant", channelName: `Channel ${pick % 3}` }),
      () => this.#edit({ scene: pick % 2 === 0 ? BAR_SCENE : { elements: [] } }),
      () => this.#take({ is: "skip" }),
      () => this.#take({ is: "jump", itemId: `item-${["a", "b", "c", "d", "e"][pick % 5]}` }),
      () => this.#take({ is: "update-wanted", ticket: pick }),
      () => this.#better(pick),
      () => this.#take({ is: "broken", key: soundingPlace(this.air)?.given?.video.key ?? "none" }),
      () => this.#take({ is: "overtaken", videoKey: soundingPlace(this.air)?.given?.video.key ?? "none" }),
      () => this.#lift(),
      () => this.#take({ is: "bare", bare: pick % 2 === 0 ? BARE : new Map() }),
      () => this.#reopen(),
      () => this.#adopt(),
      () => this.#stop(),
      () => this.#edit({ items: [] }),
      () => this.#pause(),
    ];
    acts[act % acts.length]?.();
  }

  #edit(changes: Partial<Plan>): void {
    this.#plan = { ...this.#plan, ...changes };
    this.#take({ is: "plan", plan: this.#plan });
  }

  #better(pick: number): void {
    const stands = this.air.places.flatMap((place) =>
      Object.values(place.stands).flatMap((stand) => (stand.is === "ready" ? [stand.video.key] : [])),
    );
    const key = stands[pick % Math.max(1, stands.length)];
    if (key && !key.startsWith("better")) this.#take({ is: "better", key, video: unit(`better ${key}`) });
  }

  #lift(): void {
    this.#leftOut.clear();
    this.#take({ is: "left-out", leftOut: new Set() });
  }

  /** The thread fails, and begins anew. */
  #reopen(): void {
    this.#take({ is: "given-up" });
    this.#thread = null;
    this.#due.splice(0, this.#due.length, ...this.#due.filter(({ of }) => of !== "thread"));
    this.#take({ is: "begin", slate: SLATE });
  }

  /** The whole machine stands still. */
  #pause(): void {
    this.#nowMs += PAUSE_MS;
    this.#interruptedAtMs = this.#nowMs;
    this.#thread?.wake(this.#nowMs);
  }

  /** Off air, and on again at once. */
  #stop(): void {
    this.#take({ is: "stop" });
    // What cannot be faded in this time ends at once.
    this.#pass(5000);
    if (this.air.wishes.size > 1) throw new BrokenPromise("something is wished for that will never air");
    this.#reopen();
  }

  /** Another process takes over what is on air. */
  #adopt(): void {
    const thread = this.#thread;
    if (!thread) return;
    // What the process before had asked for, and heard of, is nothing to this one.
    this.#due.splice(0);
    thread.forgetUntold(this.announced.map(({ serial }) => serial));
    const { segment, onAirAtMs } = thread.current;
    const programme = { ...NEW_PROGRAMME, played: this.air.programme.played };
    const { rotation, leftOut } = this.air;
    this.air = { ...newAir(this.#plan, programme, newRotation(this.#plan, rotation, this.#nowMs)), leftOut };
    const { serial: videoSerial, pictureId, onAirAtMs: cutAtMs } = thread.shown;
    const shown = { videoSerial, pictureId, onAirAtMs: cutAtMs };
    this.#interruptedAtMs = this.#nowMs;
    const before = this.announced.findIndex(({ serial }) => serial === segment.serial);
    if (before >= 0) this.announced.splice(before);
    this.#take({
      is: "adopt",
      slate: SLATE,
      segments: thread.segments,
      shown,
      sounding: { serial: segment.serial, onAirAtMs, startedAt: null },
      point: pointOf(segment.serial, pictureId),
    });
  }

  get #isNow(): Aired {
    const told = this.#thread ? this.announced.slice(this.#firstOfThread).map(({ serial }) => serial) : [];
    return { air: this.air, thread: this.#thread, told, nowMs: this.#nowMs, interruptedAtMs: this.#interruptedAtMs };
  }
}

import { isDeepStrictEqual } from "node:util";
import type { Plan } from "@nightjar/contract";
import type { Air } from "../../src/director/air/air.ts";
import { AIR_EVENTS } from "../../src/director/air/event-table.ts";
import type { AirEffect, AirEvent } from "../../src/director/air/events.ts";
import { newAir } from "../../src/director/air/session-events.ts";
import { alarmAtMs } from "../../src/director/air/settling.ts";
import { step } from "../../src/director/air/step.ts";
import type { Wish } from "../../src/director/air/wishes.ts";
import { NEW_PROGRAMME } from "../../src/director/choose/programme.ts";
import { newRotation } from "../../src/director/choose/rotation.ts";
import { type ActedOn, LIBRARY, LONG, type Move, QUIET_MS, actsOn } from "./air-acts.ts";
import { type Fate, answerTo, firstAnswer, unit } from "./air-answers.ts";
import { type Aired, BrokenPromise, isWholeInTheEnd, keepsPromises } from "./air-promises.ts";
import { AirThread, pointOf } from "./air-thread.ts";
import { DueQueue } from "./due-queue.ts";
import { testPlan } from "./engine.ts";
import { SILENCE } from "./synthetic.ts";

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
  readonly #due = new DueQueue();
  #thread: AirThread | null = null;
  #moves: readonly Move[] = [];
  #answered = 0;
  #plan: Plan;
  readonly #leftOut = new Set<string>();
  /** How often what happened. */
  readonly happened = new Map<AirEvent["is"], number>();
  /** At the end the wanted picture of a track was on air, and could be. */
  isWhole = false;
  /** Who waits for what is wanted. */
  readonly #tickets = new Set<number>();
  #lastTicket = 0;
  readonly announced: { readonly serial: number; readonly itemId: string | null }[] = [];
  /** Serials of every thread there was: none is ever used twice. */
  readonly #aired = new Set<number>();
  #firstOfThread = 0;
  #interruptedAtMs = Number.NEGATIVE_INFINITY;
  #steps = 0;

  constructor() {
    this.#plan = testPlan(LIBRARY, "rtmp://unused/live", "unused");
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
    this.#begin();
    for (const move of moves) {
      this.#pass(move.afterMs);
      this.#act(move);
    }
    this.#end();
  }

  /** Everything that was asked for comes: then the wanted picture is on air, and whoever waited for it knows. */
  #end(): void {
    this.#lift();
    this.#edit({ items: [LONG, ...LIBRARY], autoSwitch: "never" });
    this.#take({ is: "jump", itemId: LONG.itemId });
    this.#pass(QUIET_MS);
    this.isWhole = isWholeInTheEnd(this.#isNow);
    if (this.#tickets.size > 0) throw new BrokenPromise(`${this.#tickets.size} wait for what is wanted, and are told nothing`);
  }

  #begin(): void {
    this.#take({ is: "begin", slate: SLATE });
  }

  /** Time goes on: whatever is due happens in its order. */
  #pass(ms: number): void {
    const endMs = this.#nowMs + ms;
    for (;;) {
      const moments = [this.#due.nextAtMs, this.#thread?.nextTickMs, this.#alarm()].filter((atMs) => atMs !== undefined);
      const nextMs = Math.min(...moments, Number.POSITIVE_INFINITY);
      if (nextMs > endMs) break;
      this.#nowMs = Math.max(this.#nowMs, nextMs);
      if (this.#due.runFirst(this.#nowMs)) continue;
      if (this.#thread && this.#thread.nextTickMs <= this.#nowMs) this.#thread.tick(this.#nowMs);
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
    this.happened.set(event.is, (this.happened.get(event.is) ?? 0) + 1);
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
    else if (effect.do === "answer-update") this.#answer(effect);
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

  #later(ms: number, of: "thread" | "wish", run: () => void): void {
    this.#due.add({ atMs: this.#nowMs + ms, of, run });
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
    const acts = [...actsOn(this.#actedOn, pick), () => this.#reopen(), () => this.#adopt(), () => this.#stop(pick), () => this.#release()];
    acts[act % acts.length]?.();
  }

  get #actedOn(): ActedOn {
    return {
      ...{ air: this.air, plan: this.#plan, items: LIBRARY },
      take: (event) => this.#take(event),
      edit: (changes) => this.#edit(changes),
      update: () => this.#update(),
      lift: () => this.#lift(),
      pause: () => this.#pause(),
    };
  }

  #edit(changes: Partial<Plan>): void {
    this.#plan = { ...this.#plan, ...changes };
    this.#take({ is: "plan", plan: this.#plan });
  }

  #update(): void {
    const ticket = (this.#lastTicket += 1);
    this.#tickets.add(ticket);
    this.#take({ is: "update-wanted", ticket });
  }

  /** Each is answered, and once. */
  #answer({ ticket }: Extract<AirEffect, { do: "answer-update" }>): void {
    if (!this.#tickets.delete(ticket)) throw new BrokenPromise(`nobody waits for the answer to ${ticket}`);
  }

  #lift(): void {
    this.#leftOut.clear();
    this.#take({ is: "left-out", leftOut: new Set() });
  }

  /** The thread fails, and begins anew. */
  #reopen(): void {
    this.#take({ is: "given-up" });
    this.#thread = null;
    this.#due.forgetThread();
    this.#begin();
  }

  /** The whole machine stands still. */
  #pause(): void {
    this.#nowMs += PAUSE_MS;
    this.#interruptedAtMs = this.#nowMs;
    this.#thread?.wake(this.#nowMs);
  }

  /** Off air, and on again at once; while it fades anything may happen. */
  #stop(pick: number): void {
    this.#take({ is: "stop" });
    this.#pass(pick * 10);
    const acts = actsOn(this.#actedOn, pick);
    acts[(pick * 7) % acts.length]?.();
    // What cannot be faded in this time ends at once.
    this.#pass(5000);
    if (this.air.stage !== "ending") throw new BrokenPromise(`what ends is ${this.air.stage} again`);
    if (this.air.wishes.size > 1) throw new BrokenPromise("something is wished for that will never air");
    this.#reopen();
  }

  /** Left to the next process: of this one nothing more is wished for, told or done. */
  #release(): void {
    this.#take({ is: "released" });
    if (this.air.wishes.size > 0) throw new BrokenPromise("something is wished for that another process airs");
    if (this.#thread) this.#adopt();
    else this.#begin();
  }

  /** Another process takes over what is on air. */
  #adopt(): void {
    const thread = this.#thread;
    if (!thread) return;
    // What the process before had asked for, and heard of, is nothing to this one.
    this.#due.forgetAll();
    this.#tickets.clear();
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
    const told = this.#thread ? this.announced.slice(this.#firstOfThread) : [];
    return { air: this.air, thread: this.#thread, told, nowMs: this.#nowMs, interruptedAtMs: this.#interruptedAtMs };
  }
}

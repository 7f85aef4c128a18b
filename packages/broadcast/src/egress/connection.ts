import { rm } from "node:fs/promises";
import type { Logger, PlanDestination } from "@nightjar/contract";
import { monotonicMs } from "../playout/monotonic.ts";
import type { FeedPosition, FeedTarget } from "../playout/protocol.ts";
import type { Delivery } from "./delivery.ts";
import { endPublisher } from "./ending.ts";
import { type PublisherRecord, fifoPath, lastMessages, signalPublisher } from "./publisher.ts";
import type { PublisherPair } from "./publisher-pair.ts";
import { explainEnd } from "./refusal.ts";
import { RENEWED_FROM_MS, renewalDue } from "./renewal.ts";
import { type TroubleKind, slowSentence } from "./trouble.ts";
import { type SocketTable, wakeReader } from "./kernel/index.ts";

const CONNECTING_POLL_MS = 150;
const NO_ANSWER = "The destination did not answer in time.";
const TAKES_NOTHING = "The destination stopped taking data.";
const TAKES_NO_MORE = "The destination takes no more data.";

/** What a connection asks of the timeline and of the world around it. */
export interface ConnectionPort {
  readonly log: Logger;
  /** The timeline writes to this FIFO from now on. @returns false: once it is open, then `opened` is called */
  feed(target: FeedTarget): boolean;
  unfeed(destinationId: string): void;
  /** From a picture to come on, this FIFO is fed in the place of the destination's, but held until `release`. */
  handOver(target: FeedTarget, when: "next-track" | "at-once"): void;
  release(destinationId: string): void;
  /** The first timestamp of a destination's first connection: 0, but in tests of the clock's limits. */
  readonly firstTimestampMs: number;
  /** State or publisher changed: keep the record, tell the world. */
  onChange(): void;
}

export type ConnectionState = "connecting" | "sending" | "stalled";

/** Why a connection is over. "left": it was told to; its publisher ended behind all it was fed, or runs on for the next process. */
export type ConnectionEnd =
  | { readonly is: "left" }
  | { readonly is: "not-started"; readonly sentence: string }
  | { readonly is: "lost"; readonly sentence: string; readonly kind: TroubleKind };

/**
 * One destination sent to, from the start of a publisher until that is lost or left, renewals included. It feeds, watches, judges and
 * renews; it never tries again. Whatever happens to it is worked off one by one.
 */
export class Connection {
  #destination: PlanDestination;
  readonly #publishers: PublisherPair;
  readonly #delivery: Delivery;
  readonly #port: ConnectionPort;
  readonly #onState: (state: ConnectionState) => void;
  readonly #onLasting: () => void;
  readonly #onSlow: (sentence: string) => void;
  readonly #neededKbps: () => number | null;
  /** It takes less than the stream has: a sentence with figures. */
  #slow: string | null = null;
  readonly #end = Promise.withResolvers<ConnectionEnd>();
  #state: ConnectionState = "connecting";
  #isOver = false;
  #isLookAsked = false;
  /** Its process was gone at the newest look, which may be told of as its proper end within moments. */
  #isMissed = false;
  #busy: Promise<void> = Promise.resolve();

  constructor(options: {
    readonly destination: PlanDestination;
    readonly publishers: PublisherPair;
    readonly delivery: Delivery;
    readonly port: ConnectionPort;
    /** Never told of "connecting": it begins so. */
    readonly onState: (state: ConnectionState) => void;
    /** Told again and again, while it is sending for longer than a mere beginning. */
    readonly onLasting: () => void;
    /** Told again and again, with figures, while it takes less than the stream has. */
    readonly onSlow: (sentence: string) => void;
    /** What the stream has at present; null: not known. */
    readonly neededKbps: () => number | null;
  }) {
    this.#destination = options.destination;
    this.#publishers = options.publishers;
    this.#delivery = options.delivery;
    this.#port = options.port;
    this.#onState = options.onState;
    this.#onLasting = options.onLasting;
    this.#onSlow = options.onSlow;
    this.#neededKbps = options.neededKbps;
  }

  /** Goes on with a publisher of an earlier process. */
  adopt(record: PublisherRecord, resume: FeedPosition): void {
    this.#publishers.adopt(record);
    this.#delivery.begin();
    this.#port.feed({ destinationId: this.#destination.id, generation: record.generation, fifoPath: fifoPath(record), startMs: 0, resume });
  }

  /** Answers when its publisher was started, or could not be; it is not connected yet. */
  begin(): Promise<void> {
    this.#serially(async () => {
      this.#delivery.pause();
      const record = await this.#publishers.begin(this.#destination);
      if (!record) return this.#finish({ is: "not-started", sentence: "The sending program could not be started." });
      if (this.#port.feed(this.#target(record))) this.#delivery.begin();
      // It starts while the timeline looks for what to open with.
      else wakeReader(fifoPath(record));
      this.#port.onChange();
    });
    return this.#busy;
  }

  /** @param leave ends it behind what it was fed, so that the far end sees a proper end of the stream */
  untilItEnds(leave: AbortSignal): Promise<ConnectionEnd> {
    const end = () => this.#serially(() => this.#leave());
    if (leave.aborted) end();
    else leave.addEventListener("abort", end, { once: true });
    return this.#end.promise;
  }

  /** Of the same place, and with the same key: its twin may be another, or a first one. */
  know(destination: PlanDestination): void {
    this.#destination = destination;
  }

  /** Leaves the publisher running for the next process. */
  async release(): Promise<void> {
    this.#serially(() => Promise.resolve(this.#finish({ is: "left" })));
    await this.#busy;
  }

  /** Whether it must be looked at before the next sweep over all destinations: something is about to change. */
  isPollDue(): boolean {
    return !this.isAtRest && this.#publishers.current !== null && this.#delivery.unseenMs >= CONNECTING_POLL_MS;
  }

  /** It is sent, and nothing about it is still to be found out. */
  get isAtRest(): boolean {
    const { hasKeyFile, isUnsure } = this.#publishers;
    return this.#state === "sending" && !hasKeyFile && !isUnsure;
  }

  /** Looks at the publisher and at what the far end has acknowledged. */
  poll(sockets: SocketTable): void {
    // What happens meanwhile may last for seconds: one look is behind it, not one for each sweep.
    if (this.#isLookAsked) return;
    this.#isLookAsked = true;
    this.#serially(async () => {
      this.#isLookAsked = false;
      await this.#poll(sockets);
    });
  }

  /** The FIFO's reader takes nothing any more. */
  stuck(generation: number): void {
    const isOwn = this.#publishers.records.some((record) => record.generation === generation);
    if (isOwn) this.#serially(() => this.#loseSilent(TAKES_NO_MORE));
  }

  /** The publisher of this generation was given all it is ever given. */
  handedOver(generation: number): void {
    if (generation === this.#publishers.current?.generation) this.#serially(() => this.#succeed());
  }

  #serially(work: () => Promise<void>): void {
    this.#busy = this.#busy
      .then(() => (this.#isOver ? undefined : work()))
      .catch((error: unknown) => this.#port.log.error({ err: error, destinationId: this.#destination.id }, "destination failed"));
  }

  #finish(end: ConnectionEnd): void {
    this.#isOver = true;
    this.#end.resolve(end);
  }

  #enter(next: ConnectionState): void {
    if (next === this.#state) return;
    this.#state = next;
    this.#onState(next);
  }

  #target(record: PublisherRecord): FeedTarget {
    const { destinationId, generation } = record;
    const { twinId } = this.#destination;
    return {
      ...{ destinationId, generation, fifoPath: fifoPath(record), startMs: this.#startMs(record), resume: null },
      ...(twinId === undefined ? {} : { twin: { destinationId: twinId, clockBelowMs: RENEWED_FROM_MS } }),
    };
  }

  #startMs({ generation }: PublisherRecord): number {
    return generation === 1 ? this.#port.firstTimestampMs : 0;
  }

  async #poll(sockets: SocketTable): Promise<void> {
    const { current, successor } = this.#publishers;
    const look = this.#publishers.look(sockets);
    if (!current || !look) return;
    if (look === "gone" && successor && !this.#isMissed) {
      this.#isMissed = true;
      return;
    }
    this.#isMissed = false;
    if (look === "gone") {
      const { isRefused, sentence } = explainEnd(await lastMessages(current.dir), this.#destination.streamKey);
      return this.#lose(sentence, isRefused ? "refused" : "down");
    }
    this.#delivery.take(look);
    // Connected, and so it has read the key.
    if (look.isTaken) await this.#publishers.forgetKey();
    if (this.#state === "connecting" ? look.isOpen && this.#delivery.isProven : look.isTaken) this.#enter("sending");
    this.#tellProgress();
    await this.#judge();
    if (this.#state === "sending" && this.#publishers.findOwnReads()) this.#port.onChange();
    await this.#renewWhereDue();
  }

  #tellProgress(): void {
    const neededKbps = this.#neededKbps();
    const takenKbps = neededKbps === null ? null : this.#delivery.takesOnly(neededKbps);
    this.#slow = neededKbps === null || takenKbps === null ? null : slowSentence(takenKbps, neededKbps);
    if (this.#slow !== null) this.#onSlow(this.#slow);
    else if (this.#state === "sending" && this.#delivery.isLasting) this.#onLasting();
  }

  async #judge(): Promise<void> {
    const verdict = this.#delivery.verdict();
    if (verdict === "stalled") this.#enter("stalled");
    if (verdict === "lost") await this.#loseSilent(this.#delivery.isTaken ? TAKES_NOTHING : NO_ANSWER);
  }

  /**
   * Before its clock's limit a publisher is left for another, between two tracks: all before the cut over the one, all
   * from it on over the other. The second begins when the first has ended: most destinations let a key be sent only once.
   */
  async #renewWhereDue(): Promise<void> {
    const { current, successor } = this.#publishers;
    if (!current || this.#state !== "sending") return;
    const nowMs = monotonicMs();
    const { zeroAtMs } = this.#publishers;
    // Without a record of it: as if it went by no twin's.
    const clockMs = zeroAtMs === null ? this.#startMs(current) + nowMs - current.startedAtMs : nowMs - zeroAtMs;
    const due = renewalDue(clockMs, this.#destination);
    if (due === "not-yet" || (successor && due === "next-track")) return;
    const waiting = await this.#publishers.prepare(this.#destination);
    if (!waiting) return;
    this.#port.handOver(this.#target(waiting), due);
    this.#port.onChange();
  }

  async #succeed(): Promise<void> {
    const { current, successor } = this.#publishers;
    if (!current || !successor) return;
    const { destinationId, dir } = current;
    const endedMs = monotonicMs();
    await endPublisher(current);
    this.#publishers.succeed();
    this.#isMissed = false;
    this.#delivery.begin();
    this.#port.release(destinationId);
    this.#port.onChange();
    await rm(dir, { recursive: true, force: true });
    this.#port.log.info({ destinationId, ms: Math.round(monotonicMs() - endedMs) }, "destination connected anew");
  }

  /** It is there, and takes nothing: with one that was too slow before, that is why. */
  #loseSilent(sentence: string): Promise<void> {
    return this.#slow === null ? this.#lose(sentence, "down") : this.#lose(this.#slow, "slow");
  }

  async #lose(sentence: string, kind: TroubleKind): Promise<void> {
    const { current } = this.#publishers;
    if (!current) return;
    this.#port.unfeed(current.destinationId);
    signalPublisher(current, "SIGKILL");
    await this.#over({ is: "lost", sentence, kind });
  }

  async #leave(): Promise<void> {
    const { current } = this.#publishers;
    if (current) this.#port.unfeed(current.destinationId);
    if (current) await endPublisher(current);
    await this.#over({ is: "left" });
  }

  /** Whatever becomes of its folder: who waits for its end must hear of it. */
  async #over(end: ConnectionEnd): Promise<void> {
    try {
      await this.#publishers.forget();
    } finally {
      this.#delivery.pause();
      this.#finish(end);
    }
  }
}

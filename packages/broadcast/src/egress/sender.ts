import { rm } from "node:fs/promises";
import type { DestinationState, Logger, OnAirDestination, PlanDestination } from "@nightjar/contract";
import { monotonicMs } from "../playout/monotonic.ts";
import type { FeedPosition } from "../playout/feed.ts";
import type { FeedTarget } from "../playout/protocol.ts";
import { Backoff } from "./backoff.ts";
import { Delivery } from "./delivery.ts";
import { endPublisher } from "./ending.ts";
import { type PublisherRecord, fifoPath, lastMessages, signalPublisher, targetHash } from "./publisher.ts";
import { PublisherPair } from "./publisher-pair.ts";
import { explainEnd } from "./refusal.ts";
import { renewalDue } from "./renewal.ts";
import type { SocketTable } from "./socket-table.ts";
import { DESTINATION_TRANSITIONS, checkTransition } from "./transitions.ts";

const CONNECTING_POLL_MS = 150;
const NO_ANSWER = "The destination did not answer in time.";
const TAKES_NOTHING = "The destination stopped taking data.";

export interface SenderPort {
  readonly ffmpegPath: string;
  readonly log: Logger;
  /** The timeline writes to this FIFO from now on. @returns false: once it is open, then `opened` is called */
  feed(target: FeedTarget): boolean;
  unfeed(destinationId: string): void;
  /** From a picture to come on, this FIFO is fed in the place of the destination's, but held until `release`. */
  handOver(target: FeedTarget, when: "next-track" | "at-once"): void;
  release(destinationId: string): void;
  /** What is recorded as fed to it; null: nothing yet. */
  fedBytes(record: PublisherRecord): number | null;
  /** The first timestamp of a destination's first connection: 0, but in tests of the clock's limits. */
  readonly firstTimestampMs: number;
  /** State or publisher changed: keep the record, tell the world. */
  onChange(): void;
}

/** Keeps one destination sent to: starts a publisher, watches the far end's acknowledgements, connects anew for ever. */
export class Sender {
  readonly #port: SenderPort;
  readonly #publishers: PublisherPair;
  readonly #backoff = new Backoff();
  #destination: PlanDestination;
  #state: DestinationState = "waiting";
  #reconnects = 0;
  #lastError: string | null = null;
  /** Its process was gone at the newest look, which may be told of as its proper end within moments. */
  #isMissed = false;
  readonly #delivery = new Delivery();
  #retry: NodeJS.Timeout | null = null;
  #busy: Promise<void> = Promise.resolve();

  constructor(destination: PlanDestination, baseDir: string, port: SenderPort, firstGeneration: number) {
    this.#destination = destination;
    this.#port = port;
    this.#publishers = new PublisherPair({ ffmpegPath: port.ffmpegPath, log: port.log, baseDir }, firstGeneration);
  }

  get destination(): PlanDestination {
    return this.#destination;
  }

  get state(): DestinationState {
    return this.#state;
  }

  get generation(): number {
    return this.#publishers.generation;
  }

  /** Of all processes it has now. */
  get records(): PublisherRecord[] {
    return this.#publishers.records;
  }

  onAir(): OnAirDestination {
    const { id, kind, url } = this.#destination;
    const { figures } = this.#delivery;
    return { id, kind, host: new URL(url).host, state: this.#state, reconnects: this.#reconnects, lastError: this.#lastError, ...figures };
  }

  /** Goes on with a publisher of an earlier process. */
  adopt(record: PublisherRecord, resume: FeedPosition): void {
    this.#publishers.adopt(record);
    this.#enter("connecting");
    this.#delivery.begin();
    this.#port.feed({ destinationId: this.#destination.id, generation: record.generation, fifoPath: fifoPath(record), startMs: 0, resume });
  }

  /** Answers when the publisher was started (or not, and is tried again later); it is not connected yet. */
  connect(): Promise<void> {
    this.#serially(() => this.#connect());
    return this.#busy;
  }

  /** The timeline is open: what waited is fed. */
  opened(): void {
    this.#delivery.beginWherePaused();
  }

  /** Another address or key: the connection is made anew. */
  retarget(destination: PlanDestination): void {
    const isSame = targetHash(destination) === targetHash(this.#destination);
    this.#destination = destination;
    if (isSame) return;
    this.#serially(async () => {
      await this.#end();
      if (this.#state === "stopped") return;
      this.#backoff.reset();
      this.#enter("waiting");
      await this.#connect();
    });
  }

  /** Whether it must be looked at before the next sweep over all senders: something is about to change. */
  isPollDue(): boolean {
    const { hasKeyFile, isUnsure, current } = this.#publishers;
    const isSettled = (this.#state === "sending" && !hasKeyFile && !isUnsure) || current === null;
    return !isSettled && this.#delivery.unseenMs >= CONNECTING_POLL_MS;
  }

  /** Looks at the publisher and at what the far end has acknowledged. */
  poll(sockets: SocketTable): void {
    this.#serially(() => this.#poll(sockets));
  }

  /** The FIFO's reader takes nothing any more. */
  stuck(generation: number): void {
    if (this.records.some((record) => record.generation === generation))
      this.#serially(() => this.#lose("The destination takes no more data.", false));
  }

  /** The publisher of this generation was given all it is ever given. */
  handedOver(generation: number): void {
    if (generation === this.#publishers.current?.generation) this.#serially(() => this.#succeed());
  }

  /** Ends the publisher, with a clean end of the stream if it can be had within a second. */
  async stop(): Promise<void> {
    if (this.#retry) clearTimeout(this.#retry);
    this.#serially(async () => {
      await this.#end();
      this.#enter("stopped");
    });
    await this.#busy;
  }

  /** Leaves the publisher running for the next process. */
  async release(): Promise<void> {
    if (this.#retry) clearTimeout(this.#retry);
    await this.#busy;
  }

  #serially(work: () => Promise<void>): void {
    this.#busy = this.#busy.then(work).catch((error: unknown) => {
      this.#port.log.error({ err: error, destinationId: this.#destination.id }, "destination failed");
    });
  }

  #enter(next: DestinationState): void {
    if (next === this.#state) return;
    this.#port.log.info({ destinationId: this.#destination.id, from: this.#state, to: next }, "destination");
    this.#state = checkTransition(DESTINATION_TRANSITIONS, this.#state, next);
    this.#port.onChange();
  }

  async #connect(): Promise<void> {
    if (this.#state === "stopped" || this.#publishers.current) return;
    this.#enter("connecting");
    this.#delivery.pause();
    const record = await this.#publishers.begin(this.#destination);
    if (!record) return this.#retryLater("The sending program could not be started.", false);
    if (this.#port.feed(this.#target(record))) this.#delivery.begin();
    this.#port.onChange();
  }

  #target(record: PublisherRecord): FeedTarget {
    const { destinationId, generation } = record;
    return { destinationId, generation, fifoPath: fifoPath(record), startMs: this.#startMs(record), resume: null };
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
      const { isRefused, sentence } = explainEnd(await lastMessages(current.dir, this.#destination.streamKey));
      await this.#lose(sentence, isRefused);
      return;
    }
    this.#delivery.take(look);
    if (look.isTaken) await this.#enterSending();
    await this.#judge();
    if (this.#state === "sending" && this.#publishers.findOwnReads((record) => this.#port.fedBytes(record))) this.#port.onChange();
    await this.#renewWhereDue();
  }

  /**
   * Before its clock's limit a connection is left for another, between two tracks: all before the cut over the one, all
   * from it on over the other. The second begins when the first has ended: most destinations let a key be sent only once.
   */
  async #renewWhereDue(): Promise<void> {
    const { current, successor } = this.#publishers;
    if (!current || this.#state !== "sending") return;
    const due = renewalDue(this.#startMs(current) + monotonicMs() - current.startedAtMs, current.destinationId);
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

  async #enterSending(): Promise<void> {
    this.#backoff.reset();
    this.#lastError = null;
    this.#enter("sending");
    await this.#publishers.forgetKey();
  }

  async #judge(): Promise<void> {
    const isConnecting = this.#state === "connecting";
    const verdict = this.#delivery.verdict(isConnecting);
    if (verdict === "stalled") this.#enter("stalled");
    if (verdict === "lost") await this.#lose(isConnecting ? NO_ANSWER : TAKES_NOTHING, false);
  }

  async #lose(sentence: string, isRefused: boolean): Promise<void> {
    const { current } = this.#publishers;
    if (!current) return;
    this.#port.unfeed(current.destinationId);
    signalPublisher(current, "SIGKILL");
    await this.#publishers.forget();
    this.#reconnects += 1;
    this.#delivery.pause();
    this.#retryLater(sentence, isRefused);
  }

  #retryLater(sentence: string, isRefused: boolean): void {
    if (this.#state === "stopped") return;
    this.#lastError = sentence;
    this.#enter(isRefused ? "refused" : "waiting");
    this.#retry = setTimeout(() => void this.connect(), this.#backoff.next());
  }

  /** Ends the publisher behind what it was fed, so that the far end sees a proper end of the stream. */
  async #end(): Promise<void> {
    const { current } = this.#publishers;
    if (!current) return;
    this.#port.unfeed(current.destinationId);
    await endPublisher(current);
    await this.#publishers.forget();
  }
}

import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { DestinationState, Logger, OnAirDestination, PlanDestination } from "@nightjar/contract";
import { monotonicMs } from "../playout/monotonic.ts";
import type { FeedPosition } from "../playout/feed.ts";
import type { FeedTarget } from "../playout/protocol.ts";
import { Backoff } from "./backoff.ts";
import { Delivery } from "./delivery.ts";
import { endDrained, endFed } from "./ending.ts";
import { type PublisherRecord, fifoPath, forgetKey, lastMessages, signalPublisher, startPublisher, targetHash } from "./publisher.ts";
import { PublisherWatch } from "./publisher-watch.ts";
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
  /** The first timestamp of a destination's first connection: 0, but in tests of the clock's limits. */
  readonly firstTimestampMs: number;
  /** State or publisher changed: keep the record, tell the world. */
  onChange(): void;
}

/** Keeps one destination sent to: starts a publisher, watches the far end's acknowledgements, connects anew for ever. */
export class Sender {
  readonly #port: SenderPort;
  readonly #baseDir: string;
  readonly #backoff = new Backoff();
  #destination: PlanDestination;
  #state: DestinationState = "waiting";
  #generation: number;
  #record: PublisherRecord | null = null;
  /** Waits, unconnected, to take the place of `#record`, whose clock comes to its end. */
  #successor: PublisherRecord | null = null;
  #hasKeyFile = false;
  #reconnects = 0;
  #lastError: string | null = null;
  #watch: PublisherWatch | null = null;
  readonly #delivery = new Delivery();
  #retry: NodeJS.Timeout | null = null;
  #busy: Promise<void> = Promise.resolve();

  constructor(destination: PlanDestination, baseDir: string, port: SenderPort, firstGeneration: number) {
    this.#destination = destination;
    this.#baseDir = baseDir;
    this.#port = port;
    this.#generation = firstGeneration;
  }

  get destination(): PlanDestination {
    return this.#destination;
  }

  get state(): DestinationState {
    return this.#state;
  }

  get generation(): number {
    return this.#generation;
  }

  /** Of all processes it has now. */
  get records(): PublisherRecord[] {
    return [this.#record, this.#successor].filter((record) => record !== null);
  }

  onAir(): OnAirDestination {
    const { id, kind, url } = this.#destination;
    const { figures } = this.#delivery;
    return { id, kind, host: new URL(url).host, state: this.#state, reconnects: this.#reconnects, lastError: this.#lastError, ...figures };
  }

  /** Goes on with a publisher of an earlier process. */
  adopt(record: PublisherRecord, resume: FeedPosition): void {
    this.#use(record);
    this.#generation = record.generation;
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
    const isSettled = (this.#state === "sending" && !this.#hasKeyFile) || this.#record === null;
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

  /** The publisher of this generation was given all it is ever given, but for its last tag. */
  handedOver({ generation, lastTag }: { readonly generation: number; readonly lastTag: Uint8Array | null }): void {
    if (generation === this.#record?.generation) this.#serially(() => this.#succeed(lastTag));
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
    if (this.#state === "stopped" || this.#record) return;
    this.#enter("connecting");
    this.#delivery.pause();
    const record = await this.#start();
    if (!record) return this.#retryLater("The sending program could not be started.", false);
    this.#use(record);
    if (this.#port.feed(this.#target(record))) this.#delivery.begin();
    this.#port.onChange();
  }

  /** A publisher of the next generation; it connects when it is fed. */
  async #start(): Promise<PublisherRecord | null> {
    this.#generation += 1;
    const { id } = this.#destination;
    const dir = join(this.#baseDir, `publisher-${encodeURIComponent(id)}-${this.#generation}`);
    try {
      const { ffmpegPath } = this.#port;
      return await startPublisher({ ffmpegPath, destination: this.#destination, generation: this.#generation, dir });
    } catch (error) {
      this.#port.log.warn({ err: error, destinationId: id }, "publisher not started");
      await rm(dir, { recursive: true, force: true });
      return null;
    }
  }

  #use(record: PublisherRecord): void {
    this.#record = record;
    this.#watch = new PublisherWatch(record);
    this.#hasKeyFile = true;
  }

  #target(record: PublisherRecord): FeedTarget {
    const { destinationId, generation } = record;
    return { destinationId, generation, fifoPath: fifoPath(record), startMs: this.#startMs(record), resume: null };
  }

  #startMs({ generation }: PublisherRecord): number {
    return generation === 1 ? this.#port.firstTimestampMs : 0;
  }

  async #poll(sockets: SocketTable): Promise<void> {
    const record = this.#record;
    const look = this.#watch?.look(sockets);
    if (!record || !look) return;
    if (look === "gone") {
      const { isRefused, sentence } = explainEnd(await lastMessages(record.dir, this.#destination.streamKey));
      await this.#lose(sentence, isRefused);
      return;
    }
    this.#delivery.take(look);
    if (look.isTaken) this.#enterSending();
    await this.#judge();
    await this.#renewWhereDue();
  }

  /**
   * Before its clock's limit a connection is left for another, between two tracks: all before the cut over the one, all
   * from it on over the other. The second begins when the first has ended: most destinations let a key be sent only once.
   */
  async #renewWhereDue(): Promise<void> {
    const record = this.#record;
    if (!record || this.#state !== "sending") return;
    const due = renewalDue(this.#startMs(record) + monotonicMs() - record.startedAtMs, record.destinationId);
    if (due === "not-yet" || (this.#successor && due === "next-track")) return;
    this.#successor ??= await this.#start();
    if (!this.#successor) return;
    this.#port.handOver(this.#target(this.#successor), due);
    this.#port.onChange();
  }

  async #succeed(lastTag: Uint8Array | null): Promise<void> {
    const [record, successor] = [this.#record, this.#successor];
    if (!record || !successor) return;
    const endedMs = monotonicMs();
    await endDrained(record, lastTag);
    this.#successor = null;
    this.#use({ ...successor, startedAtMs: monotonicMs() });
    this.#delivery.begin();
    this.#port.release(record.destinationId);
    this.#port.onChange();
    await rm(record.dir, { recursive: true, force: true });
    this.#port.log.info({ destinationId: record.destinationId, ms: Math.round(monotonicMs() - endedMs) }, "destination connected anew");
  }

  #enterSending(): void {
    this.#backoff.reset();
    this.#lastError = null;
    this.#enter("sending");
    const record = this.#record;
    if (record && this.#hasKeyFile) this.#serially(() => forgetKey(record));
    this.#hasKeyFile = false;
  }

  async #judge(): Promise<void> {
    const isConnecting = this.#state === "connecting";
    const verdict = this.#delivery.verdict(isConnecting);
    if (verdict === "stalled") this.#enter("stalled");
    if (verdict === "lost") await this.#lose(isConnecting ? NO_ANSWER : TAKES_NOTHING, false);
  }

  async #lose(sentence: string, isRefused: boolean): Promise<void> {
    const record = this.#record;
    if (!record) return;
    this.#port.unfeed(record.destinationId);
    signalPublisher(record, "SIGKILL");
    await this.#forget(record);
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

  /** Ends the publisher while it is fed, so that the far end sees a proper end of the stream. */
  async #end(): Promise<void> {
    const record = this.#record;
    if (!record) return;
    await endFed(record);
    this.#port.unfeed(record.destinationId);
    await this.#forget(record);
  }

  /** With who waits to take its place: that would have nothing to follow. */
  async #forget(record: PublisherRecord): Promise<void> {
    const successor = this.#successor;
    this.#record = null;
    this.#successor = null;
    this.#watch = null;
    if (successor) signalPublisher(successor, "SIGKILL");
    for (const { dir } of [record, ...(successor ? [successor] : [])]) await rm(dir, { recursive: true, force: true });
  }
}

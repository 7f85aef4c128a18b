import { once } from "node:events";
import type { DestinationState, Logger, OnAirDestination, PlanDestination } from "@nightjar/contract";
import type { FeedPosition } from "../playout/protocol.ts";
import { addressFault, hostOf } from "./address.ts";
import { Backoff } from "./backoff.ts";
import { Connection, type ConnectionEnd, type ConnectionPort } from "./connection.ts";
import { Delivery } from "./delivery.ts";
import { type PublisherRecord, targetHash } from "./publisher.ts";
import { PublisherPair, type PublisherPairOptions } from "./publisher-pair.ts";
import type { SocketTable } from "./kernel/index.ts";
import type { TakenNotes } from "./taken-history.ts";
import type { DestinationTrouble, TroubleKind } from "./trouble.ts";
import { DESTINATION_TRANSITIONS, checkTransition } from "./transitions.ts";

export interface SenderPort extends ConnectionPort, PublisherPairOptions {
  readonly log: Logger;
  /** Outlives the sender. */
  readonly taken: TakenNotes;
  /** What the stream has at present; null: not known. */
  readonly neededKbps: () => number | null;
}

/**
 * Keeps one destination sent to: a connection until it ends, a pause, and the next one, for ever. Another address or key ends the
 * connection, or the pause, at once; so does the end of the sender.
 */
export class Sender {
  readonly #port: SenderPort;
  readonly #publishers: PublisherPair;
  readonly #backoff = new Backoff();
  readonly #delivery: Delivery;
  #destination: PlanDestination;
  #state: DestinationState = "waiting";
  #reconnects = 0;
  #lastError: string | null = null;
  /** What ended the newest connection, until another makes progress; of one that stands, that it is too slow. */
  #trouble: Omit<DestinationTrouble, "host"> | null = null;
  #connection: Connection | null = null;
  /** Of the connection there is, or of the pause behind it: what it was begun for is not wanted any more. */
  #leaving = new AbortController();
  #isOver = false;
  #sending: Promise<void> | null = null;
  readonly #begun = Promise.withResolvers<void>();

  constructor(destination: PlanDestination, port: SenderPort, firstGeneration: number) {
    this.#destination = destination;
    this.#port = port;
    this.#delivery = new Delivery(port.taken);
    this.#publishers = new PublisherPair(port, firstGeneration);
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
    return { id, kind, host: hostOf(url), state: this.#state, reconnects: this.#reconnects, lastError: this.#lastError, ...figures };
  }

  /** Also while it is tried again: an attempt is no success. */
  get trouble(): DestinationTrouble | null {
    if (this.#trouble === null || (this.#state === "sending" && this.#trouble.kind !== "slow")) return null;
    return { ...this.#trouble, host: hostOf(this.#destination.url) };
  }

  /** Goes on with a publisher of an earlier process. */
  adopt(record: PublisherRecord, resume: FeedPosition): void {
    const connection = this.#newConnection();
    connection.adopt(record, resume);
    this.#sending ??= this.#send(connection);
  }

  /** Answers when the publisher was started (or not, and is tried again later); it is not connected yet. */
  connect(): Promise<void> {
    if (this.#isOver) return Promise.resolve();
    this.#sending ??= this.#send(null);
    return this.#begun.promise;
  }

  /** The timeline is open: what waited is fed. */
  opened(): void {
    this.#delivery.beginWherePaused();
  }

  /** Another address or key: the connection is made anew. */
  retarget(destination: PlanDestination): void {
    const isSame = targetHash(destination) === targetHash(this.#destination);
    this.#destination = destination;
    if (isSame) return this.#connection?.know(destination);
    // What was wrong with the one before says nothing of this one.
    this.#lastError = null;
    this.#trouble = null;
    this.#backoff.reset();
    this.#leaving.abort();
  }

  /** Somebody knows better than the kernel that what it sends arrives nowhere: the connection is made anew. */
  reconnect(): void {
    if (!this.#connection || this.#isOver) return;
    this.#reconnects += 1;
    this.#leaving.abort();
  }

  isPollDue(): boolean {
    return this.#connection?.isPollDue() ?? false;
  }

  get isAtRest(): boolean {
    return this.#connection?.isAtRest ?? false;
  }

  /** See Delivery. */
  notFed(): void {
    this.#delivery.notFed();
  }

  poll(sockets: SocketTable): void {
    this.#connection?.poll(sockets);
  }

  stuck(generation: number): void {
    this.#connection?.stuck(generation);
  }

  handedOver(generation: number): void {
    this.#connection?.handedOver(generation);
  }

  /** Ends the publisher, with a clean end of the stream if it can be had within a second. */
  async stop(): Promise<void> {
    this.#isOver = true;
    this.#leaving.abort();
    await this.#sending;
    this.#enter("stopped");
  }

  /** Leaves the publisher running for the next process. */
  async release(): Promise<void> {
    this.#isOver = true;
    if (this.#connection) await this.#connection.release();
    else this.#leaving.abort();
    await this.#sending;
  }

  #send(adopted: Connection | null): Promise<void> {
    return this.#keepSending(adopted).catch((error: unknown) => this.#note(error));
  }

  async #keepSending(adopted: Connection | null): Promise<void> {
    let connection = adopted ?? this.#newConnection();
    for (;;) {
      const isTriedAgain = await this.#untilItEnds(connection, connection === adopted);
      this.#begun.resolve();
      // Released, it leaves what it was begun for as it is, and no pause behind it.
      if (this.#isOver) return;
      const { signal } = this.#leaving;
      if (!signal.aborted) await (isTriedAgain ? this.#backoff.pause(signal) : once(signal, "abort"));
      if (this.#isOver) return;
      connection = this.#newConnection();
    }
  }

  #newConnection(): Connection {
    this.#leaving = new AbortController();
    return new Connection({
      destination: this.#destination,
      ...{ publishers: this.#publishers, delivery: this.#delivery, port: this.#port },
      onState: (state) => this.#enter(state),
      onLasting: () => this.#progress(),
      onSlow: (sentence) => this.#fail("slow", sentence),
      neededKbps: this.#port.neededKbps,
    });
  }

  /** @returns whether another may do better; without an address that can be used, none can */
  async #untilItEnds(connection: Connection, isAdopted: boolean): Promise<boolean> {
    const fault = isAdopted ? null : addressFault(this.#destination.url);
    if (fault !== null) {
      this.#fail("down", fault);
      this.#tell();
      return false;
    }
    this.#connection = connection;
    this.#enter("connecting");
    const giveBack = this.#port.starts.targets.claim(this.#destination);
    const end = connection.untilItEnds(this.#leaving.signal);
    if (!isAdopted) void connection.begin().then(() => this.#begun.resolve());
    const ended = await end;
    giveBack();
    this.#learn(ended);
    this.#connection = null;
    return true;
  }

  #progress(): void {
    this.#backoff.reset();
    if (this.#lastError === null) return;
    this.#lastError = null;
    this.#trouble = null;
    this.#tell();
  }

  /** What the end of a connection says of its destination. */
  #learn(end: ConnectionEnd): void {
    if (end.is === "lost") this.#reconnects += 1;
    if (this.#isOver) return;
    if (end.is === "left" || this.#leaving.signal.aborted) return this.#enter("waiting");
    const kind = end.is === "lost" ? end.kind : "down";
    this.#fail(kind, end.sentence);
    this.#enter(kind === "refused" ? "refused" : "waiting");
  }

  #fail(kind: TroubleKind, sentence: string): void {
    this.#lastError = sentence;
    this.#trouble = { kind, sentence };
  }

  #enter(next: DestinationState): void {
    if (next === this.#state) return;
    this.#port.log.info({ destinationId: this.#destination.id, from: this.#state, to: next }, "destination");
    this.#state = checkTransition(DESTINATION_TRANSITIONS, this.#state, next);
    this.#tell();
  }

  #tell(): void {
    try {
      this.#port.onChange();
    } catch (error) {
      // Who is told may fail; the destination goes on.
      this.#note(error);
    }
  }

  #note(error: unknown): void {
    this.#port.log.error({ err: error, destinationId: this.#destination.id }, "destination failed");
  }
}

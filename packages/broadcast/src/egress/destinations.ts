import type { DestinationId, DestinationState, Logger, OnAirDestination, PlanDestination } from "@nightjar/contract";
import type { FeedTarget } from "../playout/protocol.ts";
import { type RecordedFeed, type SessionPosition, recordedConnection } from "../playout/record.ts";
import type { SocketTable } from "./kernel/index.ts";
import { type PublisherRecord, removeLeftFolders, targetHash } from "./publisher.ts";
import { reap } from "./reap.ts";
import { Sender } from "./sender.ts";
import type { PublisherStarts } from "./publisher-starts.ts";
import type { TakenNotes } from "./taken-history.ts";
import type { DestinationTrouble } from "./trouble.ts";

export interface DestinationsPort {
  readonly ffmpegPath: string;
  readonly starts: PublisherStarts;
  readonly log: Logger;
  /** The session's own folder. */
  readonly dir: string;
  readonly taken: (destinationId: DestinationId) => TakenNotes;
  feed(target: FeedTarget): void;
  unfeed(destinationId: string): void;
  handOver(target: FeedTarget, when: "next-track" | "at-once"): void;
  release(destinationId: string): void;
  /** See ConnectionPort. */
  readonly firstTimestampMs: number;
  onChange(): void;
}

const SENDING: ReadonlySet<DestinationState> = new Set(["sending", "stalled"]);

const NO_DESTINATION = "This stream has no destination: it is sent to nobody.";

/** All destinations of one session, each failing alone. Feeds wait here until the timeline is open. */
export class Destinations {
  readonly #port: DestinationsPort;
  readonly #senders = new Map<string, Sender>();
  /** Of those taken out: their ends. */
  readonly #leaving = new Set<Promise<void>>();
  #waitingFeeds: FeedTarget[] | null = [];
  #neededKbps: number | null = null;
  #isRestoring = false;
  /** All were sent, and nothing about them was to be found out, at the last sweep and since. To ask hundreds ten times a second costs more than the looks. */
  #isAtRest = false;
  /** Nothing is connected yet, or all of it is being ended: what is wanted by then is connected. */
  #isHeld = true;
  #isOver = false;

  constructor(port: DestinationsPort) {
    this.#port = port;
  }

  /** Some destination takes what is sent. */
  get isSent(): boolean {
    return [...this.#senders.values()].some((sender) => SENDING.has(sender.state));
  }

  /** What is wrong with the first destination in trouble, or that there is none at all. */
  get trouble(): string | null {
    if (this.#senders.size === 0) return NO_DESTINATION;
    return this.onAir().find(({ lastError }) => lastError !== null)?.lastError ?? null;
  }

  /** What is wrong with any of them. */
  get troubles(): DestinationTrouble[] {
    return [...this.#senders.values()].flatMap((sender) => sender.trouble ?? []);
  }

  get records(): PublisherRecord[] {
    return [...this.#senders.values()].flatMap((sender) => sender.records);
  }

  get isPollDue(): boolean {
    if (this.#isAtRest) return false;
    for (const sender of this.#senders.values()) if (sender.isPollDue()) return true;
    return false;
  }

  onAir(): OnAirDestination[] {
    return [...this.#senders.values()].map((sender) => sender.onAir());
  }

  /** Answers when all publishers were started: who is fed from the timeline's first picture need not wait for the next IDR. */
  async connect(destinations: readonly PlanDestination[]): Promise<void> {
    // Stopped, or left to the next process, while what an earlier one had left was being ended.
    if (this.#isOver) return;
    this.#isHeld = false;
    this.#removeLeft([]);
    await Promise.all(destinations.map((destination) => this.#add(destination, 0).connect()));
  }

  /**
   * Takes over what an earlier process left running; the others are connected, when what they had has ended. All publishers
   * are known again before anything is told: a crash in between must not lose one.
   */
  restore(
    destinations: readonly PlanDestination[],
    publishers: readonly PublisherRecord[],
    { feeds }: Pick<SessionPosition, "feeds">,
  ): void {
    this.#isHeld = false;
    this.#isRestoring = true;
    const adopted = new Set<PublisherRecord>();
    const connecting: Sender[] = [];
    for (const destination of destinations) {
      const own = publishers.filter(({ destinationId }) => destinationId === destination.id);
      const wantedHash = targetHash(destination);
      const sender = this.#add(destination, Math.max(0, ...own.map(({ generation }) => generation)));
      const isOwn = (feed: RecordedFeed) => feed.destinationId === destination.id;
      const feed = feeds.find((known) => isOwn(known) && own.some(({ generation }) => generation === known.generation));
      // It may have been corrected in the very moment in which that process was killed.
      const publisher = own.find((known) => known.generation === feed?.generation && known.targetHash === wantedHash);
      if (!publisher || !feed) {
        connecting.push(sender);
        continue;
      }
      adopted.add(publisher);
      sender.adopt(publisher, feed);
    }
    const ended = reap(publishers.filter((publisher) => !adopted.has(publisher)));
    this.#removeLeft([...adopted]);
    for (const sender of connecting) void ended.then(() => sender.connect());
    this.#isRestoring = false;
    this.#port.onChange();
  }

  /** Changed, added and removed destinations; the others are not touched. */
  update(destinations: readonly PlanDestination[]): void {
    if (this.#isHeld) return;
    const wanted = new Map<string, PlanDestination>(destinations.map((destination) => [destination.id, destination]));
    for (const [id, sender] of this.#senders) {
      const destination = wanted.get(id);
      if (destination) {
        sender.retarget(destination);
        continue;
      }
      this.#senders.delete(id);
      this.#leave(sender);
    }
    for (const destination of destinations) if (!this.#senders.has(destination.id)) void this.#add(destination, 0).connect();
  }

  /** The timeline is about to open with these feeds; later ones are told to it one by one. */
  takeWaitingFeeds(): readonly FeedTarget[] {
    const feeds = this.#waitingFeeds ?? [];
    this.#waitingFeeds = null;
    for (const sender of this.#senders.values()) sender.opened();
    return feeds;
  }

  /**
   * Timestamps begin anew: so does every connection, once the timeline opens again. `wanted`: those there are to be when the last of the
   * others has ended. `whenStopped`: nothing need be fed any more.
   */
  async restart(wanted: () => readonly PlanDestination[], whenStopped: () => void = () => undefined): Promise<void> {
    this.#isHeld = true;
    const generations = new Map([...this.#senders].map(([id, sender]) => [id, sender.generation]));
    await this.#end();
    // Stopped for good while they ended.
    if (this.#isOver) return;
    whenStopped();
    this.#waitingFeeds = [];
    this.#isHeld = false;
    await Promise.all(wanted().map((destination) => this.#add(destination, generations.get(destination.id) ?? 0).connect()));
  }

  /** Looks at all senders, or only at those that cannot wait. */
  poll(sockets: SocketTable, isSweep: boolean): void {
    for (const sender of this.#senders.values()) if (isSweep || sender.isPollDue()) sender.poll(sockets);
    if (isSweep) this.#isAtRest = [...this.#senders.values()].every((sender) => sender.isAtRest);
  }

  /** See Delivery. */
  notFed(): void {
    for (const sender of this.#senders.values()) sender.notFed();
  }

  /** What the stream has at present: who takes less is too slow. */
  needs(kbps: number): void {
    this.#neededKbps = kbps;
  }

  reconnect(destinationId: string): void {
    this.#senders.get(destinationId)?.reconnect();
  }

  stuck(destinationId: string, generation: number): void {
    this.#senders.get(destinationId)?.stuck(generation);
  }

  handedOver(destinationId: string, generation: number): void {
    this.#senders.get(destinationId)?.handedOver(generation);
  }

  /** For good. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#end();
  }

  async #end(): Promise<void> {
    await Promise.all([...[...this.#senders.values()].map((sender) => sender.stop()), ...this.#leaving]);
    this.#senders.clear();
  }

  /** Nothing is connected any more. */
  async release(): Promise<void> {
    this.#isOver = true;
    await Promise.all([...[...this.#senders.values()].map((sender) => sender.release()), ...this.#leaving]);
  }

  /** Its publisher writes, and is told of, until it has ended: who closes everything waits for that, too. */
  #leave(sender: Sender): void {
    const left = sender.stop().finally(() => this.#leaving.delete(left));
    this.#leaving.add(left);
  }

  #add(destination: PlanDestination, generation: number): Sender {
    const { ffmpegPath, starts, log, dir, firstTimestampMs, taken } = this.#port;
    const sender = new Sender(
      destination,
      {
        baseDir: dir,
        ffmpegPath,
        starts,
        log,
        firstTimestampMs,
        taken: taken(destination.id),
        neededKbps: () => this.#neededKbps,
        recorded: (record) => recordedConnection(dir, record),
        feed: (target) => this.#feed(target),
        unfeed: (destinationId) => this.#unfeed(destinationId),
        handOver: (target, when) => this.#port.handOver(target, when),
        release: (destinationId) => this.#port.release(destinationId),
        onChange: () => this.#changed(),
      },
      generation,
    );
    this.#senders.set(destination.id, sender);
    this.#isAtRest = false;
    return sender;
  }

  #removeLeft(kept: readonly PublisherRecord[]): void {
    const { dir, log } = this.#port;
    try {
      removeLeftFolders(dir, kept);
    } catch (error) {
      // That keeps no stream off the air.
      log.warn({ err: error, dir }, "what earlier publishers have left could not be removed");
    }
  }

  #changed(): void {
    this.#isAtRest = false;
    if (!this.#isRestoring) this.#port.onChange();
  }

  #feed(target: FeedTarget): boolean {
    if (!this.#waitingFeeds) {
      this.#port.feed(target);
      return true;
    }
    this.#waitingFeeds.push(target);
    return false;
  }

  #unfeed(destinationId: string): void {
    this.#waitingFeeds &&= this.#waitingFeeds.filter((target) => target.destinationId !== destinationId);
    this.#port.unfeed(destinationId);
  }
}

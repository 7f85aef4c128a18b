import { closeSync, constants, openSync } from "node:fs";
import { rm } from "node:fs/promises";
import { Socket } from "node:net";
import { join } from "node:path";
import type { Logger } from "@nightjar/contract";
import { FlvStreamParser, type ParsedTag } from "../flv/stream-parser.ts";
import { BACK_POINTER_BYTES, TAG_HEADER_BYTES } from "../flv/tag.ts";
import { Channel, PassedTag, type Viewer } from "../local/channel.ts";
import type { FeedTarget } from "../playout/protocol.ts";
import { makeFifo } from "./kernel/index.ts";

export interface ListeningPort {
  /** The session's own folder. */
  readonly dir: string;
  readonly log: Logger;
  feed(target: FeedTarget): void;
  unfeed(destinationId: string): void;
}

/** Beside the ids of destinations, which are made by nobody by hand. */
const LISTENER = "listener";

/**
 * Those who listen in to one session: a feed of their own, which carries what every destination is sent, read by us and passed on. There
 * is none while nobody listens. It ends with the session in the playout thread, and whoever listens comes again.
 */
export class Listening {
  readonly #port: ListeningPort;
  readonly #channel = new Channel();
  #generation = 0;
  #ear: Ear | null = null;

  constructor(port: ListeningPort) {
    this.#port = port;
    this.#channel.onViewers(() => this.#followViewers());
  }

  /** From a key picture on. @returns the way to leave */
  watch(viewer: Viewer): () => void {
    return this.#channel.watch(viewer);
  }

  close(): void {
    this.#channel.close();
    this.#unplug();
  }

  /** It takes nothing any more: its feed has been closed. */
  stuck(destinationId: string, generation: number): void {
    if (destinationId === LISTENER && this.#ear?.generation === generation) this.close();
  }

  #followViewers(): void {
    if (this.#channel.viewers === 0) this.#unplug();
    else if (!this.#ear) this.#plugIn();
  }

  #plugIn(): void {
    this.#generation += 1;
    const ear = new Ear(this.#generation, join(this.#port.dir, `${LISTENER}-${this.#generation}`));
    this.#ear = ear;
    this.#channel.begin(ear);
    this.#hear(ear).catch((error: unknown) => {
      this.#port.log.warn({ err: error }, "nobody can listen in");
      if (this.#ear === ear) this.close();
    });
  }

  async #hear(ear: Ear): Promise<void> {
    await ear.open();
    if (this.#ear !== ear) return ear.close();
    ear.listen({
      onTag: (tag) => this.#channel.take(tag),
      onEnd: () => {
        if (this.#ear === ear) this.close();
      },
    });
    const { generation, fifoPath } = ear;
    this.#port.feed({ destinationId: LISTENER, generation, fifoPath, startMs: 0, resume: null, isListener: true });
  }

  #unplug(): void {
    const ear = this.#ear;
    if (!ear) return;
    this.#ear = null;
    this.#channel.end(ear);
    this.#port.unfeed(LISTENER);
    ear.close();
  }
}

/** The reading end of one feed. */
class Ear {
  readonly generation: number;
  readonly fifoPath: string;
  readonly #tags = new FlvStreamParser();
  #socket: Socket | null = null;
  /** Kept open until the timeline has opened it: a pipe that nobody could write to is at its end. */
  #holderFd: number | null = null;

  constructor(generation: number, fifoPath: string) {
    this.generation = generation;
    this.fifoPath = fifoPath;
  }

  async open(): Promise<void> {
    await rm(this.fifoPath, { force: true });
    await makeFifo(this.fifoPath);
    // Not through a file stream: one that waits there would keep a thread from all others.
    this.#holderFd = openSync(this.fifoPath, constants.O_RDWR | constants.O_NONBLOCK);
    const fd = openSync(this.fifoPath, constants.O_RDONLY | constants.O_NONBLOCK);
    this.#socket = new Socket({ fd, readable: true, writable: false });
  }

  listen({ onTag, onEnd }: { readonly onTag: (tag: PassedTag) => void; readonly onEnd: () => void }): void {
    this.#socket?.on("data", (bytes: Buffer) => {
      this.#letGo();
      try {
        for (const tag of this.#tags.push(bytes)) onTag(passed(tag));
      } catch {
        onEnd();
      }
    });
    this.#socket?.on("error", onEnd);
    this.#socket?.on("close", onEnd);
  }

  close(): void {
    this.#letGo();
    this.#socket?.destroy();
    rm(this.fifoPath, { force: true }).catch(() => undefined);
  }

  #letGo(): void {
    if (this.#holderFd !== null) closeSync(this.#holderFd);
    this.#holderFd = null;
  }
}

function passed({ bytes, timestampMs }: ParsedTag): PassedTag {
  // What was parsed is valid until the next bytes come.
  const data = Buffer.from(bytes.subarray(TAG_HEADER_BYTES, bytes.length - BACK_POINTER_BYTES));
  return new PassedTag(bytes.readUInt8(0), timestampMs, data);
}

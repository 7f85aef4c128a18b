import { randomUUID } from "node:crypto";
import { closeSync, constants, openSync, writeSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type DestinationTarget, type DestinationTrial, type Logger, type PlanDestination, destinationId } from "@nightjar/contract";
import { fileHeader } from "../flv/tag.ts";
import { monotonicMs } from "../playout/monotonic.ts";
import { addressFault } from "./address.ts";
import { endPublisher } from "./ending.ts";
import { SocketReader, connectionOf, readPipe } from "./kernel/index.ts";
import type { LeadsTo } from "./targets.ts";
import { type PublisherRecord, fifoPath, isAlive, lastMessages, signalPublisher, startPublisher } from "./publisher.ts";
import type { PublisherStarts } from "./publisher-starts.ts";
import { explainEnd } from "./refusal.ts";

/** In the engine's folder; at its next start whatever stands there is none of anybody's. */
export const TRIALS_FOLDER = "trials";

export interface TrialWaits {
  /** For an answer at most. */
  readonly answerMs: number;
  /** Once it is accepted: some say yes to everybody, and hang up on who has the wrong key. */
  readonly standsMs: number;
}

export const TRIAL_WAITS: TrialWaits = { answerMs: 10_000, standsMs: 1500 };
const POLL_MS = 50;

const ACCEPTED = "The destination accepts the stream. Nothing was sent to it.";
const NO_ANSWER = "The destination did not answer in time.";
const HUNG_UP = "The destination took the connection and hung up. Check its address and stream key.";
const NOT_STARTED = "The sending program could not be started.";
const UNKNOWABLE = "The destination can be reached, but this machine does not tell whether it accepts the stream.";

export interface TrialsPort {
  readonly ffmpegPath: string;
  readonly engineDir: string;
  readonly log: Logger;
  readonly starts: Pick<PublisherStarts, "run" | "targets">;
  readonly trialWaits?: () => TrialWaits;
}

/** Somebody who presses for ever takes no processor from what is on air. */
const AT_ONCE = 4;
const TOO_MANY = "Other destinations are being tested. Try again in a moment.";

/**
 * Whether destinations can be reached and accept the stream, by the very program that would send to them, given no more than the head of a file:
 * that sends none of it, but reads all of it only once the far end has accepted.
 */
export class Trials {
  readonly #port: TrialsPort;
  #underWay = 0;

  constructor(port: TrialsPort) {
    this.#port = port;
  }

  /** "on-air": a stream is sent there, or began to be meanwhile. Never rejects. */
  async run(target: DestinationTarget, leadsTo: LeadsTo): Promise<DestinationTrial | "on-air"> {
    const fault = addressFault(target.url) ?? (this.#underWay >= AT_ONCE ? TOO_MANY : null);
    if (fault !== null) return { isAccepted: false, sentence: fault };
    const { ffmpegPath, engineDir, log, starts, trialWaits = () => TRIAL_WAITS } = this.#port;
    const lent = starts.targets.lend(leadsTo);
    if (!lent) return "on-air";
    const { taken } = lent;
    const dir = join(engineDir, TRIALS_FOLDER, randomUUID());
    const destination: PlanDestination = { ...target, id: destinationId.parse(randomUUID()), kind: "rtmp" };
    this.#underWay += 1;
    try {
      const record = await starts.run(async () => {
        taken.throwIfAborted();
        return startPublisher({ ffmpegPath, destination, generation: 1, dir });
      });
      return await watched(record, target.streamKey, taken, trialWaits());
    } catch (error) {
      if (taken.aborted) return "on-air";
      log.warn({ err: error }, "a destination could not be tested");
      return { isAccepted: false, sentence: NOT_STARTED };
    } finally {
      lent.giveBack();
      this.#underWay -= 1;
      await rm(dir, { recursive: true, force: true });
    }
  }
}

/** @throws once its target is taken, unless all is known by then */
async function watched(record: PublisherRecord, streamKey: string, taken: AbortSignal, waits: TrialWaits): Promise<DestinationTrial> {
  // At once, and without the good-bye: whoever takes the target connects next.
  taken.addEventListener("abort", () => signalPublisher(record, "SIGKILL"), { once: true });
  const feed = openSync(fifoPath(record), constants.O_RDWR | constants.O_NONBLOCK);
  let isOpen = true;
  const close = () => {
    if (isOpen) closeSync(feed);
    isOpen = false;
  };
  try {
    const ended = await endOf(record, (bytes) => writeSync(feed, bytes), taken, waits);
    close();
    // Properly, so that a service counts no stream that was cut off.
    if (ended === "accepted") await endPublisher(record);
    return ended === "gone" ? explained(await lastMessages(record.dir), streamKey) : VERDICTS[ended];
  } finally {
    close();
    signalPublisher(record, "SIGKILL");
  }
}

type TrialEnd = "gone" | "accepted" | "hung-up" | "no-answer" | "unknowable";

const VERDICTS: Readonly<Record<Exclude<TrialEnd, "gone">, DestinationTrial>> = {
  accepted: { isAccepted: true, sentence: ACCEPTED },
  "hung-up": { isAccepted: false, sentence: HUNG_UP },
  "no-answer": { isAccepted: false, sentence: NO_ANSWER },
  unknowable: { isAccepted: false, sentence: UNKNOWABLE },
};

function explained(messages: string, streamKey: string): DestinationTrial {
  return { isAccepted: false, sentence: explainEnd(messages, streamKey).sentence };
}

/** While it opens its input the program looks at ten bytes, whether they are of another format, and takes what there is. */
const OPENING_BYTES = 12;
/** The first is read in opening the input, the second once the output is open: then the far end has accepted. */
const pieces = (head: Buffer) => [head.subarray(0, OPENING_BYTES), head.subarray(OPENING_BYTES)];

/** Looks on until it is known how the trial ends. @throws once its target is taken */
async function endOf(
  record: PublisherRecord,
  feed: (bytes: Buffer) => void,
  taken: AbortSignal,
  { answerMs, standsMs }: TrialWaits,
): Promise<TrialEnd> {
  const sockets = new SocketReader();
  const left = pieces(fileHeader());
  const deadlineMs = monotonicMs() + answerMs;
  let acceptedAtMs: number | null = null;
  try {
    for (;;) {
      await pause(POLL_MS, undefined, { signal: taken });
      if (!isAlive(record)) return "gone";
      const connection = connectionOf(record.pid, sockets.read());
      const nowMs = monotonicMs();
      if (acceptedAtMs === null) {
        const reading = readPipe(record.pid, fifoPath(record));
        const next = reading?.waitingBytes === 0 ? left.shift() : null;
        if (next) feed(next);
        else if (next === undefined) acceptedAtMs = nowMs;
        else if (nowMs > deadlineMs) return reading === null && connection !== null ? "unknowable" : "no-answer";
      } else if (connection === null) return "hung-up";
      else if (nowMs - acceptedAtMs >= standsMs) return "accepted";
    }
  } finally {
    sockets.close();
  }
}

import { OPENING_MS, SILENCE_MS } from "@nightjar/contract";
import { backOffMs } from "@nightjar/kit";

/** What becomes of one attempt to hear the event stream. */
export interface Hearing {
  /** Resumed: what follows goes on after the id that was asked for. */
  opened(isResumed: boolean): void;
  /** The id says that everything before it was told; empty: none was given yet. */
  told(data: string, id: string): void;
  /** Nothing happened, but somebody is there. */
  beat(id: string): void;
  failed(): void;
}

/** From where on the events are asked for. */
export interface OpenFrom {
  readonly lastEventId: string | null;
  /** No state of a stream was told yet. */
  readonly wantsStates: boolean;
}

export interface Clock {
  nowMs: () => number;
  setTimer: (run: () => void, ms: number) => unknown;
  clearTimer: (timer: unknown) => void;
}

export interface ConnectionOptions extends Clock {
  open: (from: OpenFrom, hearing: Hearing) => { close(): void };
  onOpened: (isResumed: boolean) => void;
  onTold: (data: string) => void;
  /** Whatever was heard: the server has looked at our session for it. */
  onHeard: () => void;
  /** Nobody is heard any more, or still not: told at every attempt that comes to nothing. Refused: somebody answered. */
  onLost: (how: "refused" | "silent") => void;
  /** Somebody looks again after a rest, and nobody was heard for long: told before it is opened. */
  onWoken: () => void;
}

export interface Connection {
  /** @param lastEventId all up to it is known; null: nothing is, or not up to when */
  start(lastEventId: string | null): void;
  stop(): void;
  /** Closed, and not lost: nobody looks. It goes on when it is hurried. */
  rest(): void;
  /** Tries again now rather than after the wait: the network came back, the phone woke up, somebody looks again. */
  hurry(): void;
  /** When the server was last heard, however it was; null: never. */
  heardAtMs(): number | null;
  /** The server answered by another way. */
  hear(atMs: number): void;
}

const WAITS = { firstMs: 1000, longestMs: 15_000 };

/** Keeps one event stream open: tries again when it fails, and when it is silent, for a network may go without a word. */
export function createConnection(options: ConnectionOptions): Connection {
  const { nowMs, setTimer, clearTimer } = options;
  let source: { close(): void } | null = null;
  let retry: unknown = null;
  let watch: unknown = null;
  let attempt = 0;
  let heardAtMs: number | null = null;
  /** Everything up to this one was told, by whichever attempt. */
  let lastEventId: string | null = null;
  let wasOpened = false;
  /** By when the present attempt must be heard. */
  let dueMs = 0;

  const drop = () => {
    source?.close();
    source = null;
    for (const timer of [retry, watch]) if (timer !== null) clearTimer(timer);
    retry = watch = null;
  };
  const heard = (id = "") => {
    if (id !== "") lastEventId = id;
    heardAtMs = nowMs();
    dueMs = heardAtMs + SILENCE_MS;
    options.onHeard();
  };
  const fail = (how: "refused" | "silent") => {
    drop();
    retry = setTimer(connect, backOffMs(WAITS, attempt));
    attempt += 1;
    options.onLost(how);
  };
  const listen = () => {
    const leftMs = dueMs - nowMs();
    if (leftMs <= 0) fail("silent");
    else watch = setTimer(listen, leftMs);
  };
  const connect = () => {
    drop();
    dueMs = nowMs() + OPENING_MS;
    listen();
    // What an attempt that was given up still says is nobody's.
    const isNow = () => source === opened;
    const opened = options.open(
      { lastEventId, wantsStates: !wasOpened },
      {
        opened(isResumed) {
          if (!isNow()) return;
          attempt = 0;
          wasOpened = true;
          heard();
          options.onOpened(isResumed);
        },
        told(data, id) {
          if (!isNow()) return;
          heard(id);
          options.onTold(data);
        },
        beat: (id) => isNow() && heard(id),
        failed: () => isNow() && fail("refused"),
      },
    );
    source = opened;
  };

  return {
    start(knownId) {
      lastEventId = knownId;
      connect();
    },
    stop() {
      drop();
      attempt = 0;
      wasOpened = false;
      heardAtMs = lastEventId = null;
    },
    rest: drop,
    hurry() {
      const isSilent = nowMs() >= dueMs;
      if (source !== null && isSilent) fail("silent");
      if (source !== null) return;
      // Neither open nor waiting for the next attempt: it rested.
      if (retry === null && isSilent) options.onWoken();
      attempt = 0;
      connect();
    },
    heardAtMs: () => heardAtMs,
    hear: (atMs) => void (heardAtMs = Math.max(heardAtMs ?? 0, atMs)),
  };
}

import type { LiveEvent, OnAir } from "@nightjar/contract";
import { coalesce, createListeners } from "@nightjar/kit";
import { type Clock, createConnection, type Hearing, type OpenFrom } from "./connection.ts";
import type { ReadFrom } from "./read-from.ts";
import { readEvent } from "./read-event.ts";

export interface LiveEntry {
  readonly onAir: OnAir;
  /** When it reached us, on this machine's clock: running figures count from here. */
  readonly receivedAtMs: number;
}

export interface LiveSnapshot {
  /** Waking: it was open before a long rest, and nobody is heard yet. */
  readonly connection: "connecting" | "open" | "waking" | "lost";
  readonly streams: ReadonlyMap<string, LiveEntry>;
}

export interface LiveStoreOptions extends Clock {
  open: (from: OpenFrom, hearing: Hearing) => { close(): void };
  readFrom: Pick<ReadFrom, "id" | "caughtUp">;
  onHeard: () => void;
  /** Something changed elsewhere; the actual state of a stream is taken already. */
  onEvent: (event: LiveEvent) => void;
  /** Something may have been missed until now. Resumed: it is told now; else all is to be read again. */
  onReopened: (isResumed: boolean) => void;
  /** At every attempt that came to nothing. New: the connection was not lost before. */
  onLost: (how: "refused" | "silent", isNew: boolean) => void;
  /** It is opened again after a long rest, in which the network may have died without a word. */
  onWoken: () => void;
}

export interface LiveStore {
  snapshot(): LiveSnapshot;
  subscribe(listener: () => void): () => void;
  /** When the server was last heard: what is shown was true then. */
  heardAtMs(): number | null;
  /** Takes an answer of `/on-air` as if it had been an event, unless something newer is known. */
  put(streamId: string, onAir: OnAir, receivedAtMs: number): void;
  start(): void;
  stop(): void;
  /** Closed, and not lost: nobody looks. It goes on when it is hurried. */
  rest(): void;
  /** Tries again now rather than after the wait: the network came back, the phone woke up, somebody looks again. */
  hurry(): void;
}

/** Each telling renders all that looks on; one state alone is told at once, and of a flood none is older than this. */
const FLOOD = { firstMs: 100, longestMs: 100 };

/** One shared connection to the event stream, and the newest actual state of every stream it told of. */
export function createLiveStore(options: LiveStoreOptions): LiveStore {
  let snapshot: LiveSnapshot = { connection: "connecting", streams: new Map() };
  let mayHaveMissed = false;
  const listeners = createListeners();
  const newFlood = () => coalesce(listeners.tell, FLOOD, options.setTimer);
  let tellOfMany = newFlood();

  const set = (change: Partial<LiveSnapshot>) => {
    snapshot = { ...snapshot, ...change };
    listeners.tell();
  };
  const take = (streamId: string, onAir: OnAir, receivedAtMs: number) => {
    snapshot = { ...snapshot, streams: new Map(snapshot.streams).set(streamId, { onAir, receivedAtMs }) };
    tellOfMany();
  };
  const connection = createConnection({
    ...options,
    onOpened(isResumed) {
      const missedSome = mayHaveMissed || !isResumed;
      mayHaveMissed = true;
      options.readFrom.caughtUp();
      set({ connection: "open" });
      if (missedSome) options.onReopened(isResumed);
    },
    onTold(data) {
      const event = readEvent(data);
      if (event?.type === "on-air") take(event.streamId, event.onAir, options.nowMs());
      if (event) options.onEvent(event);
    },
    onLost(how) {
      // Also before the first success: what the screens asked for meanwhile has come to nothing.
      mayHaveMissed = true;
      const isNew = snapshot.connection !== "lost";
      if (isNew) set({ connection: "lost" });
      options.onLost(how, isNew);
    },
    onWoken() {
      if (snapshot.connection === "open") set({ connection: "waking" });
      options.onWoken();
    },
  });

  return {
    snapshot: () => snapshot,
    subscribe: listeners.subscribe,
    heardAtMs: connection.heardAtMs,
    put(streamId, onAir, receivedAtMs) {
      connection.hear(receivedAtMs);
      const known = snapshot.streams.get(streamId);
      if (!known || known.receivedAtMs < receivedAtMs) take(streamId, onAir, receivedAtMs);
    },
    start: () => connection.start(options.readFrom.id()),
    stop() {
      connection.stop();
      mayHaveMissed = false;
      // Whoever comes next hears of the first at once.
      tellOfMany = newFlood();
      set({ connection: "connecting", streams: new Map() });
    },
    rest: connection.rest,
    hurry: connection.hurry,
  };
}

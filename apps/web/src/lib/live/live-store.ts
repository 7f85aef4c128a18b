import { liveEvent, type LiveEvent, type OnAir } from "@nightjar/contract";

/** As much of EventSource as we use. */
export interface EventSourceLike {
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent<string>) => void) | null;
  onerror: ((event: Event) => void) | null;
  close(): void;
}

export type ChangedEvent = Extract<LiveEvent, { type: "changed" }>;

export interface LiveEntry {
  readonly onAir: OnAir;
  /** When it reached us, on this machine's clock: running figures count from here. */
  readonly receivedAtMs: number;
}

export interface LiveSnapshot {
  readonly connection: "connecting" | "open" | "lost";
  readonly streams: ReadonlyMap<string, LiveEntry>;
}

export interface LiveStoreOptions {
  open: () => EventSourceLike;
  nowMs: () => number;
  setTimer: (run: () => void, ms: number) => unknown;
  clearTimer: (timer: unknown) => void;
  /** Something stored changed elsewhere. */
  onChanged: (event: ChangedEvent) => void;
  /** The connection is back: what happened meanwhile was missed. */
  onReopened: () => void;
  onLost: () => void;
}

export interface LiveStore {
  snapshot(): LiveSnapshot;
  subscribe(listener: () => void): () => void;
  /** Takes an answer of `/on-air` as if it had been an event, unless something newer is known. */
  put(streamId: string, onAir: OnAir, receivedAtMs: number): void;
  start(): void;
  stop(): void;
  /** Tries again now rather than after the wait: the network came back, the phone woke up. */
  hurry(): void;
}

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 15_000;

/** Doubles from attempt to attempt up to a quarter of a minute. */
export const waitMs = (attempt: number): number => Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);

function parse(data: string): LiveEvent | null {
  try {
    const parsed = liveEvent.safeParse(JSON.parse(data));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** One shared connection to the event stream, and the newest actual state of every stream it told of. */
export function createLiveStore(options: LiveStoreOptions): LiveStore {
  let snapshot: LiveSnapshot = { connection: "connecting", streams: new Map() };
  let source: EventSourceLike | null = null;
  let timer: unknown = null;
  let attempt = 0;
  let wasOpen = false;
  const listeners = new Set<() => void>();

  const set = (change: Partial<LiveSnapshot>) => {
    snapshot = { ...snapshot, ...change };
    for (const listener of listeners) listener();
  };
  const take = (streamId: string, onAir: OnAir, receivedAtMs: number) => {
    set({ streams: new Map(snapshot.streams).set(streamId, { onAir, receivedAtMs }) });
  };
  const put = (streamId: string, onAir: OnAir, receivedAtMs: number) => {
    const known = snapshot.streams.get(streamId);
    if (!known || known.receivedAtMs < receivedAtMs) take(streamId, onAir, receivedAtMs);
  };
  const drop = () => {
    source?.close();
    source = null;
    if (timer !== null) options.clearTimer(timer);
    timer = null;
  };
  const connect = () => {
    drop();
    const opened = options.open();
    source = opened;
    opened.onopen = () => {
      attempt = 0;
      const missedSome = wasOpen;
      wasOpen = true;
      set({ connection: "open" });
      if (missedSome) options.onReopened();
    };
    opened.onmessage = (message) => {
      const event = parse(message.data);
      if (event?.type === "on-air") take(event.streamId, event.onAir, options.nowMs());
      else if (event) options.onChanged(event);
    };
    opened.onerror = () => {
      // The browser's own retry gives up for good at the first answer that is no stream (a proxy's 502).
      drop();
      if (snapshot.connection !== "lost") set({ connection: "lost" });
      timer = options.setTimer(connect, waitMs(attempt));
      attempt += 1;
      options.onLost();
    };
  };

  return {
    snapshot: () => snapshot,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    put,
    start: connect,
    stop() {
      drop();
      attempt = 0;
      wasOpen = false;
      set({ connection: "connecting", streams: new Map() });
    },
    hurry() {
      if (timer === null) return;
      attempt = 0;
      connect();
    },
  };
}

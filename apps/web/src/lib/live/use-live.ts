import { useEffect, useState, useSyncExternalStore } from "react";
import type { LiveEntry, LiveSnapshot } from "./live-store.ts";
import { serverNowMs } from "../send.ts";
import { live } from "./live.ts";

/** How our own server is heard. */
export function useConnection(): LiveSnapshot["connection"] {
  return useSyncExternalStore(live.subscribe, () => live.snapshot().connection);
}

/** Whether what is shown is true now: a page that is opened has read it just before. */
export function useIsHeard(): boolean {
  const connection = useConnection();
  return connection === "open" || connection === "connecting";
}

/** When our own server was last heard, as of the last change: meant for what is shown while it is not. */
export function useHeardAtMs(): number | null {
  return useSyncExternalStore(live.subscribe, live.heardAtMs);
}

/** The newest actual state of one stream; undefined until something was told. */
export function useLiveEntry(streamId: string): LiveEntry | undefined {
  return useSyncExternalStore(live.subscribe, () => live.snapshot().streams.get(streamId));
}

/** The newest actual state of every stream. */
export function useLiveStreams(): LiveSnapshot["streams"] {
  return useSyncExternalStore(live.subscribe, () => live.snapshot().streams);
}

/** The time, renewed at an interval; only what shows a running figure should use it. */
export function useNow(intervalMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs]);
  return now;
}

/** The same by the server's clock, for what it tells the time of. */
export const useServerNow = (intervalMs: number): number => serverNowMs(useNow(intervalMs));

/** Who only glances at another tab is told everything meanwhile. */
const HIDDEN_MS = 10_000;

/** Keeps the shared connection open while the page is seen: all tabs of a browser have six to a server together. @returns how to stop */
export function keepLive(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    if (document.visibilityState === "visible") live.hurry();
    else timer = setTimeout(live.rest, HIDDEN_MS);
  };
  live.start();
  look();
  addEventListener("online", look);
  document.addEventListener("visibilitychange", look);
  return () => {
    clearTimeout(timer);
    removeEventListener("online", look);
    document.removeEventListener("visibilitychange", look);
    live.stop();
  };
}

/** The same while the studio is on the screen. */
export function useLiveConnection(): void {
  useEffect(keepLive, []);
}

import { useEffect, useState, useSyncExternalStore } from "react";
import type { LiveEntry, LiveSnapshot } from "./live-store.ts";
import { live } from "./live.ts";

/** Whether our own server is heard. */
export function useConnection(): LiveSnapshot["connection"] {
  return useSyncExternalStore(live.subscribe, () => live.snapshot().connection);
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

/** Keeps the shared connection open while the studio is on the screen. */
export function useLiveConnection(): void {
  useEffect(() => {
    live.start();
    const hurry = () => {
      if (document.visibilityState === "visible") live.hurry();
    };
    addEventListener("online", hurry);
    document.addEventListener("visibilitychange", hurry);
    return () => {
      removeEventListener("online", hurry);
      document.removeEventListener("visibilitychange", hurry);
      live.stop();
    };
  }, []);
}

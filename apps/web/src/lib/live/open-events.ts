import { HEARTBEAT_EVENT } from "@nightjar/contract";
import type { Hearing } from "./connection.ts";

/** The browser's own client of event streams; the cookie says who we are. */
export function openEvents(hearing: Hearing): { close(): void } {
  const source = new EventSource("/api/events");
  source.addEventListener("open", hearing.opened);
  source.addEventListener("message", ({ data }: MessageEvent<string>) => hearing.told(data));
  source.addEventListener(HEARTBEAT_EVENT, hearing.beat);
  // The browser's own retry gives up for good at the first answer that is no stream (a proxy's 502).
  source.addEventListener("error", hearing.failed);
  return source;
}

import { HEARTBEAT_EVENT, HELLO_EVENT, LAST_EVENT_ID_PARAMETER, STATES_PARAMETER } from "@nightjar/contract";
import { renewCookie } from "../session.ts";
import { fieldsOf } from "../shape.ts";
import type { Hearing, OpenFrom } from "./connection.ts";

/** The browser's own client of event streams, asked to go on after an id; the cookie says who we are. */
export function openEvents({ lastEventId, wantsStates }: OpenFrom, hearing: Hearing): { close(): void } {
  const from = lastEventId === null ? {} : { [LAST_EVENT_ID_PARAMETER]: lastEventId, ...(wantsStates && { [STATES_PARAMETER]: "all" }) };
  renewCookie();
  const source = new EventSource(`/api/events?${new URLSearchParams(from).toString()}`);
  source.addEventListener(HELLO_EVENT, ({ data }: MessageEvent<string>) => hearing.opened(isResumed(data)));
  source.addEventListener("message", ({ data, lastEventId: id }: MessageEvent<string>) => hearing.told(data, id));
  source.addEventListener(HEARTBEAT_EVENT, ({ lastEventId: id }: MessageEvent<string>) => hearing.beat(id));
  // The browser's own retry gives up for good at the first answer that is no stream (a proxy's 502).
  source.addEventListener("error", hearing.failed);
  return source;
}

/** What cannot be read has resumed nothing: then everything is read again. */
function isResumed(data: string): boolean {
  try {
    return fieldsOf(JSON.parse(data))["isResumed"] === true;
  } catch {
    return false;
  }
}

import type { PlanDestination } from "@nightjar/contract";

type Place = Pick<PlanDestination, "url" | "streamKey">;

/** Where a publisher connects to without a port. */
const USUAL_PORTS: Readonly<Record<string, string>> = { "rtmp:": "1935", "rtmps:": "443" };

/** Whether both lead to the same far end with the same key, however they are written: most services let the newest sender have a key. */
export function isSamePlace(one: Place, other: Place): boolean {
  return one.streamKey === other.streamKey && plainAddress(one.url) === plainAddress(other.url);
}

/** Case of the host, a port that need not be said and a slash at the end make no other address; a URL of rtmp keeps all three. */
function plainAddress(text: string): string {
  const url = URL.parse(text);
  if (!url) return text;
  const port = url.port === "" ? USUAL_PORTS[url.protocol] : url.port;
  return `${url.protocol}//${url.hostname.toLowerCase()}:${port}${url.pathname.replace(/\/+$/, "")}`;
}

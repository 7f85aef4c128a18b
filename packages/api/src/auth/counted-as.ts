import { isIP } from "node:net";

const GROUPS = 8;
/** The half that a network is given; in the other one each of its hosts is called as it likes, and anew each time. */
const NETWORK_GROUPS = 4;
/** IPv6 that says a whole IPv4 address: as a socket does that listens to both, and as NAT64 does. */
const SAYS_IPV4 = /^(?:::ffff|64:ff9b:):/;

/** What strangers are counted by. @param address as a socket or a proxy tells it, which may add a port, brackets or a zone */
export function countedAs(address: string): string {
  const bare = address.replace(/^\[(.*)\](?::\d+)?$|^([\d.]+):\d+$/, "$1$2").replace(/%.*$/, "");
  const family = isIP(bare);
  if (family === 0) return address;
  const canonical = new URL(`http://[${family === 4 ? `::ffff:${bare}` : bare}]`).hostname.slice(1, -1);
  if (SAYS_IPV4.test(canonical)) return canonical;
  const [head = [], tail = []] = canonical.split("::").map((part) => part.split(":").filter((group) => group !== ""));
  const zeros = Array.from({ length: GROUPS - head.length - tail.length }, () => "0");
  return [...head, ...zeros, ...tail].slice(0, NETWORK_GROUPS).join(":");
}

import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";

/** Few programs listen here by default. */
const FIRST = 20_000;
const COUNT = 12_000;
/** Test files run side by side in processes of neighbouring ids: each begins so far behind the one before. */
const PROCESS_STEP = 97;
/** proc(5) */
const LOCAL_PORTS = "/proc/sys/net/ipv4/ip_local_port_range";

let given = 0;

/**
 * A port on which nobody listens, another at each call. It is none of those that the kernel hands out to whoever connects or lets it choose: what is
 * free of these may be taken before a server that is still to start listens there.
 */
export async function freePort(): Promise<number> {
  const ports = portsOutside(localPorts());
  for (let tries = 0; tries < ports.length; tries += 1) {
    const port = ports[(process.pid * PROCESS_STEP + given) % ports.length] ?? FIRST;
    given += 1;
    if (await isFree(port)) return port;
  }
  throw new Error(`somebody listens on each port from ${FIRST} to ${FIRST + COUNT - 1}`);
}

/** @param range the first and the last that the kernel hands out, as it tells them */
export function portsOutside(range: string): number[] {
  const [first = 0, last = 0] = range.trim().split(/\s+/).map(Number);
  const all = Array.from({ length: COUNT }, (_, index) => FIRST + index);
  const outside = all.filter((port) => port < first || port > last);
  // Where the kernel hands out every port, none is better than another.
  return outside.length > 0 ? outside : all;
}

function localPorts(): string {
  try {
    return readFileSync(LOCAL_PORTS, "utf8");
  } catch {
    // A kernel that does not tell hands out the highest, by RFC 6335.
    return "49152 65535";
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  const isListening = await once(server, "listening").then(
    () => true,
    () => false,
  );
  if (isListening) {
    server.close();
    await once(server, "close");
  }
  return isListening;
}

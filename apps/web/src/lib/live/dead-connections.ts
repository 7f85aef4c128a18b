/** As many connections as a browser keeps to one server. */
const CONNECTIONS = 6;
const ANSWER_WITHIN_MS = 3_000;

/**
 * A browser takes for its next call a connection that it kept, and after a silent loss those are dead as well. Asked on all of them at
 * once, they are found out at once, instead of one call after the other.
 */
export function findOutDeadConnections(): void {
  for (let count = 0; count < CONNECTIONS; count += 1) {
    // Without the cache, in which calls of the same address would wait for each other.
    fetch("/api/health", { cache: "no-store", signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }).catch(() => undefined);
  }
}

/** How often an open event stream says that it is there, also while nothing happens. */
export const HEARTBEAT_MS = 5_000;
/** The name that heartbeats have as server-sent events: only what has none tells of the product. */
export const HEARTBEAT_EVENT = "heartbeat";
/** Two heartbeats missed, and half of one for a network that is slow: nobody is at the other end. */
export const SILENCE_MS = 2.5 * HEARTBEAT_MS;
/** An attempt to open one that is not answered by then is given up: the next one may find another way. */
export const OPENING_MS = 5_000;

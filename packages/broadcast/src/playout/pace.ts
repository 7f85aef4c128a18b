/** How often a session is served. A tick's bytes at the default bitrate fit into a FIFO, so that they are written at once. */
export const TICK_MS = 1000;

/** Written ahead of its time at a tick, so that a pause of our process is not a pause on air: two seconds in the mean. */
export const LEAD_MS = 2000 + TICK_MS / 2;

/** Below this much lead, silence or a repeated picture is better than waiting for a render. */
export const FLOOR_MS = 500;

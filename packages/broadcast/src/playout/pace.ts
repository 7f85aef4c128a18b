/** How often a session is served. A tick's bytes at the default bitrate fit into a FIFO, so that they are written at once. */
export const TICK_MS = 1250;

/** Written ahead of its time just before a tick, when it is least: what a pause of our process may last and be none on air. */
const LEAST_LEAD_MS = 1500;

/** Written ahead of its time at a tick. */
export const LEAD_MS = LEAST_LEAD_MS + TICK_MS;

/** The same while a session opens with the slate: what is written ahead delays the first sound. */
export const OPENING_LEAD_MS = 750;

/** A stream that has nothing to sound is not kept so near the edge for longer. */
export const OPENING_MS = 10_000;

/** Below this much lead, silence or a repeated picture is better than waiting for a render. */
export const FLOOR_MS = 500;

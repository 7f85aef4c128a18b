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

/** A longer gap is not caught up in one burst: the clock is set anew, and timestamps stay without a hole. */
export const CATCH_UP_MAX_MS = 10_000;

/**
 * A publisher that is so far behind is not slow but stuck, and memory is held for no more. Less says nothing of it: after a pause one tick
 * gives all that the pause held up and the lead, 12.75 s, and as much waits for a connection that takes its 10 s to open.
 */
export const BEHIND_MAX_MS = 20_000;

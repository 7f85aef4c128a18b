// What the studio's first screens choose from, and what they are told. Without zod, which weighs as much as a screen.

/** What is true of a stream now, as observed; what is wanted is `isLive` on the stream. */
export const ON_AIR_STATES = ["off", "preparing", "on-air", "reconnecting", "slate", "stopping", "failed"] as const;

export const CONNECT_HINT = "You must connect a YouTube channel before you can start streaming.";
export const TEST_START_FAILED_TEXT = "Could not start the RTMP stream";
export const TEST_STOP_FAILED_TEXT = "Could not stop the RTMP stream";
export const STREAM_ORDERS = ["sequential", "shuffled"] as const;
/** Entries of the log that did not arrive whole: interrupted at a destination, or taken by none at all. */
export const AS_RUN_KINDS = ["interrupted", "unheard"] as const;
export type AsRunKind = (typeof AS_RUN_KINDS)[number];
/** Over how long viewers are shown. */
export const VIEWER_SPANS = ["hour", "day", "week"] as const;
export type ViewerSpan = (typeof VIEWER_SPANS)[number];
export const PRIVACIES = ["public", "unlisted", "private"] as const;

/** How one background gives way to the next on air. */
export const TRANSITIONS = ["fade", "slide", "instant"] as const;
/** When the next background takes its turn by itself. */
export const AUTO_SWITCHES = ["never", "5-minutes", "10-minutes", "every-song"] as const;

// How an event stream is spoken, without zod: every first screen of the studio opens one.

/** How often an open event stream says that it is there, also while nothing happens. */
export const HEARTBEAT_MS = 5_000;
/** The names of those server-sent events that tell of the stream itself; what tells of the product has none. */
export const HEARTBEAT_EVENT = "heartbeat";
/** The first one: whether what follows goes on after the id that was asked for, or everything is to be read again. */
export const HELLO_EVENT = "hello";
/** Two heartbeats missed, and half of one for a network that is slow: nobody is at the other end. */
export const SILENCE_MS = 2.5 * HEARTBEAT_MS;
/** An attempt to open one that is not answered by then is given up: the next one may find another way. */
export const OPENING_MS = 5_000;
/** For so long what happened is kept for those who come back. */
export const RESUME_WITHIN_MS = 10 * 60 * 1000;
/** In place of the header Last-Event-ID, which a page that opens an event stream anew cannot send. */
export const LAST_EVENT_ID_PARAMETER = "lastEventId";
/** "all": the current state of every stream too, for who goes on after an id and knows none of them. */
export const STATES_PARAMETER = "states";
/** Of an answer to a call of the studio: the newest event when the call came in. What is read then is no older. */
export const NEWEST_EVENT_HEADER = "nightjar-newest-event";

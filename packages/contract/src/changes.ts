/** What a change may name, and with it the lists to read again; viewers, and a history with nothing else behind it, are told of by the id of their stream, what an account did by its own id once it is gone, a measured loudness by the id of its track. Without zod, because every first screen of the studio needs it. */
export const CHANGED_ENTITIES = [
  ...(["tracks", "streams", "users", "backgrounds", "overlays", "playlists", "settings"] as const),
  ...(["viewers", "history", "loudness"] as const),
] as const;
export type ChangedEntity = (typeof CHANGED_ENTITIES)[number];

/** Under this id the playlists are told of when who is connected at Spotify is another, or is not let in any more. */
export const SPOTIFY_CONNECTION = "spotify";

/** Of an answer to a call of the studio: what that call changed, separated by commas. */
export const CHANGED_HEADER = "nightjar-changed";

/** Of a call that changes something: after this time, by the server's clock in milliseconds, nobody waits for it any more. */
export const BEFORE_HEADER = "nightjar-before";

/** Of every answer to a call: the server's clock in milliseconds. `Date` may be that of a proxy. */
export const NOW_HEADER = "nightjar-now";

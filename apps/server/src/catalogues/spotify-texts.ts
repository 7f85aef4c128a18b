/** What Spotify's refusals mean for the operator, and what to do about them. */
const WAYS_OUT = "Copy the tracks into a playlist of your own and analyze that, or import the playlist from a CSV file.";
const FOREIGN_PLAYLIST = `Spotify lets this studio read only playlists that the connected account owns or works on. ${WAYS_OUT}`;
const STRANGER =
  "Spotify does not let this account use the studio's app. Whoever owns the app needs Premium, and adds the account in the Spotify developer dashboard under User Management.";
const NO_SCOPE = "Spotify gave this studio no leave to read playlists. Disconnect the Spotify account, and connect it again.";

export const NOT_TAKEN = "Spotify does not accept this connection any more. Connect the Spotify account again.";
export const UNREACHABLE = "Spotify did not answer. Please try again in a minute.";
export const DAILY = "Spotify allows this studio no more calls today. Please try again tomorrow, or import the playlist from a CSV file.";
export const GONE = `Spotify shows this studio no such playlist: it is gone, private, or made by Spotify itself. ${WAYS_OUT}`;
/** Waiting does not help: it is about what was asked. */
export const REFUSED = "Spotify refuses what this studio asks for. Import the playlist from a CSV file instead.";

const MINUTE_MS = 60_000;
const BUSY = "Spotify is asked too much at the moment";

/** @param forMs as long as it asks for; null: it does not say */
export function busyText(forMs: number | null): string {
  if (forMs === null || forMs <= MINUTE_MS) return `${BUSY}. Please try again in a few minutes.`;
  return `${BUSY}, and wants to be left alone for ${Math.ceil(forMs / MINUTE_MS)} minutes. Please try again then.`;
}

/** It is for the leave that the account gave. */
export const isForScope = (message: string | null): boolean => /\bscope/i.test(message ?? "");

/**
 * A 403 says in its message at best whether it is for the app, for the leave it has, or for the playlist.
 * @param message null: it came as no JSON, as those for the app do
 */
export function forbiddenText(path: string, message: string | null): string {
  if (isForScope(message)) return NO_SCOPE;
  // Its head was shown: the app lets the account in.
  if (/^\/v1\/playlists\/\w+\/(?:items|tracks)\b/.test(path)) return FOREIGN_PLAYLIST;
  if (message === null) return STRANGER;
  const isOfPlaylist = path.startsWith("/v1/playlists/");
  return isOfPlaylist && !/premium|registered|developer/i.test(message) ? FOREIGN_PLAYLIST : STRANGER;
}

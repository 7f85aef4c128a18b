import { INVALID_PLAYLIST_URL, playlistUrlRefusal, spotifyPlaylistIdOf, type PlaylistJob, type SyncResult } from "@nightjar/contract";

export const INVALID_URL = {
  title: "Invalid URL",
  textOf: playlistUrlRefusal,
  accepts: (text: string) => spotifyPlaylistIdOf(text) !== null,
};

export const isRunning = ({ is }: Pick<PlaylistJob, "is">): boolean => is === "reading" || is === "labels";
export const shareOf = ({ done, total }: Pick<PlaylistJob, "done" | "total">): number => (total === null || total === 0 ? 0 : done / total);

/** As it is before anything of it is known. */
export const begunJob = (id: string): PlaylistJob => ({
  ...{ id, name: null, is: "reading", done: 0, total: null, playlistId: null, sentence: null, syncs: false, synced: null },
});

/** Which playlist it is of, for who sees several. */
export const jobName = ({ id, name }: Pick<PlaylistJob, "id" | "name">): string => name ?? `Playlist ${id}`;

/** How far a playlist is read, in words. */
export function jobSentence({ is, done, total }: Pick<PlaylistJob, "is" | "done" | "total">): string {
  const count = total === null ? "" : ` ${done.toLocaleString("en")} of ${total.toLocaleString("en")}`;
  return is === "labels"
    ? `Looking up record labels:${count}. You can leave this page.`
    : `Reading tracks from Spotify:${count}`.replace(/:$/, "...");
}

/** One of a playlist from a file is told beside its tracks: it needs no account. */
export const isOfFile = ({ id, playlistId }: Pick<PlaylistJob, "id" | "playlistId">): boolean => id === playlistId;

/** What it failed at: once its tracks are kept, only labels are left. An address that was cut off is known to Spotify alone. */
export function failureTitle({ playlistId, sentence }: Pick<PlaylistJob, "playlistId" | "sentence">): string {
  if (sentence === INVALID_PLAYLIST_URL) return INVALID_URL.title;
  return playlistId === null ? "Analysis Failed" : "Label Lookup Failed";
}

/** What was cancelled of it. */
export function cancelledTitle({ playlistId, syncs }: Pick<PlaylistJob, "playlistId" | "syncs">): string {
  if (playlistId !== null) return "Label Lookup Cancelled";
  return syncs ? "Sync Cancelled" : "Analysis Cancelled";
}

/** The specification's words for what a sync did. */
export const syncSentence = ({ tracksAdded, tracksUpdated }: SyncResult): string => `Added ${tracksAdded} tracks, updated ${tracksUpdated}`;

/** What has happened since it was looked at last: kept for the first time, or failed. */
export function newsOf(
  before: readonly PlaylistJob[],
  now: readonly PlaylistJob[],
): { readonly kept: PlaylistJob[]; readonly failed: PlaylistJob[] } {
  const was = (job: PlaylistJob) => before.find(({ id }) => id === job.id);
  // What nobody saw running is no news.
  const watched = now.filter((job) => {
    const old = was(job);
    return old !== undefined && isRunning(old);
  });
  return {
    kept: watched.filter((job) => job.playlistId !== null && was(job)?.playlistId === null),
    failed: watched.filter(({ is }) => is === "failed"),
  };
}

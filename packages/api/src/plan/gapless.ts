import type { tracks } from "@nightjar/db";

type ReleaseFields = Pick<typeof tracks.$inferSelect, "album" | "albumType" | "artist" | "discNumber" | "trackNumber">;

/** An entry of a tracklist, in its order. */
export interface ListedTrack {
  /** As marked by hand; null: as the release says. */
  readonly mark: boolean | null;
  readonly track: ReleaseFields;
}

/** For each entry whether it goes on from the one before it without a gap: so marked, or the next track of one release. */
export function gaplessFlags(entries: readonly ListedTrack[]): boolean[] {
  return entries.map(({ mark, track }, index) => {
    const before = entries[index - 1];
    if (!before) return false;
    return mark ?? isNextOfRelease(before.track, track);
  });
}

function isNextOfRelease(before: ReleaseFields, after: ReleaseFields): boolean {
  const album = plain(after.album);
  if (album === "" || album !== plain(before.album)) return false;
  if (before.trackNumber === null || after.trackNumber !== before.trackNumber + 1) return false;
  if ((before.discNumber ?? 1) !== (after.discNumber ?? 1)) return false;
  // A compilation has an artist a track; two releases of one name have different artists.
  return plain(before.artist) === plain(after.artist) || (after.albumType !== null && after.albumType === before.albumType);
}

function plain(text: string | null): string {
  return (text ?? "").trim().toLowerCase();
}

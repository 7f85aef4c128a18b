import { AppError, createPlaylistInput, playlist, playlistId } from "@nightjar/contract";
import type { EntryId, PlaylistEntryFields, PlaylistId, TrackId } from "@nightjar/contract";
import { playlistEntries, playlists, tracks } from "@nightjar/db";
import type { Tx } from "@nightjar/db";
import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import { changed } from "../changes.ts";
import { defineChange } from "../verb.ts";
import { decidedColumns, findInLibrary, foundColumns, importedColumns } from "./find-in-library.ts";
import type { Found } from "./find-in-library.ts";
import { beginLabels } from "./find-labels.ts";
import type { Match } from "./match.ts";
import { readPlaylist } from "./playlist-shape.ts";

/** Keeps a list of tracks that somebody brings, each with the track of the library that it is. */
export const createPlaylist = defineChange({
  name: "playlists.create",
  access: "approved",
  input: createPlaylistInput,
  output: playlist,
  entity: "playlists",
  prepare: ({ ctx, input }) => findInLibrary(ctx.services.db, input.entries.map(toSought)),
  commit(tx, { ctx, input, prepared: matches }) {
    const { name, description, source, entries } = input;
    if (input.id !== undefined && isKept(tx, input.id, input)) {
      // Whoever asks again may not have heard of it.
      changed(tx, "playlists", input.id, "never");
      return { kept: readPlaylist(tx, input.id), lookUpLabels: () => undefined };
    }
    const createdAt = new Date(ctx.services.clock.nowMs());
    const values = { id: input.id, name, description, source, trackCount: entries.length, createdAt };
    const { id } = tx.insert(playlists).values(values).returning({ id: playlists.id }).get();
    insertEntries(tx, id, entries, matches);
    changed(tx, "playlists", id);
    return { kept: readPlaylist(tx, id), lookUpLabels: beginLabels(tx, ctx.services, id) };
  },
  subject: (input, made) => made?.kept.id ?? input.id ?? null,
  after({ committed: { kept, lookUpLabels } }) {
    lookUpLabels();
    return kept;
  },
});

const OTHERWISE = "The playlist was made already, and not as it is asked for now: see the list of playlists";

/** By the same hand before, where only the answer was lost. @throws AppError 409 where another one has that id */
function isKept(tx: Tx, id: PlaylistId, { name, entries }: z.output<typeof createPlaylistInput>): boolean {
  const made = tx.select().from(playlists).where(eq(playlists.id, id)).get();
  if (!made) return false;
  const { playlistId: owner, position } = playlistEntries;
  const rows = tx.select().from(playlistEntries).where(eq(owner, id)).orderBy(asc(position)).all();
  const isSame = entries.every(({ artist, decided, title }, at) => {
    const row = rows[at];
    if (row?.title !== title || row.artist !== artist) return false;
    return decided === undefined || (row.decided && row.trackId === decided);
  });
  if (made.name !== name || rows.length !== entries.length || !isSame) throw new AppError("conflict", OTHERWISE);
  return true;
}

/** The playlist goes, and what is under way of it: that would bring it back. What was imported from it stays in the library. */
export const deletePlaylist = defineChange({
  name: "playlists.delete",
  access: "approved",
  input: z.object({ id: playlistId }),
  output: z.null(),
  entity: "playlists",
  subject: (input) => input.id,
  commit(tx, { ctx, input }) {
    const { spotifyId } = readPlaylist(tx, input.id);
    ctx.services.playlistJobs.endWith(tx, spotifyId ?? input.id);
    tx.delete(playlists).where(eq(playlists.id, input.id)).run();
    changed(tx, "playlists", input.id);
    return null;
  },
});

export const toSought = ({
  title,
  artist,
  durationMs,
  isrcCode,
}: Pick<PlaylistEntryFields, "title" | "artist" | "durationMs" | "isrcCode">) => ({
  title,
  artist,
  durationMs,
  isrcKey: isrcCode,
});

/** Parameters of one statement stay below SQLite's bound. */
const CHUNK = 500;

export interface NewEntry extends PlaylistEntryFields {
  /** Of the row that it was before. */
  readonly id?: EntryId | undefined;
  /** Somebody's word: which track it is; null: none. Not said: the match counts. */
  readonly decided?: TrackId | null | undefined;
  /** What it was imported as before, and how that was found. */
  readonly imported?: Pick<Found, "trackId" | "why"> | undefined;
  readonly labelAskedAt?: Date | null;
  readonly spotifyAlbumId?: string | null;
}

/** @param matches of the entries, in their order; they were looked for before, so that a track may have gone since */
export function insertEntries(tx: Tx, playlist: PlaylistId, entries: readonly NewEntry[], matches: readonly Match[]): void {
  const isThere = (id: TrackId) => tx.select({ id: tracks.id }).from(tracks).where(eq(tracks.id, id)).get() !== undefined;
  const rows = entries.map(({ decided, imported, ...entry }, position) => {
    const found = foundOf({ decided, imported }, matches[position]);
    const isGone = found.trackId !== null && !isThere(found.trackId);
    return { ...entry, ...(isGone ? foundColumns(undefined) : found), playlistId: playlist, position };
  });
  for (let start = 0; start < rows.length; start += CHUNK) {
    tx.insert(playlistEntries)
      .values(rows.slice(start, start + CHUNK))
      .run();
  }
}

function foundOf({ decided, imported }: Pick<NewEntry, "decided" | "imported">, match: Match | undefined): Found {
  if (decided !== undefined) return decidedColumns(decided);
  return imported ? importedColumns(imported, match) : foundColumns(match);
}

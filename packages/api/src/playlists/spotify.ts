import {
  AppError,
  analyzePlaylistInput,
  importedTrack,
  playlistAnalysis,
  playlistJob,
  spotifyPlaylist,
  syncResult,
} from "@nightjar/contract";
import type { PlaylistId } from "@nightjar/contract";
import { playlistEntries, tracks } from "@nightjar/db";
import type { Tx } from "@nightjar/db";
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { changed } from "../changes.ts";
import { defineAct, defineChange, defineVerb } from "../verb.ts";
import { importEntry } from "./import-tracks.ts";
import { readAnalysis } from "./playlist-shape.ts";
import { readSpotifyPlaylist } from "./read-spotify.ts";
import { tokenSource } from "./spotify-account.ts";

export const listSpotifyPlaylists = defineVerb({
  name: "spotify.playlists",
  access: "approved",
  kind: "query",
  input: z.void(),
  output: z.array(spotifyPlaylist),
  run: ({ ctx: { services } }) => services.spotify.playlists(tokenSource(services)),
});

export const listPlaylistJobs = defineVerb({
  name: "spotify.jobs",
  access: "approved",
  kind: "query",
  input: z.void(),
  output: z.array(playlistJob),
  run: ({ ctx }) => ctx.services.playlistJobs.states(),
});

/** Reads a playlist, and answers when it is kept. */
export const analyzePlaylist = defineAct({
  name: "spotify.analyze",
  access: "approved",
  input: analyzePlaylistInput,
  output: playlistAnalysis,
  async act({ ctx: { services }, input }) {
    const id = await readSpotifyPlaylist(services, input.playlistUrl);
    return readAnalysis(services.db, id, input.labels ?? []);
  },
});

/** The same for who does not wait: how far it is, `spotify.jobs` tells. */
export const startAnalysis = defineAct({
  name: "spotify.startAnalysis",
  access: "approved",
  input: analyzePlaylistInput,
  output: z.object({ spotifyId: z.string() }),
  async act({ ctx: { services }, input }) {
    // Its failure is told with its state.
    readSpotifyPlaylist(services, input.playlistUrl).catch(() => undefined);
    return { spotifyId: input.playlistUrl };
  },
});

/** Brings a playlist and the library up to date: what is new is imported, and what the library does not know yet is filled in. */
export const syncPlaylist = defineChange({
  name: "spotify.sync",
  access: "approved",
  input: z.object({ playlistId: z.string().regex(/^[A-Za-z0-9]{22}$/, "This is no id of a Spotify playlist") }),
  output: syncResult,
  prepare: ({ ctx, input }) => readSpotifyPlaylist(ctx.services, input.playlistId),
  commit: (tx, { ctx, prepared: id }) => bringUpToDate(tx, id, new Date(ctx.services.clock.nowMs())),
});

/** Those where somebody has to say are left alone. */
export function bringUpToDate(tx: Tx, id: PlaylistId, at: Date): z.output<typeof syncResult> {
  const rows = tx.select().from(playlistEntries).where(eq(playlistEntries.playlistId, id)).orderBy(asc(playlistEntries.position)).all();
  const updated = rows.filter((entry) => entry.trackId !== null && fillIn(tx, entry)).length;
  const sure = rows.filter((entry) => entry.trackId === null && entry.candidates.length === 0);
  const added = sure.filter((entry) => importEntry(tx, entry, at).isNew).length;
  changed(tx, "playlists", id, "never");
  return { tracksAdded: added, tracksUpdated: updated };
}

/** Only where the library says nothing. @returns whether anything was filled in */
function fillIn(tx: Tx, entry: typeof playlistEntries.$inferSelect): boolean {
  if (entry.trackId === null) return false;
  const track = tx.select().from(tracks).where(eq(tracks.id, entry.trackId)).get();
  if (!track) return false;
  const isTaken = (spotifyId: string) =>
    tx.select({ id: tracks.id }).from(tracks).where(eq(tracks.spotifyId, spotifyId)).get() !== undefined;
  const values = {
    ...(track.isrcKey === null && entry.isrcCode !== null && { isrcCode: entry.isrcCode, isrcKey: entry.isrcCode }),
    ...(track.recordLabel === null && entry.recordLabel !== null && { recordLabel: entry.recordLabel }),
    ...(track.releaseDate === null && entry.releaseDate !== null && { releaseDate: entry.releaseDate }),
    ...(track.artworkUrl === null && entry.coverUrl !== null && { artworkUrl: entry.coverUrl }),
    ...(track.spotifyId === null && entry.spotifyId !== null && !isTaken(entry.spotifyId) && { spotifyId: entry.spotifyId }),
  };
  if (Object.keys(values).length === 0) return false;
  tx.update(tracks)
    .set({ ...values, revision: sql`${tracks.revision} + 1` })
    .where(eq(tracks.id, entry.trackId))
    .run();
  changed(tx, "tracks", entry.trackId);
  return true;
}

/** By Spotify's id of a track that stands in a playlist of ours, whenever that was read. */
export const importTrack = defineChange({
  name: "spotify.importTrack",
  access: "approved",
  input: z.object({ trackId: z.string().max(64) }),
  output: importedTrack,
  entity: "tracks",
  subject: (_input, made) => made?.trackId ?? null,
  commit(tx, { ctx, input }) {
    const { spotifyId, trackId } = playlistEntries;
    const all = tx.select().from(playlistEntries).where(eq(spotifyId, input.trackId)).all();
    const entry = all.find((each) => each.trackId !== null) ?? all[0];
    if (!entry) throw new AppError("not-found", "No playlist here has this track. Analyze a playlist that has it first.");
    const made = importEntry(tx, entry, new Date(ctx.services.clock.nowMs()));
    const same = and(eq(spotifyId, input.trackId), isNull(trackId));
    tx.update(playlistEntries).set({ trackId: made.trackId, candidates: [] }).where(same).run();
    for (const playlist of new Set(all.map((each) => each.playlistId))) changed(tx, "playlists", playlist, "never");
    return made;
  },
});

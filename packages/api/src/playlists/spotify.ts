import {
  AppError,
  analyzePlaylistInput,
  importedTrack,
  playlistAnalysis,
  playlistJob,
  spotifyPlaylist,
  syncPlaylistInput,
  syncResult,
} from "@nightjar/contract";
import { playlistEntries } from "@nightjar/db";
import type { Tx } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { snapshotOf } from "../audit-snapshots.ts";
import { changed, wasBefore } from "../changes.ts";
import type { VerbCtx } from "../verb.ts";
import { defineChange, defineVerb } from "../verb.ts";
import { isSaidToBeNone } from "./find-in-library.ts";
import { importEntry, leftOutError } from "./import-tracks.ts";
import type { Asker } from "./playlist-jobs.ts";
import { readAnalysis } from "./playlist-shape.ts";
import { beginReading, readSpotifyPlaylist } from "./read-spotify.ts";
import type { KeptPlaylist } from "./read-spotify.ts";
import { tokenSource } from "./spotify-account.ts";

export const listSpotifyPlaylists = defineVerb({
  name: "spotify.playlists",
  access: "approved",
  kind: "query",
  input: z.void(),
  output: z.array(spotifyPlaylist),
  async run({ ctx: { services } }) {
    const all = await services.spotify.playlists(tokenSource(services));
    return all.map((each) => ({ ...each, coverUrl: services.foreignCovers.addressOf(each.coverUrl) }));
  },
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
export const analyzePlaylist = defineChange({
  name: "spotify.analyze",
  access: "approved",
  input: analyzePlaylistInput,
  output: playlistAnalysis,
  entity: "playlists",
  isDoneInPrepare: true,
  prepare: ({ ctx, input }) => readSpotifyPlaylist(ctx.services, input.playlistUrl, { syncs: false }),
  commit: (tx, { prepared }) => readBefore(tx, prepared),
  subject: (_input, _kept, read) => read?.playlistId ?? null,
  after: ({ ctx, input, committed: { playlistId } }) => readAnalysis(ctx.services, playlistId, input.labels ?? []),
});

/** What was read is kept by the reading itself, piece by piece. */
function readBefore(tx: Tx, kept: KeptPlaylist): KeptPlaylist {
  wasBefore(tx, kept.before);
  return kept;
}

/** The same for who does not wait: how far it is, `spotify.jobs` tells. */
export const startAnalysis = defineChange({
  name: "spotify.startAnalysis",
  access: "approved",
  input: analyzePlaylistInput,
  output: z.object({ spotifyId: z.string() }),
  commit: (tx, { ctx, input }) => beginReading(tx, ctx.services, input.playlistUrl, { syncs: false }),
  after({ input, committed: readOn }) {
    readOn();
    return { spotifyId: input.playlistUrl };
  },
});

const askerOf = ({ principal, request }: VerbCtx<"approved">): Asker => ({ userId: principal.user.id, requestId: request.requestId });

/** Brings a playlist and the library up to date, and answers when that is done. */
export const syncPlaylist = defineChange({
  name: "spotify.sync",
  access: "approved",
  input: syncPlaylistInput,
  output: syncResult,
  entity: "playlists",
  isDoneInPrepare: true,
  prepare: ({ ctx, input }) => readSpotifyPlaylist(ctx.services, input.playlistId, { syncs: true, asker: askerOf(ctx) }),
  commit: (tx, { prepared }) => readBefore(tx, prepared),
  subject: (_input, _kept, read) => read?.playlistId ?? null,
  after: ({ committed: { synced } }) => synced ?? { tracksAdded: 0, tracksUpdated: 0 },
});

/** The same for who does not wait: what it did, `spotify.jobs` tells. */
export const startSync = defineChange({
  name: "spotify.startSync",
  access: "approved",
  input: syncPlaylistInput,
  output: z.object({ spotifyId: z.string() }),
  commit: (tx, { ctx, input }) => beginReading(tx, ctx.services, input.playlistId, { syncs: true, asker: askerOf(ctx) }),
  after({ input, committed: readOn }) {
    readOn();
    return { spotifyId: input.playlistId };
  },
});

/** Ends what is done with a playlist: what was there before stays, and labels that were found. */
export const cancelJob = defineChange({
  name: "spotify.cancelJob",
  access: "approved",
  input: z.object({ id: z.string().max(64) }),
  output: playlistJob,
  entity: "playlists",
  subject: ({ id }) => id,
  commit(tx, { ctx, input: { id } }) {
    const cancelled = ctx.services.playlistJobs.cancel(tx, id);
    changed(tx, "playlists", id, "never");
    return cancelled;
  },
});

/** By Spotify's id of a track that stands in a playlist of ours, whenever that was read. */
export const importTrack = defineChange({
  name: "spotify.importTrack",
  access: "approved",
  input: z.object({ trackId: z.string().max(64) }),
  output: importedTrack,
  entity: "tracks",
  commit(tx, { ctx, input }) {
    const all = tx.select().from(playlistEntries).where(eq(playlistEntries.spotifyId, input.trackId)).all();
    const entry = all.find((each) => each.trackId !== null) ?? all.find((each) => !isSaidToBeNone(each)) ?? all[0];
    if (!entry) throw new AppError("not-found", "No playlist here has this track. Analyze a playlist that has it first.");
    const made = importEntry(tx, entry, new Date(ctx.services.clock.nowMs()));
    changed(tx, "playlists", entry.playlistId, "never");
    // What is in the library already stays as it is.
    if (typeof made !== "string" && !made.isNew) wasBefore(tx, snapshotOf(tx, "tracks", made.trackId));
    return { entry, made };
  },
  subject: (_input, committed) => (committed === null || typeof committed.made === "string" ? null : committed.made.trackId),
  after({ ctx, committed: { entry, made } }) {
    // What it may be is stored by then.
    if (typeof made === "string") throw leftOutError(entry, made);
    ctx.services.covers.fetchSoon();
    return made;
  },
});

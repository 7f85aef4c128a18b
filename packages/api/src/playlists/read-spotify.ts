import { AppError, PLAYLIST_MAX_ENTRIES } from "@nightjar/contract";
import type { PlaylistEntryFields, PlaylistId, PlaylistJob } from "@nightjar/contract";
import { playlistEntries, playlists } from "@nightjar/db";
import type { Tx } from "@nightjar/db";
import { and, asc, eq, isNotNull, isNull } from "drizzle-orm";
import { changed, commit } from "../changes.ts";
import type { Services } from "../context.ts";
import { insertEntries, toSought } from "./create-playlist.ts";
import { findInLibrary } from "./find-in-library.ts";
import { tokenSource } from "./spotify-account.ts";

/** So many labels are found before the screens are told. */
const TOLD_EVERY = 25;

type Tell = (state: Partial<PlaylistJob>) => void;

/** A playlist as Spotify has it now, kept with what it is in the library. Its labels follow by themselves. @throws AppError */
export function readSpotifyPlaylist(services: Services, spotifyId: string): Promise<PlaylistId> {
  const { log, playlistJobs } = services;
  // Said before it is under way: nobody is connected.
  tokenSource(services);
  if (playlistJobs.isRunning(spotifyId))
    throw new AppError("conflict", "This playlist is being read already. Please wait until that is done.");
  const kept = Promise.withResolvers<PlaylistId>();
  const work = async (tell: Tell, signal: AbortSignal) => {
    const id = await keepPlaylist(services, spotifyId, tell, signal);
    kept.resolve(id);
    await findLabels(services, id, tell, signal);
  };
  playlistJobs.run(spotifyId, work).catch((error: unknown) => {
    if (!(error instanceof AppError)) log.error({ err: error }, "a playlist could not be read");
    kept.reject(error);
  });
  return kept.promise;
}

async function keepPlaylist(services: Services, spotifyId: string, tell: Tell, signal: AbortSignal): Promise<PlaylistId> {
  const { clock, db, spotify } = services;
  const token = tokenSource(services);
  const { name, description, coverUrl } = await spotify.playlist(token, spotifyId);
  const entries: PlaylistEntryFields[] = [];
  let leftOut = 0;
  for await (const page of spotify.pages(token, spotifyId, signal)) {
    entries.push(...page.entries);
    leftOut += page.leftOut;
    tell({ done: entries.length + leftOut, total: page.total });
    if (entries.length > PLAYLIST_MAX_ENTRIES)
      throw new AppError("too-large", `The playlist has more than ${PLAYLIST_MAX_ENTRIES} tracks.`);
  }
  const matches = await findInLibrary(db, entries.map(toSought));
  const id = commit(services, (tx) => {
    const before = tx.select({ id: playlists.id }).from(playlists).where(eq(playlists.spotifyId, spotifyId)).get();
    const values = { name, description, coverUrl, spotifyId, source: "spotify", trackCount: entries.length };
    const known = before ? knownOf(tx, before.id) : null;
    const own =
      before?.id ??
      tx
        .insert(playlists)
        .values({ ...values, createdAt: new Date(clock.nowMs()) })
        .returning()
        .get().id;
    tx.update(playlists).set(values).where(eq(playlists.id, own)).run();
    tx.delete(playlistEntries).where(eq(playlistEntries.playlistId, own)).run();
    insertEntries(
      tx,
      own,
      entries.map((entry) => ({ ...entry, recordLabel: entry.recordLabel ?? known?.get(keyOf(entry)) ?? null })),
      matches,
    );
    changed(tx, "playlists", own, "never");
    return own;
  });
  const sentence = leftOut === 0 ? null : `${leftOut} of its items are episodes or not there any more, and are left out.`;
  tell({ playlistId: id, sentence });
  return id;
}

const keyOf = ({ isrcCode, spotifyId }: Pick<PlaylistEntryFields, "isrcCode" | "spotifyId">) => isrcCode ?? spotifyId;

/** Labels that were found before, so that nobody is asked for them again. */
function knownOf(tx: Tx, id: PlaylistId): ReadonlyMap<string | null, string | null> {
  const rows = tx
    .select()
    .from(playlistEntries)
    .where(and(eq(playlistEntries.playlistId, id), isNotNull(playlistEntries.recordLabel)))
    .all();
  return new Map(rows.map((row) => [keyOf(row), row.recordLabel]));
}

/** Asks for the labels that Spotify does not tell, one recording after the other. */
async function findLabels(services: Services, id: PlaylistId, tell: Tell, signal: AbortSignal): Promise<void> {
  const { isrcCode, recordLabel, playlistId, position } = playlistEntries;
  const unlabelled = and(eq(playlistId, id), isNull(recordLabel), isNotNull(isrcCode));
  const rows = services.db.select({ isrcCode }).from(playlistEntries).where(unlabelled).orderBy(asc(position)).all();
  const codes = [...new Set(rows.flatMap((row) => row.isrcCode ?? []))];
  tell({ is: "labels", done: 0, total: codes.length });
  for (const [at, code] of codes.entries()) {
    if (signal.aborted) return;
    const found = await services.recordings.find(code);
    if (found.is === "unknown" && found.silent.length > 0 && found.asked.length === 0) {
      const sentence =
        "Record labels could not be looked up: the services that know them did not answer. Analyze the playlist again later.";
      return tell({ is: "done", sentence });
    }
    const isLast = at === codes.length - 1;
    const label = found.is === "found" ? found.recording.recordLabel : null;
    if (label !== null) putLabel(services, id, code, label);
    if (isLast || at % TOLD_EVERY === TOLD_EVERY - 1) commit(services, (tx) => changed(tx, "playlists", id, "never"));
    tell({ done: at + 1 });
  }
  tell({ is: "done" });
}

const putLabel = ({ db }: Services, id: PlaylistId, code: string, recordLabel: string) =>
  db
    .update(playlistEntries)
    .set({ recordLabel })
    .where(and(eq(playlistEntries.playlistId, id), eq(playlistEntries.isrcCode, code), isNull(playlistEntries.recordLabel)))
    .run();

// An import of more tracks than are written at once.
import { auditLog, tracks, users } from "@nightjar/db";
import { count, eq } from "drizzle-orm";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createPlaylist } from "../../src/playlists/create-playlist.ts";
import { importTracks } from "../../src/playlists/import-tracks.ts";
import { getPlaylist } from "../../src/playlists/read-playlists.ts";
import { openStudio, type Studio } from "../support/call-verb.ts";

const COUNT = 600;

let studio: Studio;
let id: string;
let entryIds: string[];
beforeEach(async () => {
  studio = await openStudio();
  const entries = Array.from({ length: COUNT }, (_, n) => ({ title: `Track ${n}`, artist: "Lamp" }));
  ({ id } = await studio.callVerb(createPlaylist, { name: "Night", entries }));
  entryIds = (await studio.callVerb(getPlaylist, { id })).tracks.map((track) => track.id);
});
afterEach(() => studio.close());

const inLibrary = () => studio.services.db.select({ total: count() }).from(tracks).get()?.total ?? 0;

/** Looks at each turn of the event loop how many tracks are in the library. */
async function watched<T>(importing: Promise<T>, look: (total: number) => void): Promise<T> {
  let isOver = false;
  const over = importing.finally(() => (isOver = true));
  over.catch(() => undefined);
  while (!isOver) {
    look(inLibrary());
    await nextTurn();
  }
  return over;
}

it("an import of hundreds lets others have their turn in between, and tells what it made as a whole, in the order of the playlist", async () => {
  const seen = new Set<number>();
  const shuffled = entryIds.toReversed();
  const made = await watched(studio.callVerb(importTracks, { id, entryIds: shuffled }), (total) => void seen.add(total));
  expect([...seen]).toEqual([0, 250, 500, COUNT]);
  expect(made).toMatchObject({ tracksAdded: COUNT, tracksFound: 0 });
  const { tracks: entries } = await studio.callVerb(getPlaylist, { id });
  expect(made.trackIds).toEqual(entries.map((entry) => entry.libraryTrackId));
  const audit = studio.services.db.select().from(auditLog).where(eq(auditLog.action, "playlists.importTracks")).all();
  expect(audit).toMatchObject([{ before: '{"inLibrary":0}', after: `{"inLibrary":${COUNT}}` }]);
});

it("what was imported stays where the rest cannot be stored, and is found when it is asked for again", async () => {
  const { $client } = studio.services.db;
  $client.exec("create trigger full before insert on tracks when new.title = 'Track 599' begin select raise(abort, 'no'); end");
  expect(await studio.refusal(importTracks, { id, entryIds })).toMatchObject({ code: "internal" });
  expect(inLibrary()).toBe(500);
  $client.exec("drop trigger full");
  expect(await studio.callVerb(importTracks, { id, entryIds })).toMatchObject({ tracksAdded: 100, tracksFound: 500 });
});

it("who is put out meanwhile imports nothing more", async () => {
  const { id: userId, token } = await studio.account("staff", "approved");
  const importing = studio.refusal(importTracks, { id, entryIds }, { token });
  const refused = await watched(importing, (total) => {
    if (total > 0) studio.services.db.update(users).set({ status: "rejected" }).where(eq(users.id, userId)).run();
  });
  expect(refused).toMatchObject({ code: "forbidden" });
  expect(inLibrary()).toBe(250);
});

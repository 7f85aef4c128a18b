// A sync that is broken off while it brings its tracks into the library: what was done is counted, and the rest is done without reading again.
import { playlists, tracks } from "@nightjar/db";
import { setImmediate as nextTurn } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { listActivity } from "../../src/activity/recent-activity.ts";
import { deletePlaylist } from "../../src/playlists/create-playlist.ts";
import { followPlaylists } from "../../src/playlists/follow-playlists.ts";
import { cancelJob, startSync } from "../../src/playlists/spotify.ts";
import { never, playlistGround } from "../support/spotify-playlist.ts";
import { SPOTIFY_ID, spotifyEntry as entry } from "../support/spotify.ts";

/** Five pieces. */
const COUNT = 1200;
const ground = playlistGround(() => Array.from({ length: COUNT }, (_, at) => entry(`Track ${at}`)));
const { jobs, restart, until } = ground;
const inLibrary = () => ground.studio.services.db.select({ id: tracks.id }).from(tracks).all().length;
const BEING_KEPT = { code: "conflict", message: expect.stringContaining("being brought into the library") };

describe("a sync that ends with the server while it brings tracks in", () => {
  let before = 0;
  beforeEach(async () => {
    await ground.studio.callVerb(startSync, { playlistId: SPOTIFY_ID });
    while (inLibrary() === 0) await nextTurn();
    restart();
    // Nothing of it is asked for once more.
    ground.studio.ports.spotify.playlist = never;
    await nextTurn();
    before = inLibrary();
  });

  it("is gone on with by the next process, and tells what it did as a whole, once", async () => {
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(COUNT);
    expect(await jobs()).toMatchObject([{ is: "reading", done: COUNT, total: COUNT, playlistId: null, synced: null }]);
    const stop = followPlaylists(ground.studio.services);
    await until("done");
    stop();
    expect(inLibrary()).toBe(COUNT);
    expect(await jobs()).toMatchObject([{ synced: { tracksAdded: COUNT, tracksUpdated: 0 } }]);
    const told = await ground.studio.callVerb(listActivity, { of: "playlists" });
    expect(told.map(({ action, name }) => [action, name])).toEqual([["spotify.sync", "Night"]]);
  });

  it("can neither be cancelled nor lose its playlist in between", async () => {
    expect(await ground.studio.refusal(cancelJob, { id: SPOTIFY_ID })).toMatchObject(BEING_KEPT);
    const id = ground.studio.services.db.select().from(playlists).get()?.id;
    expect(await ground.studio.refusal(deletePlaylist, { id })).toMatchObject(BEING_KEPT);
  });
});

it("a sync that fails while it brings tracks in says what it did until then", async () => {
  const { $client } = ground.studio.services.db;
  $client.exec("create trigger full before insert on tracks when (select count(*) from tracks) = 600 begin select raise(abort, 'no'); end");
  await ground.studio.callVerb(startSync, { playlistId: SPOTIFY_ID });
  await until("failed");
  expect(inLibrary()).toBe(500);
  expect(await jobs()).toMatchObject([
    { playlistId: null, sentence: expect.stringContaining("Something went wrong"), synced: { tracksAdded: 500, tracksUpdated: 0 } },
  ]);
});

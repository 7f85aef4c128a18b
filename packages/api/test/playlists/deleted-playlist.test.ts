// A playlist is deleted while something is done with it: what ends with it, and what is waited for.
import { playlists, streamSettings, tracks } from "@nightjar/db";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { deletePlaylist } from "../../src/playlists/create-playlist.ts";
import { syncDue } from "../../src/playlists/follow-playlists.ts";
import { listPlaylists } from "../../src/playlists/read-playlists.ts";
import { analyzePlaylist, syncPlaylist } from "../../src/playlists/spotify.ts";
import { CODES, READING_CANCELLED, never, playlistGround, threePages } from "../support/spotify-playlist.ts";
import { SPOTIFY_ID, bringLabels, spotifyEntry as entry } from "../support/spotify.ts";

const ground = playlistGround(threePages);
const { analyze, far, jobs, sync, until } = ground;

describe("a playlist that is deleted", () => {
  const remove = (id: string) => ground.studio.callVerb(deletePlaylist, { id });
  const shown = async () => (await ground.studio.callVerb(listPlaylists, undefined)).map(({ spotifyId }) => spotifyId);

  it.each([
    ["an analysis", () => ground.studio.refusal(analyzePlaylist, { playlistUrl: SPOTIFY_ID })],
    ["a sync", () => ground.studio.refusal(syncPlaylist, { playlistId: SPOTIFY_ID })],
  ])("while %s reads it ends that, and does not come back", async (_what, refusal) => {
    const { playlist } = await analyze();
    await until("done");
    const { asked, reached, release } = ground.heldAtPageTwo();
    const refused = refusal();
    await reached;
    await remove(playlist.id);
    release();
    expect(await refused).toMatchObject({ code: "conflict", message: READING_CANCELLED });
    expect(asked).toEqual([1, 2]);
    expect([await shown(), ground.studio.services.db.select().from(tracks).all()]).toEqual([[], []]);
    expect(await jobs()).toMatchObject([{ is: "cancelled", playlistId: null, sentence: READING_CANCELLED }]);
  });

  it("while its labels are looked for ends that, and is forgotten with it", async () => {
    far.entries = CODES.map((isrcCode, at) => entry(`Track ${at}`, { isrcCode }));
    const signals: AbortSignal[] = [];
    bringLabels(ground.studio, never);
    const { findLabel } = ground.studio.services.recordings;
    vi.spyOn(ground.studio.services.recordings, "findLabel").mockImplementation(
      (sought, signal) => (signals.push(signal), findLabel(sought, signal)),
    );
    const { playlist } = await analyze();
    await expect.poll(() => signals.length).toBe(1);
    await remove(playlist.id);
    expect([signals[0]?.aborted, await jobs()]).toEqual([true, []]);
  });

  it("is refused while its tracks are brought into the library, and goes then", async () => {
    far.entries = Array.from({ length: 2000 }, (_, at) => entry(`Track ${at}`));
    const synced = sync();
    const kept = () => ground.studio.services.db.select({ id: tracks.id }).from(tracks).all().length;
    while (kept() === 0) await nextTurn();
    const id = ground.studio.services.db.select().from(playlists).get()?.id ?? "";
    expect(await ground.studio.refusal(deletePlaylist, { id })).toMatchObject({
      code: "conflict",
      message: expect.stringContaining("being brought into the library"),
    });
    expect(await synced).toEqual({ tracksAdded: 2000, tracksUpdated: 0 });
    await remove(id);
    expect([await shown(), kept()]).toEqual([[], 2000]);
  });

  it.each([
    ["is deleted", (id: string) => remove(id)],
    ["is to be read by hand from then on", () => ground.studio.services.db.update(streamSettings).set({ syncFrequency: "manual" }).run()],
  ])("or that %s, while others are synced by themselves before it, is not read", async (_what, change) => {
    far.entries = [];
    const { db } = ground.studio.services;
    const [first, second] = ["a", "b"].map((letter) => letter.repeat(22));
    const due = [first, second].map((spotifyId, at) => ({ name: "Night", spotifyId, syncedAt: new Date(at) }));
    const rows = db.insert(playlists).values(due).returning().all();
    db.update(streamSettings).set({ syncFrequency: "hourly" }).run();
    const asked: string[] = [];
    const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { playlist } = ground.studio.ports.spotify;
    ground.studio.ports.spotify.playlist = async (token, id, signal) => {
      asked.push(id);
      reached.resolve();
      await released.promise;
      return playlist(token, id, signal);
    };
    const syncing = syncDue(ground.studio.services);
    await reached.promise;
    await change(rows[1]?.id ?? "");
    released.resolve();
    await syncing;
    expect(asked).toEqual([first]);
  });
});

// What a playlist is by the reading before counts in the next one: which of its lines are the same, and what was imported from them.
import { tracks } from "@nightjar/db";
import { addTrack } from "@nightjar/api/testing";
import { describe, expect, it } from "vitest";
import { deleteTrack } from "../../src/library/delete-track.ts";
import { updateTrack } from "../../src/library/update-track.ts";
import { importTracks } from "../../src/playlists/import-tracks.ts";
import { importTrack } from "../../src/playlists/spotify.ts";
import { CODES, playlistGround } from "../support/spotify-playlist.ts";
import { spotifyEntry as entry } from "../support/spotify.ts";

const MOTH_ID = "4iV5W9uYEdYUVa79Axb7Rh";
/** As of a file on somebody's disk: without code and id. */
const ground = playlistGround(() => [entry("Moth")]);
const { analyze, far, sync, until } = ground;
const library = () => ground.studio.services.db.select().from(tracks).all();
const synced = async () => {
  const counts = await sync();
  await until("done");
  return counts;
};
const rename = async (title: string) => ground.studio.callVerb(updateTrack, { id: library()[0]?.id, title });

describe("a track that was imported", () => {
  it("is not imported again by the next sync under the name that it had, however often it is corrected", async () => {
    expect(await synced()).toEqual({ tracksAdded: 1, tracksUpdated: 0 });
    expect(await synced()).toEqual({ tracksAdded: 0, tracksUpdated: 0 });
    for (const title of ["Motte", "Motten"]) {
      await rename(title);
      expect(await synced()).toEqual({ tracksAdded: 0, tracksUpdated: 0 });
    }
    expect(library()).toMatchObject([{ title: "Motten" }]);
  });

  it.each([
    ["made", () => undefined],
    ["found", () => void addTrack(ground.studio.services, "Motte", "Lamp", { spotifyId: MOTH_ID })],
  ])("by Spotify's id, and %s, counts as in the library in the next analysis though it has another name there", async (_how, before) => {
    before();
    far.entries = [entry("Moth", { spotifyId: MOTH_ID })];
    await analyze();
    await until("done");
    const { trackId } = await ground.studio.callVerb(importTrack, { trackId: MOTH_ID });
    await rename("Nachtfalter");
    expect(await analyze()).toMatchObject({ existingTracks: 1, newTracks: 0, tracks: [{ libraryTrackId: trackId }] });
  });

  it("is another from then on where the library has one of its code", async () => {
    far.entries = [entry("Moth", { isrcCode: CODES[0] })];
    await synced();
    ground.studio.services.db.update(tracks).set({ isrcCode: null, isrcKey: null }).run();
    await rename("Motte");
    const coded = addTrack(ground.studio.services, "Moth", "Lamp", { isrcKey: CODES[0] });
    expect((await analyze()).tracks).toMatchObject([{ libraryTrackId: coded, why: "the same ISRC code" }]);
  });

  it("is new again once it is deleted", async () => {
    await synced();
    const [moth] = library();
    await ground.studio.callVerb(deleteTrack, { id: moth?.id });
    expect((await analyze()).tracks).toMatchObject([{ existsInLibrary: false }]);
    await until("done");
    expect(await synced()).toEqual({ tracksAdded: 1, tracksUpdated: 0 });
  });

  it("from a disk is no other of its title that is longer, whichever of the two goes", async () => {
    const long = entry("Moth", { durationMs: 200_000 });
    far.entries = [entry("Moth"), long];
    await synced();
    far.entries = [long];
    expect((await analyze()).tracks).toMatchObject([{ existsInLibrary: false, candidates: [{ trackId: library()[0]?.id }] }]);
  });
});

describe("a line of a playlist", () => {
  const twice = () => entry("Wick", { spotifyId: MOTH_ID });
  const idsOf = async () => {
    const { tracks: read } = await analyze();
    await until("done");
    return read.map(({ id }) => id);
  };

  it("has the same id in every reading, wherever it stands, and one that comes has one of its own", async () => {
    far.entries = [entry("Moth"), twice(), twice()];
    const before = await idsOf();
    expect(await idsOf()).toEqual(before);
    far.entries = [twice(), twice(), entry("Ash"), entry("Moth"), twice()];
    const [first, second, ash, moth, third] = await idsOf();
    expect([moth, first, second]).toEqual(before);
    expect(before).not.toContain(ash);
    expect(before).not.toContain(third);
    expect(third).not.toBe(ash);
  });

  it("that is gone takes its id with it: what is imported by such ids alone is refused, and nothing is made", async () => {
    const entryIds = await idsOf();
    far.entries = [entry("Ash")];
    const { playlist, tracks: read } = await analyze();
    expect(await ground.studio.refusal(importTracks, { id: playlist.id, entryIds })).toMatchObject({
      code: "conflict",
      message: "The playlist has none of these tracks any more. Look at it again.",
    });
    expect(library()).toEqual([]);
    expect(await ground.studio.callVerb(importTracks, { id: playlist.id, entryIds: [...entryIds, read[0]?.id] })).toMatchObject({
      tracksAdded: 1,
    });
  });
});

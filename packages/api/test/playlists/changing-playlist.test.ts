// A playlist that somebody changes at Spotify while its pages are read.
import { addTrack } from "@nightjar/api/testing";
import { describe, expect, it } from "vitest";
import { decideEntry } from "../../src/playlists/import-tracks.ts";
import { playlistGround } from "../support/spotify-playlist.ts";
import { spotifyEntry as entry } from "../support/spotify.ts";

const PAGE = 50;
/** Three pages. */
const ground = playlistGround(() => Array.from({ length: 120 }, (_, at) => entry(`Track ${at}`)));
const { analyze, far, jobs, until } = ground;
const CHANGED =
  "It was changed at Spotify again and again while it was read: some of its tracks may be missing here, or stand twice. Analyze the playlist again later.";
const titles = () => far.entries.map(({ title }) => title);
const removeFirst = () => void (far.entries = far.entries.slice(1));
const moveFirst = () => void (far.entries = [...far.entries.slice(1), ...far.entries.slice(0, 1)]);

/** Each page is of the playlist as it is then. @param changes after one page each @returns how often the head and a page are asked for */
function changeBetween(changes: (() => void)[]) {
  const asked = { heads: 0, pages: 0 };
  const { playlist } = ground.studio.ports.spotify;
  ground.studio.ports.spotify.playlist = async (...call) => {
    asked.heads++;
    return { ...(await playlist(...call)), snapshotId: titles().join("\n") };
  };
  ground.studio.ports.spotify.pages = async function* () {
    for (let at = 0; at < far.entries.length; at += PAGE) {
      asked.pages++;
      yield { entries: far.entries.slice(at, at + PAGE), leftOut: 0, total: far.entries.length };
      changes.shift()?.();
    }
  };
  return asked;
}
const read = async () => {
  const analysis = await analyze();
  await until("done");
  return analysis;
};

describe("a playlist that changes while it is read", () => {
  it.each([
    ["one of its tracks goes", removeFirst, { heads: 3, pages: 5 }],
    ["one of its tracks is moved, which its snapshot alone tells", moveFirst, { heads: 4, pages: 6 }],
  ])("is read anew where %s, and kept without a hole, with what was decided", async (_what, change, expected) => {
    const trackId = addTrack(ground.studio.services, "Track 50", "Lamp", { durationMs: 200_000 });
    const { playlist, tracks: before } = await read();
    const { id: entryId } = before[50] ?? { id: "" };
    await ground.studio.callVerb(decideEntry, { id: playlist.id, entryId, trackId });
    const asked = changeBetween([change]);
    const { tracks: kept } = await read();
    expect(kept.map(({ title }) => title)).toEqual(titles());
    expect(kept.find(({ title }) => title === "Track 50")).toMatchObject({ id: entryId, libraryTrackId: trackId });
    expect(asked).toEqual(expected);
    expect(await jobs()).toMatchObject([{ sentence: null }]);
  });

  it("each time is read three times, and kept then with a word of it", async () => {
    const asked = changeBetween([removeFirst, removeFirst, removeFirst]);
    await read();
    expect(asked).toEqual({ heads: 3, pages: 2 + 2 + 3 });
    expect(await jobs()).toMatchObject([{ is: "done", sentence: CHANGED }]);
  });

  it("by its snapshot alone, which is another one each time, is read twice, and kept as what was read alike", async () => {
    const asked = changeBetween([]);
    const { playlist } = ground.studio.ports.spotify;
    ground.studio.ports.spotify.playlist = async (...call) => ({ ...(await playlist(...call)), snapshotId: String(asked.heads) });
    expect(await read()).toMatchObject({ totalTracks: far.entries.length });
    expect(asked).toEqual({ heads: 4, pages: 6 });
    expect(await jobs()).toMatchObject([{ sentence: null }]);
  });

  it("while it is of one page only is of one time, and is not asked for once more", async () => {
    far.entries = far.entries.slice(0, PAGE);
    const asked = changeBetween([removeFirst]);
    expect(await read()).toMatchObject({ totalTracks: PAGE });
    expect(asked).toEqual({ heads: 1, pages: 1 });
  });
});

import { auditLog } from "@nightjar/db";
import { addTrack } from "@nightjar/api/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PATIENCE_MS } from "@nightjar/kit/testing";
import { listActivity } from "../src/activity/recent-activity.ts";
import { deleteTrack } from "../src/library/delete-track.ts";
import { updateTrack } from "../src/library/update-track.ts";
import { createPlaylist } from "../src/playlists/create-playlist.ts";
import { decideEntry } from "../src/playlists/import-tracks.ts";
import { getPlaylist } from "../src/playlists/read-playlists.ts";
import { importTrack, startSync, syncPlaylist } from "../src/playlists/spotify.ts";
import { connectSpotify, finishSpotifyConnect } from "../src/playlists/spotify-account.ts";
import { createStream } from "../src/streams/create-stream.ts";
import { setDestination } from "../src/streams/destination.ts";
import { setGapless } from "../src/streams/set-gapless.ts";
import { startStream } from "../src/streams/start-stop.ts";
import { listStreamHistory } from "../src/streams/stream-history.ts";
import { updateStream } from "../src/streams/update-stream.ts";
import { createBroadcast, updateBroadcast } from "../src/youtube/broadcast-verbs.ts";
import { connectYoutube, finishYoutubeConnect } from "../src/youtube/connect.ts";
import { YouTubeError } from "../src/youtube/reasons.ts";
import { openStudio } from "./support/call-verb.ts";
import type { Studio } from "./support/call-verb.ts";
import { offAir, onAir, sentAway, withChannel } from "./support/given.ts";
import { SPOTIFY_ID, bringSpotify, spotifyEntry } from "./support/spotify.ts";

let studio: Studio;
beforeEach(async () => {
  studio = await openStudio();
});
afterEach(() => studio.close());

const entries = () => studio.services.db.select().from(auditLog).all();
const last = () => {
  const { before = null, after = null, ...entry } = entries().at(-1) ?? {};
  return { ...entry, before: read(before), after: read(after) };
};
const read = (text: string | null): unknown => text && JSON.parse(text);

describe("the audit entry of a change", () => {
  it("tells what was there before and after, of what differs alone, and who did it", async () => {
    const { id: userId, token } = await studio.account("staff", "approved");
    const id = addTrack(studio.services, "Moth");
    await studio.callVerb(updateTrack, { id, title: "Lamp", bpm: 90 }, { token });
    const entry = { action: "tracks.update", entity: "tracks", subjectId: id, outcome: "ok", userId };
    expect(last()).toMatchObject({ ...entry, before: { title: "Moth", bpm: null }, after: { title: "Lamp", bpm: 90 } });
    await studio.callVerb(deleteTrack, { id }, { token });
    expect(last()).toMatchObject({ action: "tracks.delete", before: { title: "Lamp", artist: "Artist" }, after: null });
  });

  it("tells of what is made all that it is, and where a stream is sent by its host alone", async () => {
    const { id } = await studio.callVerb(createStream, { title: "Night" });
    expect(last()).toMatchObject({ action: "streams.create", subjectId: id, before: null, after: { title: "Night", destinations: [] } });
    await studio.callVerb(setDestination, { id, rtmpUrl: "rtmp://far.example/live/hidden", streamKey: "key" });
    const sentTo = { id: expect.any(String), kind: "rtmp", host: "far.example", isExtra: false };
    expect(last()).toMatchObject({ before: { destinations: [] }, after: { destinations: [sentTo] } });
    await studio.callVerb(startStream, { id });
    expect(last()).toMatchObject({ action: "streams.start", before: { sessionId: null }, after: { sessionId: expect.any(String) } });
    await studio.callVerb(updateStream, { id, title: "Night" });
    expect(last()).toMatchObject({ action: "streams.update", before: {}, after: {} });
  });

  it("of a refusal tells the reason and nothing else; a stranger's refusal is not written at all", async () => {
    const id = addTrack(studio.services, "Moth");
    addTrack(studio.services, "Lamp");
    await studio.refusal(updateTrack, { id, title: "Lamp" });
    expect(last()).toMatchObject({ action: "tracks.update", subjectId: id, outcome: "conflict", before: null, after: null });
    await studio.refusal(updateTrack, { id, title: "Fire" }, "anonymous");
    expect(entries()).toHaveLength(1);
  });

  it("of who comes back from a service tells who was sent there and what it was before; a stranger's leaves none", async () => {
    const { id: userId, token } = await studio.account("staff", "approved");
    const { id } = await offAir(studio);
    studio.ports.youtube.channels = async () => [];
    const youtube = sentAway(studio, "google", await studio.callVerb(connectYoutube, { streamId: id }, { token }));
    await studio.callVerb(finishYoutubeConnect, { state: youtube.state, code: "code" }, { token: "", browserNonce: youtube.browserNonce });
    const entry = { action: "youtube.callback", entity: "streams", subjectId: id, outcome: "ok", userId };
    expect(last()).toEqual(expect.objectContaining({ ...entry, before: { ytGrantId: null }, after: { ytGrantId: expect.any(String) } }));
    studio.ports.spotify.account = async () => ({ id: "operator", name: "The Operator" });
    const spotify = sentAway(studio, "spotify", await studio.callVerb(connectSpotify, undefined, { token }));
    const back = { token: "", browserNonce: spotify.browserNonce };
    await studio.callVerb(finishSpotifyConnect, { state: spotify.state, code: "code" }, back);
    expect(last()).toMatchObject({ action: "spotify.callback", userId, after: { spotifyAccountName: "The Operator" } });
    const { length } = entries();
    await studio.refusal(finishSpotifyConnect, { state: spotify.state, code: "code" }, back);
    await studio.refusal(finishYoutubeConnect, {}, "anonymous");
    expect(entries()).toHaveLength(length);
  });

  it("is one for each call, and tells how that ended where it failed after its rows were stored", async () => {
    const { id } = await withChannel(studio);
    studio.ports.youtube.insertBroadcast = () => Promise.reject(new YouTubeError("liveStreamingNotEnabled", 403));
    await studio.refusal(createBroadcast, { streamId: id });
    const made = entries().filter(({ action }) => action === "youtube.createStream");
    expect(made).toMatchObject([{ subjectId: id, outcome: "unavailable" }]);
    expect((await studio.callVerb(listActivity, undefined)).map(({ action }) => action)).not.toContain("youtube.createStream");
    const { items } = await studio.callVerb(listStreamHistory, { id });
    expect(items.map(({ action }) => action)).toEqual(["youtube.setupStream", "streams.create"]);
  });

  it("tells what a broadcast is called before and after", async () => {
    const { id } = await withChannel(studio);
    await studio.callVerb(createBroadcast, { streamId: id });
    expect(last()).toMatchObject({ before: {}, after: { broadcast: { title: "Night", privacy: "unlisted" } } });
    await studio.callVerb(updateBroadcast, { id, title: "Dawn" });
    expect(last()).toMatchObject({ before: { broadcast: { title: "Night" } }, after: { broadcast: { title: "Dawn" } } });
  });

  it("tells which track joins the one above it, as it was marked before", async () => {
    const { id, itemId } = await onAir(studio);
    await studio.callVerb(setGapless, { id, itemId, isGapless: true });
    expect(last()).toMatchObject({
      before: { gapless: { title: "First", isGapless: null } },
      after: { gapless: { title: "First", isGapless: true } },
    });
  });

  it("tells which entry of a playlist was decided, and which track it was before and is after", async () => {
    const trackId = addTrack(studio.services, "Moth", "Lamp", { durationMs: 30_000 });
    const moth = { title: "Moth", artist: "Lamp", durationMs: 61_000 };
    const { id } = await studio.callVerb(createPlaylist, { name: "Night", entries: [moth, moth] });
    const [one, none] = (await studio.callVerb(getPlaylist, { id })).tracks.map(({ id: entryId }) => entryId);
    for (const [entryId, said] of [[one, trackId] as const, [none, null] as const]) {
      await studio.callVerb(decideEntry, { id, entryId, trackId: said });
      const note = { id: entryId, title: "Moth", artist: "Lamp" };
      const [before, after] = [{ entry: { ...note, trackId: null, decided: false } }, { entry: { ...note, trackId: said, decided: true } }];
      expect(last()).toMatchObject({ action: "playlists.decide", subjectId: id, before, after });
    }
  });

  it("of a playlist that is synced tells what it was before it was read, whoever waits for it", async () => {
    const moth = spotifyEntry("Moth", { spotifyId: "4iV5W9uYEdYUVa79Axb7Rh" });
    let tracks = [moth];
    bringSpotify(studio, () => tracks);
    await studio.callVerb(syncPlaylist, { playlistId: SPOTIFY_ID });
    expect(last()).toMatchObject({ action: "spotify.sync", before: null, after: { trackCount: 1, inLibrary: 1 } });
    tracks = [moth, spotifyEntry("Wick")];
    await studio.callVerb(syncPlaylist, { playlistId: SPOTIFY_ID });
    const grown = { before: { trackCount: 1, inLibrary: 1 }, after: { trackCount: 2, inLibrary: 2 } };
    expect(last()).toMatchObject({ action: "spotify.sync", ...grown });
    tracks = [moth];
    await studio.callVerb(startSync, { playlistId: SPOTIFY_ID });
    await expect.poll(last, { timeout: PATIENCE_MS }).toMatchObject({ action: "spotify.sync", before: grown.after, after: grown.before });
    await studio.callVerb(importTrack, { trackId: "4iV5W9uYEdYUVa79Axb7Rh" });
    expect(last()).toMatchObject({ action: "spotify.importTrack", before: {}, after: {} });
  });
});

import { addTrack } from "@nightjar/api/testing";
import type { Activity } from "@nightjar/contract";
import { auditLog, users } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { PATIENCE_MS } from "@nightjar/kit/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listActivity } from "../src/activity/recent-activity.ts";
import { changePassword } from "../src/auth/change-password.ts";
import { deleteTrack } from "../src/library/delete-track.ts";
import { updateTrack } from "../src/library/update-track.ts";
import { createPlaylist, deletePlaylist } from "../src/playlists/create-playlist.ts";
import { importTrack, startSync, syncPlaylist } from "../src/playlists/spotify.ts";
import { patchSettings } from "../src/settings/settings.ts";
import { addTracks } from "../src/streams/add-tracks.ts";
import { createStream } from "../src/streams/create-stream.ts";
import { deleteStream } from "../src/streams/delete-stream.ts";
import { setDestination } from "../src/streams/destination.ts";
import { getStream } from "../src/streams/get-stream.ts";
import { setGapless } from "../src/streams/set-gapless.ts";
import { jumpToTrack, skipTrack } from "../src/streams/skip-jump.ts";
import { startStream } from "../src/streams/start-stop.ts";
import { stepTracklist } from "../src/streams/step-tracklist.ts";
import { updateStream } from "../src/streams/update-stream.ts";
import { openStudio } from "./support/call-verb.ts";
import type { Studio } from "./support/call-verb.ts";
import { SPOTIFY_ID, bringSpotify, spotifyEntry } from "./support/spotify.ts";

let studio: Studio;
beforeEach(async () => {
  studio = await openStudio();
});
afterEach(() => studio.close());

const HOUR_MS = 60 * 60_000;
const told = (): Promise<Activity[]> => studio.callVerb(listActivity, undefined, "staff");
const makeStream = async (title: string) => (await studio.callVerb(createStream, { title })).id;

describe("what people did of late", () => {
  it("is nothing in a new studio", async () => {
    expect(await told()).toEqual([]);
  });

  it("is told newest first, with who did it, when, and to what by its name of today", async () => {
    const at = "2026-03-01T20:15:00.000Z";
    studio.ports.clock.set(Date.parse(at));
    const id = await makeStream("Night");
    await studio.callVerb(updateStream, { id, title: "Night Desk" }, "staff");
    expect(await told()).toMatchObject([
      { action: "streams.update", name: "Night Desk", by: "staff-approved-2@example.com", at, total: 1 },
      { action: "streams.create", name: "Night Desk", by: "admin-approved-1@example.com", at, total: 1 },
    ]);
  });

  it("leaves out what was refused, sign-ins and passwords", async () => {
    const id = await makeStream("Night");
    await studio.refusal(startStream, { id });
    await studio.refusal(changePassword, { currentPassword: "wrong", newPassword: "another password" });
    expect((await told()).map(({ action }) => action)).toEqual(["streams.create"]);
  });

  it("names what was deleted as it was called then, also where it tells of what was done to it before", async () => {
    const id = await makeStream("Night");
    await studio.callVerb(deleteStream, { id });
    expect(await told()).toMatchObject([
      { action: "streams.delete", name: "Night" },
      { action: "streams.create", name: "Night" },
    ]);
  });

  it("tells as one what one person did to many things by turns with something else, and as one thing what was done to it again", async () => {
    const id = await makeStream("Night");
    const ids = ["First", "Second", "Third"].map((title) => addTrack(studio.services, title));
    for (const trackId of ids) {
      await studio.callVerb(updateTrack, { id: trackId, mood: "Calm" });
      await studio.callVerb(addTracks, { streamId: id, trackIds: [trackId] });
    }
    await studio.callVerb(updateTrack, { id: ids[2], mood: "Dark" });
    expect(await told()).toMatchObject([
      { action: "tracks.update", name: "Third", total: 3 },
      { action: "streams.addTracks", name: "Night", total: 1 },
      { action: "streams.create", name: "Night", total: 1 },
    ]);
  });

  it("tells of what is done in a rundown and on air: steps, how tracks join, skips and jumps", async () => {
    const id = await makeStream("Night");
    const trackIds = ["First", "Second", "Third"].map((title) => addTrack(studio.services, title));
    await studio.callVerb(addTracks, { streamId: id, trackIds });
    await studio.callVerb(setDestination, { id, rtmpUrl: "rtmp://127.0.0.1:1935/live", streamKey: "key" });
    await studio.callVerb(startStream, { id });
    const { tracks } = await studio.callVerb(getStream, { id });
    const [first, second, third] = tracks.map(({ itemId }) => itemId);
    const { revision } = await studio.callVerb(setGapless, { id, itemId: second, isGapless: true });
    await studio.callVerb(stepTracklist, { id, step: { is: "move", itemIds: [third], after: null }, readAt: revision });
    await studio.callVerb(skipTrack, { id });
    await studio.callVerb(jumpToTrack, { id, itemId: first });
    expect((await told()).slice(0, 4)).toMatchObject([
      { action: "streams.jump", name: "Night", total: 1 },
      { action: "streams.skip", name: "Night", total: 1 },
      { action: "streams.stepTracklist", name: "Night", total: 1 },
      { action: "streams.setGapless", name: "Night", total: 1 },
    ]);
  });

  it("tells of a bulk upload as one, however many tracks it was of, and of what was done before it", async () => {
    const id = await makeStream("Night");
    const { db } = studio.services;
    const { userId } = db.select().from(auditLog).get() ?? {};
    const entry = { action: "tracks.create", entity: "tracks", outcome: "ok", requestId: "upload", userId, at: new Date() };
    const upload = Array.from({ length: 1234 }, (_, at) => ({ ...entry, subjectId: `track-${at}` }));
    db.transaction((tx) => upload.forEach((row) => void tx.insert(auditLog).values(row).run()));
    expect(await told()).toMatchObject([
      { action: "tracks.create", total: 1234 },
      { action: "streams.create", name: "Night" },
    ]);
    await studio.callVerb(updateStream, { id, title: "Night Desk" });
    expect((await told()).map(({ total }) => total)).toEqual([1, 1234, 1]);
  });

  it("leaves out what somebody listens to, also before anything was set, and what was set as it was", async () => {
    const trackId = addTrack(studio.services, "Moth");
    const streamId = await makeStream("Night");
    await studio.callVerb(patchSettings, { currentTrackId: trackId });
    await studio.callVerb(patchSettings, { currentTrackId: null, streamId });
    await studio.callVerb(patchSettings, { autoSwitch: "never" });
    expect((await told()).map(({ action }) => action)).toEqual(["streams.create"]);
    await studio.callVerb(patchSettings, { transition: "slide" });
    expect((await told()).map(({ action }) => action)).toEqual(["settings.patch", "streams.create"]);
  });

  it("keeps apart what another did, and what was done an hour later", async () => {
    const ids = ["First", "Second", "Third"].map((title) => addTrack(studio.services, title));
    await studio.callVerb(deleteTrack, { id: ids[0] });
    await studio.callVerb(deleteTrack, { id: ids[1] }, "staff");
    studio.ports.clock.set(Date.now() + HOUR_MS + 1);
    await studio.callVerb(deleteTrack, { id: ids[2] }, "staff");
    expect((await told()).map(({ name, total }) => [name, total])).toEqual([
      ["Third", 1],
      ["Second", 1],
      ["First", 1],
    ]);
  });

  it("tells of playlists by themselves, whatever else was done since: what was synced, imported, added and deleted", async () => {
    const moth = spotifyEntry("Moth", { spotifyId: "4iV5W9uYEdYUVa79Axb7Rh" });
    bringSpotify(studio, () => [moth]);
    await studio.callVerb(syncPlaylist, { playlistId: SPOTIFY_ID });
    await studio.callVerb(importTrack, { trackId: "4iV5W9uYEdYUVa79Axb7Rh" });
    const { id } = await studio.callVerb(createPlaylist, { name: "Dawn", entries: [{ title: "Wick", artist: "Lamp" }] });
    await studio.callVerb(deletePlaylist, { id });
    for (const title of ["A", "B", "C", "D", "E", "F", "G"]) {
      studio.ports.clock.set(studio.ports.clock.nowMs() + HOUR_MS + 1);
      await makeStream(title);
    }
    expect((await told()).map(({ action }) => action)).toEqual(Array.from({ length: 6 }, () => "streams.create"));
    expect(await studio.callVerb(listActivity, { of: "playlists" })).toMatchObject([
      { action: "playlists.delete", name: "Dawn" },
      { action: "playlists.create", name: "Dawn" },
      { action: "spotify.importTrack", name: "Moth" },
      { action: "spotify.sync", name: "Night" },
    ]);
  });

  it("tells of a sync that nobody waited for once it is done, by who asked for it", async () => {
    bringSpotify(studio, () => [spotifyEntry("Moth")]);
    await studio.callVerb(startSync, { playlistId: SPOTIFY_ID }, "staff");
    const told = () => studio.callVerb(listActivity, { of: "playlists" });
    await expect
      .poll(told, { timeout: PATIENCE_MS })
      .toMatchObject([{ action: "spotify.sync", name: "Night", by: expect.stringContaining("staff") }]);
  });

  it("has no name for the settings, and nobody for an account that is gone", async () => {
    await studio.callVerb(patchSettings, { autoSwitch: "every-song" }, "staff");
    const { db } = studio.services;
    db.delete(users).where(eq(users.role, "staff")).run();
    expect(await studio.callVerb(listActivity, undefined)).toMatchObject([{ action: "settings.patch", name: null, by: null }]);
  });
});

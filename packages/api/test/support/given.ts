import type { GrantService, StreamId } from "@nightjar/contract";
import { grants, streams, users } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { addBackgroundFile, addTrack } from "@nightjar/api/testing";
import { hashPassword } from "../../src/auth/passwords.ts";
import { createBackground } from "../../src/backgrounds/create-background.ts";
import { createElement } from "../../src/overlays/create-element.ts";
import { createPlaylist } from "../../src/playlists/create-playlist.ts";
import { getPlaylist } from "../../src/playlists/read-playlists.ts";
import { startAnalysis } from "../../src/playlists/spotify.ts";
import { createTemplate } from "../../src/overlays/create-template.ts";
import { addTracks } from "../../src/streams/add-tracks.ts";
import { createStream } from "../../src/streams/create-stream.ts";
import { setDestination } from "../../src/streams/destination.ts";
import { addDestination } from "../../src/streams/destinations.ts";
import { getStream } from "../../src/streams/get-stream.ts";
import { startStream } from "../../src/streams/start-stop.ts";
import { setupYoutube } from "../../src/youtube/channels.ts";
import type { Studio } from "./call-verb.ts";
import { bringFiles, formOf } from "./files.ts";
import { SPOTIFY_ID, bringSpotify } from "./spotify.ts";

/** Every secret that these calls send or make; none of them may be found where it does not belong. */
export const SECRETS = {
  password: "a-very-secret-password",
  newPassword: "another-secret-password",
  streamKey: "a-very-secret-stream-key",
  urlKey: "key-in-the-address",
  accessToken: "a-very-secret-access-token",
  refreshToken: "a-very-secret-refresh-token",
} as const;
export const THERE = { rtmpUrl: `rtmp://far.example/live/${SECRETS.urlKey}`, streamKey: SECRETS.streamKey };

/** A stream that is on air with one track. */
export async function onAir(studio: Studio): Promise<{ id: StreamId; itemId: string; trackId: string }> {
  const { id } = await studio.callVerb(createStream, { title: "Night" });
  const trackId = addTrack(studio.services, "First");
  await studio.callVerb(addTracks, { streamId: id, trackIds: [trackId] });
  await studio.callVerb(setDestination, { id, ...THERE });
  await studio.callVerb(startStream, { id });
  const itemId = (await studio.callVerb(getStream, { id })).tracks[0]?.itemId ?? "";
  return { id, itemId, trackId };
}
export const offAir = async (studio: Studio) => ({ id: (await studio.callVerb(createStream, { title: "Night" })).id });
export const connected = async (studio: Studio) => {
  const { id } = await offAir(studio);
  await studio.callVerb(setDestination, { id, ...THERE });
  return { id };
};
export const aDestination = async (studio: Studio) => {
  const { id } = await offAir(studio);
  return { id, destinationId: (await studio.callVerb(addDestination, { id, ...THERE })).id };
};
export const aTrack = async (studio: Studio) => ({ id: addTrack(studio.services, "Moth") });
export const aBackground = async (studio: Studio) => {
  const videoUrl = addBackgroundFile(studio.services, "rain");
  return { id: (await studio.callVerb(createBackground, { title: "Rain", videoUrl })).id };
};
export const aTemplate = async (studio: Studio) => ({
  id: (await studio.callVerb(createTemplate, { name: "Line" })).template.id,
});
export const anElement = async (studio: Studio) => {
  const { id } = await aTemplate(studio);
  return { id: (await studio.callVerb(createElement, { templateId: id, name: "Text", type: "text" })).id };
};
export const anAccount = async (studio: Studio) => ({ userId: (await studio.account("staff", "pending")).id });
/** An account whose password is known. */
export async function aPerson(studio: Studio) {
  const person = await studio.account("staff", "approved");
  const password = await hashPassword(SECRETS.password);
  studio.services.db.update(users).set({ password }).run();
  return { ...person };
}
/** One entry is new, one may be the library's. */
export async function aPlaylist(studio: Studio) {
  const trackId = addTrack(studio.services, "Moth", "Lamp", { durationMs: 90_000 });
  const entries = [
    { title: "Wick", artist: "Lamp" },
    { title: "Moth", artist: "Lamp", durationMs: 200_000 },
  ];
  const { id } = await studio.callVerb(createPlaylist, { name: "Night", entries });
  const { tracks } = await studio.callVerb(getPlaylist, { id });
  return { id, entryId: tracks[0]?.id, doubtfulId: tracks[1]?.id, trackId };
}
/** The reading of a playlist, which Spotify does not answer. */
export async function aReading(studio: Studio) {
  bringSpotify(studio);
  studio.ports.spotify.playlist = () => new Promise<never>(() => undefined);
  await studio.callVerb(startAnalysis, { playlistUrl: SPOTIFY_ID });
  return {};
}
export const files = async (studio: Studio) => {
  bringFiles(studio.ports);
  return {};
};

/** The bytes are the name, and have come whole. */
export const piecesOf = (fileName: string) => async (studio: Studio) => {
  const { body } = await formOf(fileName).file("");
  const sizeBytes = fileName.length;
  studio.ports.pendingUploads.find = async () => ({ fileName, sizeBytes, receivedBytes: sizeBytes, open: () => body });
  return files(studio);
};

/** Who was sent to a service, which lets them in when they come back. */
export function sentAway({ ports }: Studio, service: GrantService, { authUrl, cookie }: { authUrl: string; cookie: string }) {
  const tokens = { accessToken: SECRETS.accessToken, refreshToken: SECRETS.refreshToken, expiresInMs: 3_600_000 };
  ports.grantProviders[service].exchange = async () => tokens;
  return { state: new URL(authUrl).searchParams.get("state"), browserNonce: /=([^;]+)/.exec(cookie)?.[1] ?? "" };
}

/** A stream whose Google account lets us in, and a YouTube that says yes to everything. */
export async function withAccount(studio: Studio) {
  const { id } = await offAir(studio);
  const { db, secrets } = studio.services;
  const ytGrantId = db
    .insert(grants)
    .values({
      service: "google",
      account: "UC1",
      accessTokenSealed: secrets.seal(SECRETS.accessToken),
      refreshTokenSealed: secrets.seal(SECRETS.refreshToken),
    })
    .returning()
    .get().id;
  db.update(streams).set({ ytGrantId }).where(eq(streams.id, id)).run();
  const broadcast = { id: "b1", title: "Night", description: "", scheduledStartTime: "", lifeCycle: "ready", privacy: "unlisted" } as const;
  const addresses = { address: "rtmp://far.example/live", backupAddress: "rtmp://backup.far.example/live?backup=1" };
  const ytStream = { id: "s1", description: "", ...addresses, streamName: SECRETS.streamKey } as const;
  Object.assign(studio.ports.youtube, {
    channels: async () => [{ id: "UC1", title: "Moth Radio", thumbnailUrl: null }],
    ownStreams: async () => ({ items: [], next: null }),
    insertStream: async () => ({ ...ytStream, status: "ready", health: "noData", issues: [] }),
    insertBroadcast: async () => ({ ...broadcast, lifeCycle: "created", boundStreamId: null }),
    bindBroadcast: async () => ({ ...broadcast, boundStreamId: "s1" }),
    broadcasts: async () => [{ ...broadcast, boundStreamId: "s1" }],
    updateBroadcast: async () => ({ ...broadcast, boundStreamId: "s1" }),
  });
  return { id };
}
export async function withChannel(studio: Studio) {
  const { id } = await withAccount(studio);
  await studio.callVerb(setupYoutube, { id, channelId: "UC1" });
  return { id };
}

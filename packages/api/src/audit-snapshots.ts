import type { BackgroundId, ElementId, MediaAssetId, PlaylistId, StreamId, TemplateId, TrackId, UserId } from "@nightjar/contract";
import {
  backgrounds,
  destinations,
  mediaAssets,
  overlayElements,
  overlayTemplates,
  playlistEntries,
  playlists,
  streamItems,
  streamSessions,
  streamSettings,
  streams,
  tracks,
  users,
} from "@nightjar/db";
import type { Tx } from "@nightjar/db";
import { and, asc, count, eq, isNotNull, isNull } from "drizzle-orm";
import type { Entity } from "./changes.ts";

/** What the audit log tells of a thing. */
export type Snapshot = Readonly<Record<string, unknown>>;

/** Its fields, named one by one: a new column is told when it stands here, and a secret never does. null: it is not there. */
export const snapshotOf = (tx: Tx, entity: Entity, id: string): Snapshot | null => SNAPSHOTS[entity](tx, id);

const SNAPSHOTS: Readonly<Record<Entity, (tx: Tx, id: string) => Snapshot | null>> = {
  streams: (tx, id) => streamSnapshot(tx, id as StreamId),
  tracks: (tx, id) => trackSnapshot(tx, id as TrackId),
  users: (tx, id) => userSnapshot(tx, id as UserId),
  backgrounds: (tx, id) => backgroundSnapshot(tx, id as BackgroundId),
  overlays: (tx, id) => templateSnapshot(tx, id as TemplateId) ?? elementSnapshot(tx, id as ElementId) ?? pictureSnapshot(tx, id),
  playlists: (tx, id) => playlistSnapshot(tx, id as PlaylistId),
  settings: (tx, id) => settingsSnapshot(tx, Number(id)),
  // Nobody changes them.
  viewers: () => null,
  history: () => null,
  loudness: () => null,
};

/** The named fields of a row. */
function pick<T extends object, K extends keyof T>(row: T | undefined, names: readonly K[]): Pick<T, K> | null {
  return row ? (Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<T, K>) : null;
}

function streamSnapshot(tx: Tx, id: StreamId): Snapshot | null {
  const row = tx.select().from(streams).where(eq(streams.id, id)).get();
  const fields = pick(row, [
    ...(["title", "description", "channelName", "artworkUrl", "activeBackgroundId", "activeOverlayTemplateId", "revision"] as const),
    ...([
      "order",
      "crossfadeMs",
      "profile",
      "quality",
      "targetLufs",
      "transition",
      "autoSwitch",
      "statsIntervalMs",
      "timeZone",
      "ytRollOverHours",
      "ytSendsBackup",
    ] as const),
    ...(["ytGrantId", "ytConnected", "ytChannelName", "viewerCount"] as const),
  ]);
  if (!fields) return null;
  const held = tx.select({ total: count() }).from(streamItems).where(eq(streamItems.streamId, id)).get();
  const open = and(eq(streamSessions.streamId, id), isNull(streamSessions.stoppedAt));
  const session = tx.select({ id: streamSessions.id }).from(streamSessions).where(open).get();
  const sentTo = tx.select().from(destinations).where(eq(destinations.streamId, id)).orderBy(asc(destinations.createdAt)).all();
  return { ...fields, tracks: held?.total ?? 0, sessionId: session?.id ?? null, destinations: sentTo.map(destinationFields) };
}

/** Only where it is: some put their key into the address. Another key is another row. */
const destinationFields = ({ id, kind, rtmpUrl, isExtra }: typeof destinations.$inferSelect) => {
  const host = URL.canParse(rtmpUrl) ? new URL(rtmpUrl).host : null;
  return { id, kind, host, isExtra };
};

function trackSnapshot(tx: Tx, id: TrackId): Snapshot | null {
  return pick(tx.select().from(tracks).where(eq(tracks.id, id)).get(), [
    ...([
      "title",
      "artist",
      "album",
      "durationMs",
      "genre",
      "isrcCode",
      "artworkUrl",
      "audioSha256",
      "tags",
      "mood",
      "bpm",
      "key",
    ] as const),
    ...(["language", "explicit", "recordLabel", "copyrightTagline", "releaseDate"] as const),
  ]);
}

function userSnapshot(tx: Tx, id: UserId): Snapshot | null {
  const row = tx.select().from(users).where(eq(users.id, id)).get();
  return pick(row, ["email", "role", "status", "approvedAt", "approvedBy"]);
}

function backgroundSnapshot(tx: Tx, id: BackgroundId): Snapshot | null {
  const row = tx.select().from(backgrounds).where(eq(backgrounds.id, id)).get();
  return pick(row, ["title", "description", "videoUrl", "thumbnailUrl", "durationMs", "resolution", "isActive"]);
}

/** Each element under a name of its own, so that only those that differ are told. */
function templateSnapshot(tx: Tx, id: TemplateId): Snapshot | null {
  const fields = pick(tx.select().from(overlayTemplates).where(eq(overlayTemplates.id, id)).get(), [
    ...(["name", "description", "isDefault", "revision", "plates"] as const),
  ]);
  if (!fields) return null;
  const elements = tx.select().from(overlayElements).where(eq(overlayElements.templateId, id)).all();
  return { ...fields, ...Object.fromEntries(elements.map((element) => [`element ${element.id}`, element])) };
}

const elementSnapshot = (tx: Tx, id: ElementId): Snapshot | null =>
  tx.select().from(overlayElements).where(eq(overlayElements.id, id)).get() ?? null;

function pictureSnapshot(tx: Tx, id: string): Snapshot | null {
  const row = tx
    .select()
    .from(mediaAssets)
    .where(eq(mediaAssets.id, id as MediaAssetId))
    .get();
  return pick(row, ["fileName", "filePath", "fileType", "widthPx", "heightPx", "bytes"]);
}

/** How many of its entries stand in the library tells what was imported. */
function playlistSnapshot(tx: Tx, id: PlaylistId): Snapshot | null {
  const row = tx.select().from(playlists).where(eq(playlists.id, id)).get();
  const fields = pick(row, ["name", "description", "trackCount", "source", "spotifyId"]);
  if (!fields) return null;
  const inLibrary = and(eq(playlistEntries.playlistId, id), isNotNull(playlistEntries.trackId));
  return { ...fields, inLibrary: tx.select({ total: count() }).from(playlistEntries).where(inLibrary).get()?.total ?? 0 };
}

const SETTINGS = [
  ...(["activeBackgroundId", "activeOverlayTemplateId", "streamTitle", "streamDescription"] as const),
  ...(["transition", "autoSwitch", "renderEncoder", "syncFrequency", "syncQualityKbps"] as const),
  ...(["spotifyGrantId", "spotifyAccountName"] as const),
] as const;

/** What somebody listens to or looks at is no setting. Before the first is stored, all are what they are without a row. */
function settingsSnapshot(tx: Tx, id: number): Snapshot {
  const stored = pick(tx.select().from(streamSettings).where(eq(streamSettings.id, id)).get(), SETTINGS);
  return stored ?? Object.fromEntries(SETTINGS.map((name) => [name, streamSettings[name].default ?? null]));
}

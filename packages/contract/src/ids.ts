import { z } from "zod";

/** Ids are opaque text (UUIDs in practice); the brand keeps a track's id out of a stream's place. */
export const userId = z.string().min(1).max(64).brand<"UserId">();
export type UserId = z.infer<typeof userId>;
export const trackId = z.string().min(1).max(64).brand<"TrackId">();
export type TrackId = z.infer<typeof trackId>;
export const streamId = z.string().min(1).max(64).brand<"StreamId">();
export type StreamId = z.infer<typeof streamId>;
/** One entry of a rundown: the same track may stand in it twice. */
export const itemId = z.string().min(1).max(64).brand<"ItemId">();
export type ItemId = z.infer<typeof itemId>;
/** One on-air run of a stream, from Start to Stop. */
export const sessionId = z.string().min(1).max(64).brand<"SessionId">();
export type SessionId = z.infer<typeof sessionId>;
export const destinationId = z.string().min(1).max(64).brand<"DestinationId">();
export type DestinationId = z.infer<typeof destinationId>;
export const backgroundId = z.string().min(1).max(64).brand<"BackgroundId">();
export type BackgroundId = z.infer<typeof backgroundId>;
export const templateId = z.string().min(1).max(64).brand<"TemplateId">();
export type TemplateId = z.infer<typeof templateId>;
export const elementId = z.string().min(1).max(64).brand<"ElementId">();
export type ElementId = z.infer<typeof elementId>;
export const mediaAssetId = z.string().min(1).max(64).brand<"MediaAssetId">();
export type MediaAssetId = z.infer<typeof mediaAssetId>;
/** Leave that an account of a foreign service has given us. */
export const grantId = z.string().min(1).max(64).brand<"GrantId">();
export type GrantId = z.infer<typeof grantId>;
export const playlistId = z.string().min(1).max(64).brand<"PlaylistId">();
export type PlaylistId = z.infer<typeof playlistId>;
/** One line of a playlist: the same recording may stand in it twice. */
export const entryId = z.string().min(1).max(64).brand<"EntryId">();
export type EntryId = z.infer<typeof entryId>;

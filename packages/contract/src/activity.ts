import { z } from "zod";

/** What is told of playlists, on their own page as well. */
export const PLAYLIST_ACTIVITIES = [
  ...(["playlists.create", "playlists.importTracks", "playlists.delete"] as const),
  ...(["spotify.sync", "spotify.importTrack"] as const),
] as const;

/** What is told of, by the names of its calls: what was made, changed and taken away, and what went on air. */
export const ACTIVITIES = [
  ...(["tracks.create", "tracks.update", "tracks.delete"] as const),
  ...(["streams.create", "streams.duplicate", "streams.update", "streams.delete", "streams.start", "streams.stop"] as const),
  ...(["streams.addTrack", "streams.addTracks", "streams.stepTracklist", "streams.setGapless"] as const),
  ...(["streams.skip", "streams.jump"] as const),
  ...(["streams.setDestination", "streams.replaceDestination", "streams.removeDestination"] as const),
  ...(["streams.addDestination", "streams.deleteDestination"] as const),
  ...(["youtube.setupStream", "youtube.createStream", "youtube.updateStream"] as const),
  ...(["youtube.reconnect", "youtube.renew", "youtube.newKey"] as const),
  ...(["backgrounds.create", "backgrounds.update", "backgrounds.delete", "backgrounds.activate"] as const),
  ...(["overlays.createTemplate", "overlays.updateTemplate", "overlays.change", "overlays.deleteTemplate"] as const),
  ...PLAYLIST_ACTIVITIES,
  "settings.patch",
] as const;

/** What somebody did within an hour, to one thing or to several. */
export const activity = z.object({
  /** Of the newest entry of the audit log that it tells of. */
  id: z.number().int(),
  at: z.string(),
  /** The address of the account; null: it is gone, or it was the studio. */
  by: z.string().nullable(),
  /** Nobody asked for it. */
  isByStudio: z.boolean(),
  action: z.enum(ACTIVITIES),
  /** What the thing is called, or was when it was deleted; of several the newest. null: it has no name. */
  name: z.string().nullable(),
  /** How many things. */
  total: z.number().int(),
});
export type Activity = z.infer<typeof activity>;

/** Of all, or of playlists alone. */
export const activityQuery = z.object({ of: z.literal("playlists").optional() }).optional();

/** Newest first. */
export const recentActivity = z.array(activity);

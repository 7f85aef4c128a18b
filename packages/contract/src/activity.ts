import { z } from "zod";

/** What is told of, by the names of its calls: what was made, changed and taken away, and what went on air. */
export const ACTIVITIES = [
  ...(["tracks.create", "tracks.update", "tracks.delete"] as const),
  ...(["streams.create", "streams.duplicate", "streams.update", "streams.delete", "streams.start", "streams.stop"] as const),
  ...(["streams.addTrack", "streams.addTracks"] as const),
  ...(["streams.setDestination", "streams.replaceDestination", "streams.removeDestination"] as const),
  ...(["streams.addDestination", "streams.deleteDestination"] as const),
  ...(["youtube.setupStream", "youtube.createStream", "youtube.updateStream"] as const),
  ...(["backgrounds.create", "backgrounds.update", "backgrounds.delete", "backgrounds.activate"] as const),
  ...(["overlays.createTemplate", "overlays.updateTemplate", "overlays.change", "overlays.deleteTemplate"] as const),
  ...(["playlists.create", "playlists.importTracks", "playlists.delete"] as const),
  "settings.patch",
] as const;

/** What somebody did within an hour, to one thing or to several. */
export const activity = z.object({
  /** Of the newest entry of the audit log that it tells of. */
  id: z.number().int(),
  at: z.string(),
  /** The address of the account; null: it is gone. */
  by: z.string().nullable(),
  action: z.enum(ACTIVITIES),
  /** What the thing is called, or was when it was deleted; of several the newest. null: it has no name. */
  name: z.string().nullable(),
  /** How many things. */
  total: z.number().int(),
});
export type Activity = z.infer<typeof activity>;

/** Newest first. */
export const recentActivity = z.array(activity);

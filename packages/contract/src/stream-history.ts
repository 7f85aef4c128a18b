import { z } from "zod";

/** Titles that are named of many. */
export const NAMED_TITLES = 3;

/** What a step did to the tracklist, as it is told: the first titles of so many. */
export const toldStep = z.object({
  is: z.enum(["insert", "move", "remove", "write"]),
  titles: z.array(z.string()),
  total: z.number().int(),
});
export type ToldStep = z.infer<typeof toldStep>;

/** All that is done to a stream, by the names of its calls, and what comes of other calls or by itself. */
export const STREAM_ACTIONS = [
  ...(["streams.create", "streams.duplicate", "streams.update", "streams.delete"] as const),
  ...(["streams.addTrack", "streams.addTracks", "streams.stepTracklist", "streams.setGapless"] as const),
  ...(["streams.setDestination", "streams.removeDestination", "streams.addDestination", "streams.deleteDestination"] as const),
  ...(["streams.replaceDestination", "streams.testDestination"] as const),
  ...(["streams.start", "streams.stop", "streams.updateContent", "streams.skip", "streams.jump", "streams.liftQuarantine"] as const),
  ...(["testStream.start", "testStream.stop"] as const),
  ...(["youtube.connect", "youtube.callback", "youtube.setupStream", "youtube.createStream", "youtube.updateStream"] as const),
  /** A track that stood in it was deleted. */
  "streams.loseTrack",
  /** The background that it had chosen was deleted. */
  "streams.loseBackground",
  ...(["youtube.reconnect", "youtube.renew", "youtube.newKey"] as const),
] as const;
export type StreamAction = (typeof STREAM_ACTIONS)[number];

/** What of a stream can differ, by the names of the audit log. */
export const STREAM_FIELDS = [
  ...(["title", "description", "channelName", "artworkUrl", "activeBackgroundId", "activeOverlayTemplateId"] as const),
  ...(["order", "crossfadeMs", "profile", "quality", "targetLufs", "transition", "autoSwitch", "statsIntervalMs", "timeZone"] as const),
  ...(["ytRollOverHours", "ytSendsBackup", "ytGrantId", "ytConnected", "ytChannelName", "viewerCount"] as const),
  ...(["tracks", "sessionId", "destinations", "gapless", "broadcast"] as const),
] as const;
export type StreamField = (typeof STREAM_FIELDS)[number];

/** One change that somebody made to a stream. */
export const streamChange = z.object({
  id: z.number().int(),
  at: z.string(),
  /** The address of the account; null: it is gone, or it was the studio. */
  by: z.string().nullable(),
  /** Nobody asked for it. */
  isByStudio: z.boolean(),
  /** One of `STREAM_ACTIONS`, or what an earlier version called so. */
  action: z.string(),
  /** What differs, as it was and as it is. */
  fields: z.array(z.object({ name: z.string(), before: z.unknown(), after: z.unknown() })),
  /** Of the tracklist after this change; null: it did not change that. */
  revision: z.number().int().nullable(),
  step: toldStep.nullable(),
});
export type StreamChange = z.infer<typeof streamChange>;

export const streamHistoryQuery = z.object({ before: z.number().int().optional(), limit: z.number().int().min(1).max(100).default(20) });
/** Newest first. */
export const streamHistory = z.object({ items: z.array(streamChange), nextBefore: z.number().int().nullable() });

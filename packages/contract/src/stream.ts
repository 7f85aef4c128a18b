import { z } from "zod";
import { backgroundId, destinationId, itemId, streamId, templateId, trackId } from "./ids.ts";
import { autoSwitch, backgroundTransition } from "./background.ts";
import { PRIVACIES, STREAM_ORDERS } from "./choices.ts";
import { destinationKind } from "./on-air.ts";
import { PROFILE_IDS, QUALITIES } from "./profile.ts";
import { isTimeZone } from "./time-zone.ts";

/** Track (in a stream). */
export const streamTrack = z.object({
  /** The rundown item's id: a tracklist may hold a track twice. */
  itemId,
  id: trackId,
  title: z.string(),
  artist: z.string(),
  duration: z.string(),
  artworkUrl: z.string().nullable(),
  libraryTrackId: trackId,
  existsInLibrary: z.boolean(),
  hasAudioFile: z.boolean(),
  recordLabel: z.string().nullable(),
  copyrightTagline: z.string().nullable(),
  /** Goes on without a gap from the entry before it. */
  isGapless: z.boolean(),
  /** What somebody marked by hand, that an entry which is put back keeps it; null: as the release says. */
  gaplessMark: z.boolean().nullable(),
  /** How long it plays, by its file where there is one. */
  durationMs: z.number().int(),
  /** A sentence where it cannot be as loud as the others; null: it can. */
  levelNote: z.string().nullable(),
});
export type StreamTrack = z.infer<typeof streamTrack>;

export const streamOrder = z.enum(STREAM_ORDERS);

export const stream = z.object({
  id: streamId,
  title: z.string(),
  description: z.string().nullable(),
  artworkUrl: z.string().nullable(),
  channelName: z.string().nullable(),
  /** Wanted: true from Start to Stop. What is true is in `/on-air`. */
  isLive: z.boolean(),
  /** 0 off air and without YouTube; null while a broadcast is live and YouTube has not told it. */
  viewerCount: z.number().int().nullable(),
  streamDuration: z.string(),
  youtubeConnected: z.boolean(),
  youtubeChannelName: z.string().nullable(),
  /** A YouTube channel or a destination given by hand. */
  connected: z.boolean(),
  /** The destination given by hand; its key is only ever told as set. */
  destination: z.object({ rtmpUrl: z.string(), streamKey: z.literal("set") }).nullable(),
  currentTrackId: trackId.nullable(),
  activeBackgroundId: backgroundId.nullable(),
  activeOverlayTemplateId: templateId.nullable(),
  tracklistIds: z.array(trackId),
  /** Counts the changes of the tracklist. */
  revision: z.number().int(),
  order: streamOrder,
  crossfadeMs: z.number().int(),
  profile: z.enum(PROFILE_IDS),
  quality: z.enum(QUALITIES),
  targetLufs: z.number(),
  /** null: the studio's default. */
  transition: backgroundTransition.nullable(),
  autoSwitch: autoSwitch.nullable(),
  /** How often values such as the viewer count are taken on air while a track plays. */
  statsIntervalMs: z.number().int(),
  /** Of the days and times of its log and its rundown; null: each operator's own, and UTC in files. */
  timeZone: z.string().nullable(),
  /** After so long at YouTube the next broadcast takes over, so that each is short enough to be kept there; null: one lasts from Start to Stop. */
  ytRollOverHours: z.number().int().nullable(),
  /** The same is sent to YouTube's backup address too. */
  ytSendsBackup: z.boolean(),
  createdAt: z.string(),
});
export type Stream = z.infer<typeof stream>;
export const streamWithTracks = stream.extend({ tracks: z.array(streamTrack) });
export type StreamWithTracks = z.infer<typeof streamWithTracks>;

/** What is read of a live stream again and again: all but its tracklist, whose changes the revision counts. */
export const streamHead = stream.omit({ tracklistIds: true });
export type StreamHead = z.infer<typeof streamHead>;

/** A stream among others. */
export const streamSummary = streamHead.extend({ trackCount: z.number().int() });
export type StreamSummary = z.infer<typeof streamSummary>;

const title = z.string({ error: "Title is required" }).trim().min(1, "Title is required").max(200, "Title is too long");
const description = z
  .string()
  .max(5000, "Description is too long")
  .nullish()
  .transform((value) => value ?? null);

/** Six weeks without a repeat. A change writes, plans and answers the whole list, and meanwhile nobody else is answered. */
export const TRACKLIST_MAX_ENTRIES = 20_000;
export const TRACKLIST_TEXT = "A tracklist holds at most 20,000 entries";

const LUFS_TEXT = "The loudness must be from -40 to -5 LUFS";
const targetLufs = z.number({ error: LUFS_TEXT }).min(-40, LUFS_TEXT).max(-5, LUFS_TEXT);

const CROSSFADE_TEXT = "The crossfade must be from 0 to 12 seconds, in whole milliseconds";
const ORDER_TEXT = `The order must be one of ${STREAM_ORDERS.join(", ")}`;

const TIME_ZONE_TEXT = "There is no such time zone: it is a name like Europe/Berlin or America/New_York";

/** YouTube keeps no recording of what is longer than 12 hours. */
const ROLL_OVER_TEXT = "A broadcast is followed by the next after 1 to 11 whole hours";

/** Whoever makes a stream may name it: asked again, because the answer was lost, the same one is answered. */
const newStreamId = z.uuid("The id of a stream must be a UUID").pipe(streamId);
export const createStreamInput = z.object({ id: newStreamId.optional(), title, description });
export const duplicateStreamInput = z.object({
  /** Of the duplicate. */
  newId: newStreamId.optional(),
  title,
  /** A key is for one sender: while the first is on air there, most services end what the second begins, or the first. */
  withDestinations: z.boolean().default(false),
});
/** What is set of a stream, each by itself. */
const settings = z.object({
  title: title.optional(),
  description: z.string().max(5000, "Description is too long").nullable().optional(),
  channelName: z.string().trim().max(200, "The channel name is too long: at most 200 characters").nullable().optional(),
  artworkUrl: z.string().max(2000, "The address of the artwork is too long: at most 2000 characters").nullable().optional(),
  activeBackgroundId: backgroundId.nullable().optional(),
  activeOverlayTemplateId: templateId.nullable().optional(),
  order: z.enum(STREAM_ORDERS, ORDER_TEXT).optional(),
  crossfadeMs: z.number({ error: CROSSFADE_TEXT }).int(CROSSFADE_TEXT).min(0, CROSSFADE_TEXT).max(12_000, CROSSFADE_TEXT).optional(),
  profile: z.enum(PROFILE_IDS).optional(),
  quality: z.enum(QUALITIES).optional(),
  targetLufs: targetLufs.optional(),
  transition: backgroundTransition.nullable().optional(),
  autoSwitch: autoSwitch.nullable().optional(),
  statsIntervalMs: z.number().int().min(10_000, "At least 10 seconds").max(3_600_000, "At most an hour").optional(),
  timeZone: z.string({ error: TIME_ZONE_TEXT }).refine(isTimeZone, TIME_ZONE_TEXT).nullable().optional(),
  ytRollOverHours: z
    .number({ error: ROLL_OVER_TEXT })
    .int(ROLL_OVER_TEXT)
    .min(1, ROLL_OVER_TEXT)
    .max(11, ROLL_OVER_TEXT)
    .nullable()
    .optional(),
  ytSendsBackup: z.boolean().optional(),
});
export const streamPatch = settings.extend({
  /** The whole list, in order. */
  tracklistIds: z.array(trackId).max(TRACKLIST_MAX_ENTRIES, TRACKLIST_TEXT).optional(),
  /** The revision the list was read at; without it the last writer wins. */
  revision: z.number().int().optional(),
  /** As what settings were read that are to be changed: where somebody else was faster nothing is; without it the last writer wins. */
  was: z.partialRecord(settings.keyof(), z.unknown()).optional(),
  youtubeConnected: z.literal(false).optional(),
});
export type StreamPatch = z.infer<typeof streamPatch>;

/** Whoever adds an entry names it: what stands there already is not added again, and what is undone comes back as the very same. */
export const newItemId = z.uuid("The id of an entry must be a UUID").pipe(itemId);
export const addTrackInput = z.object({ trackId, itemId: newItemId.optional() });
export const addTracksInput = z
  .object({
    streamId,
    trackIds: z.array(trackId).min(1, "Choose at least one track").max(TRACKLIST_MAX_ENTRIES, TRACKLIST_TEXT),
    /** Of the entries that those become; without it each call adds them anew. */
    itemIds: z.array(newItemId).optional(),
  })
  .refine(({ trackIds, itemIds }) => itemIds === undefined || itemIds.length === trackIds.length, {
    error: "Each track needs the id of one entry",
    path: ["itemIds"],
  });
export const privacy = z.enum(PRIVACIES);
export type Privacy = z.infer<typeof privacy>;
const startTexts = z.object({ title: title.optional(), description: z.string().max(5000).nullish() });
export const startStreamInput = startTexts.extend({
  privacy: privacy.default("unlisted"),
  /** As what the texts were read that are to be changed: where somebody else was faster nothing begins; without it the last writer wins. */
  was: z.partialRecord(startTexts.keyof(), z.unknown()).optional(),
});
/** After a Start. */
export const startedStream = stream.extend({
  /** false: it was live before, and nothing of this call was taken. */
  hasStarted: z.boolean(),
});

const PORT_TEXT = "The port in the address must be a number from 1 to 65535";
const KEY_MAX_CHARS = 1000;

/** The port as it is written; null: none is. */
function portOf(url: string): number | null {
  const digits = /^rtmps?:\/\/(?:[^/:[]+|\[[^\]]*\]):(\d+)/i.exec(url)?.[1];
  return digits === undefined ? null : Number(digits);
}
const isPort = (port: number | null) => port === null || (port >= 1 && port <= 65_535);

const rtmpUrl = z
  .string({ error: "The address must begin with rtmp:// or rtmps://" })
  .trim()
  .max(2000, "The address is too long: at most 2000 characters")
  // No credentials, query or fragment: a secret belongs into the stream key.
  .regex(/^rtmps?:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:]+\])(?::\d+)?(?:\/[^\s?#@]*)?$/i, {
    error: "The address must begin with rtmp:// or rtmps://",
    abort: true,
  })
  .refine((url) => isPort(portOf(url)), { error: PORT_TEXT, abort: true })
  // What no URL can be is refused here: behind this everything may rely on it.
  .refine((url) => z.url().safeParse(url).success, "The address names no host that could exist: check what stands behind rtmp://");

/** Whether what is stored would be taken today: rows may be older than the rules. */
export const isRtmpUrl = (url: string): boolean => rtmpUrl.safeParse(url).success;

export const destinationInput = z.object({
  rtmpUrl,
  streamKey: z
    .string({ error: "The stream key is required" })
    .trim()
    .min(1, "The stream key is required")
    .max(KEY_MAX_CHARS, `The stream key is too long: at most ${KEY_MAX_CHARS} characters`)
    .regex(/^[\x21-\x7e]+$/, "The stream key must be one word of plain letters, digits and signs"),
});
export type DestinationInput = z.infer<typeof destinationInput>;
export const destinationOutput = z.object({ rtmpUrl: z.string(), streamKey: z.literal("set") });

/** As many as one stream may have. */
export const DESTINATIONS_MAX = 16;
/** One of all a stream is sent to; its key is only ever told as 'set'. */
export const streamDestination = destinationOutput.extend({
  id: destinationId,
  kind: destinationKind,
  /** Added beside the one given by hand. */
  isExtra: z.boolean(),
});
export type StreamDestination = z.infer<typeof streamDestination>;

import { z } from "zod";
import { CHANGED_ENTITIES } from "./changes.ts";
import { ON_AIR_STATES } from "./choices.ts";
import { destinationId, itemId, sessionId, trackId } from "./ids.ts";

export const onAirState = z.enum(ON_AIR_STATES);
export type OnAirState = z.infer<typeof onAirState>;

export const DESTINATION_STATES = ["connecting", "sending", "stalled", "refused", "waiting", "stopped"] as const;
export const destinationState = z.enum(DESTINATION_STATES);
export type DestinationState = z.infer<typeof destinationState>;
/** A channel of YouTube's at its main address, and at its backup; given by hand; in our own process. */
export const DESTINATION_KINDS = ["youtube", "youtube-backup", "rtmp", "local"] as const;
export const destinationKind = z.enum(DESTINATION_KINDS);
export type DestinationKind = z.infer<typeof destinationKind>;

export const onAirTrack = z.object({
  id: trackId,
  itemId,
  title: z.string(),
  artist: z.string(),
  /** ISO 8601; for the next track the expected time. */
  startedAt: z.string(),
  durationMs: z.number().int(),
  /** Why shuffling chose it; null where the order itself says so. */
  because: z.string().nullable().default(null),
});
export type OnAirTrack = z.infer<typeof onAirTrack>;

/** What YouTube says of a broadcast, beside what we send; null: it has not said. */
export const onAirYoutube = z.object({
  watchUrl: z.string().nullable(),
  /** YouTube's own words: live/docs/liveBroadcasts#status.lifeCycleStatus, live/docs/liveStreams#status. */
  lifeCycleStatus: z.string().nullable(),
  streamStatus: z.string().nullable(),
  health: z.string().nullable(),
  issues: z.array(z.string()),
  viewers: z.number().int().nullable(),
  /** ISO 8601, when it said so. */
  checkedAt: z.string().nullable(),
  /** Asks to connect again, speaks of the quota, or says what else keeps the broadcast from its viewers. */
  notice: z.string().nullable(),
  /** Why the stream's artwork is not the broadcast's picture; null: it is, or there is none. */
  artworkNotice: z.string().nullable(),
});
export type OnAirYoutube = z.infer<typeof onAirYoutube>;

export const onAirDestination = z.object({
  id: destinationId,
  kind: destinationKind,
  host: z.string(),
  state: destinationState,
  bytesSent: z.number().int(),
  bitrateKbps: z.number(),
  reconnects: z.number().int(),
  lastError: z.string().nullable(),
  /** How old the newest proof is that the far end takes our bytes; null before the first. */
  evidenceAgeMs: z.number().int().nullable(),
  /** Of a destination of kind youtube. */
  youtube: onAirYoutube.optional(),
});
export type OnAirDestination = z.infer<typeof onAirDestination>;

/** What a far end took, in equal steps of the last hour, oldest first; null: nobody looked then. */
export const takenHour = z.object({ stepMs: z.number().int(), kbps: z.array(z.number().int().nullable()) });
export type TakenHour = z.infer<typeof takenHour>;
export const takenOf = takenHour.extend({ destinationId });
export type TakenOf = z.infer<typeof takenOf>;

/** Whether a destination can be connected to and accepts the stream. */
export const destinationTrial = z.object({
  isAccepted: z.boolean(),
  /** For the operator; the far end's own words, where it said any. */
  sentence: z.string(),
});
export type DestinationTrial = z.infer<typeof destinationTrial>;

/** What is wrong with what is sent, or with what is to be sent. */
export const CONDITION_CODES = [
  "silence",
  "black-picture",
  "frozen-picture",
  "picture-fallback",
  "render-behind",
  "render-capacity",
  "disk-full",
  "cache-full",
  "track-skipped",
  "destination-refused",
  "destination-down",
  "destination-slow",
] as const;
export const condition = z.object({
  code: z.enum(CONDITION_CODES),
  /** A sentence for the operator. */
  text: z.string(),
  /** ISO 8601. */
  since: z.string(),
});
export type Condition = z.infer<typeof condition>;

/** What the studio itself finds, before the engine is told anything. */
export const PLAN_CONDITION_CODES = ["not-planned", "destination-left-out"] as const;
export const onAirCondition = condition.extend({
  code: z.enum([...CONDITION_CODES, ...PLAN_CONDITION_CODES]),
  /** The reason of the state says the same. */
  isReason: z.literal(true).optional(),
});
export type OnAirCondition = z.infer<typeof onAirCondition>;

/** A track whose file cannot be put on air: it is left out until somebody lifts it. */
export const quarantined = z.object({ trackId, title: z.string(), artist: z.string(), reason: z.string(), since: z.string() });
export type Quarantined = z.infer<typeof quarantined>;

/** A render this stream waits for, soonest on air first. */
export const onAirRender = z.object({
  label: z.string(),
  progress: z.number().min(0).max(1),
  /** ISO 8601, when it is needed; null: when the machine has nothing else to do. */
  dueAt: z.string().nullable(),
});
export type OnAirRender = z.infer<typeof onAirRender>;

/** The rungs below the wanted picture. */
export const PICTURE_LEVELS = ["wanted", "still-scene", "background", "slate"] as const;

/** What is shown of the scene, and why not all of it. */
export const onAirPicture = z.object({ level: z.enum(PICTURE_LEVELS), reason: z.string().nullable() });
export type OnAirPicture = z.infer<typeof onAirPicture>;

export const onAir = z.object({
  state: onAirState,
  reason: z.string().nullable(),
  sessionId: sessionId.nullable(),
  startedAt: z.string().nullable(),
  /** Position within the track. */
  positionMs: z.number().int(),
  track: onAirTrack.nullable(),
  nextTrack: onAirTrack.nullable(),
  render: z.object({ ready: z.boolean(), progress: z.number().min(0).max(1) }),
  destinations: z.array(onAirDestination),
  picture: onAirPicture,
  conditions: z.array(onAirCondition),
  quarantine: z.array(quarantined),
  /** What sounded before, newest first, at most 20. */
  history: z.array(onAirTrack),
  renders: z.array(onAirRender),
});
export type OnAir = z.infer<typeof onAir>;

/** What is stored and can change: the names that events, and answers to the studio's own calls, say it by. */
export const changedEntity = z.enum(CHANGED_ENTITIES);

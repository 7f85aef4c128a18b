import { z } from "zod";
import { destinationId, itemId, sessionId, streamId, trackId } from "./ids.ts";

/** What is true of a stream now, as observed; what is wanted is `isLive` on the stream. */
export const ON_AIR_STATES = ["off", "preparing", "on-air", "reconnecting", "slate", "stopping", "failed"] as const;
export const onAirState = z.enum(ON_AIR_STATES);
export type OnAirState = z.infer<typeof onAirState>;

export const DESTINATION_STATES = ["connecting", "sending", "stalled", "refused", "waiting", "stopped"] as const;
export const destinationState = z.enum(DESTINATION_STATES);
export type DestinationState = z.infer<typeof destinationState>;
export const DESTINATION_KINDS = ["youtube", "rtmp", "local"] as const;
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
});
export type OnAirTrack = z.infer<typeof onAirTrack>;

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
});
export type OnAirDestination = z.infer<typeof onAirDestination>;

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
});
export type OnAir = z.infer<typeof onAir>;

export const OFF_AIR: OnAir = {
  state: "off",
  reason: null,
  sessionId: null,
  startedAt: null,
  positionMs: 0,
  track: null,
  nextTrack: null,
  render: { ready: false, progress: 0 },
  destinations: [],
};

/** What `GET /api/events` sends, one JSON object an event. */
export const liveEvent = z.discriminatedUnion("type", [
  /** The actual state of one stream, whole, whenever anything but the running position changed. */
  z.object({ type: z.literal("on-air"), streamId, onAir }),
  /** Something stored changed; `entity` names the list to read again. */
  z.object({ type: z.literal("changed"), entity: z.enum(["tracks", "streams", "users", "backgrounds", "overlays"]), id: z.string() }),
]);
export type LiveEvent = z.infer<typeof liveEvent>;

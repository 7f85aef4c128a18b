import { z } from "zod";
import { backgroundId, elementId, streamId, templateId } from "./ids.ts";
import { onAirState, onAirTrack } from "./on-air.ts";
import { elementType } from "./scene.ts";

/** Wanted, with the address for a player outside; what is true of it stands in `state`. */
export const testStreamStatus = z.object({
  isActive: z.boolean(),
  /** Whoever knows it can watch: it is another after each start. */
  rtmpUrl: z.string().nullable(),
  state: onAirState,
  reason: z.string().nullable(),
  /** ISO 8601. */
  startedAt: z.string().nullable(),
  /** How many watch now, in browsers and players. */
  viewers: z.number().int(),
});
export type TestStreamStatus = z.infer<typeof testStreamStatus>;

export const testStreamInfo = z.object({
  status: z.enum(["STOPPED", "STREAMING"]),
  stream: z.object({ id: streamId, title: z.string() }),
  /** What the test stream sounds now. */
  currentTrack: onAirTrack.nullable(),
  /** null: the plain default. */
  background: z.object({ id: backgroundId, title: z.string(), thumbnailUrl: z.string().nullable() }).nullable(),
  /** null: none was chosen. */
  overlayTemplate: z.object({ id: templateId, name: z.string() }).nullable(),
  overlayElements: z.array(z.object({ id: elementId, name: z.string(), type: elementType, isVisible: z.boolean() })),
  /** Where a browser that is signed in plays it, as FLV over HTTP. */
  testStreamUrl: z.string().nullable(),
});
export type TestStreamInfo = z.infer<typeof testStreamInfo>;

export const testStreamStarted = testStreamStatus.extend({ rtmpUrl: z.string() });

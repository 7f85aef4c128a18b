import { addTrackInput, addTracksInput, stream, streamId } from "@nightjar/contract";
import type { StreamId, TrackId } from "@nightjar/contract";
import type { Services } from "../context.ts";
import { defineVerb } from "../verb.ts";
import { appendItems } from "./items.ts";
import { pushPlan } from "../plan/push-plan.ts";
import { readStream } from "./stream-shape.ts";

export const addTrack = defineVerb({
  name: "streams.addTrack",
  access: "approved",
  kind: "change",
  input: addTrackInput.extend({ id: streamId }),
  output: stream,
  subject: (input) => input.id,
  run: ({ ctx, input }) => append(ctx.services, input.id, [input.trackId]),
});

export const addTracks = defineVerb({
  name: "streams.addTracks",
  access: "approved",
  kind: "change",
  input: addTracksInput,
  output: stream,
  subject: (input) => input.streamId,
  run: ({ ctx, input }) => append(ctx.services, input.streamId, input.trackIds),
});

function append(services: Services, id: StreamId, trackIds: readonly TrackId[]) {
  const { clock, db, live } = services;
  db.transaction((tx) => appendItems(tx, id, trackIds));
  live.changed("streams", id);
  pushPlan(services, id);
  return readStream(db, id, clock.nowMs());
}

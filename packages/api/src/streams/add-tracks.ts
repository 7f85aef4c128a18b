import { addTrackInput, addTracksInput, stream, streamId } from "@nightjar/contract";
import type { StreamId } from "@nightjar/contract";
import type { Tx } from "@nightjar/db";
import type { Services } from "../context.ts";
import { changed } from "../changes.ts";
import { defineChange } from "../verb.ts";
import { appendItems, type Appended } from "./items.ts";
import { readStream } from "./stream-shape.ts";

export const addTrack = defineChange({
  name: "streams.addTrack",
  access: "approved",
  input: addTrackInput.extend({ id: streamId }),
  output: stream,
  entity: "streams",
  subject: (input) => input.id,
  commit: (tx, { ctx, input }) => append(tx, ctx.services, input.id, [input]),
});

export const addTracks = defineChange({
  name: "streams.addTracks",
  access: "approved",
  input: addTracksInput,
  output: stream,
  entity: "streams",
  subject: (input) => input.streamId,
  commit: (tx, { ctx, input: { streamId: id, trackIds, itemIds } }) =>
    append(
      tx,
      ctx.services,
      id,
      trackIds.map((trackId, index) => ({ trackId, itemId: itemIds?.[index] })),
    ),
});

function append(tx: Tx, { clock }: Services, id: StreamId, entries: readonly Appended[]) {
  appendItems(tx, id, entries);
  changed(tx, "streams", id);
  return readStream(tx, id, clock.nowMs());
}

import { AppError, destinationId, destinationInput, destinationOutput, streamId } from "@nightjar/contract";
import type { DestinationId, StreamId } from "@nightjar/contract";
import { destinations } from "@nightjar/db";
import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { changed } from "../changes.ts";
import { defineChange } from "../verb.ts";
import { assertRoom } from "../plan/assert-room.ts";
import { assertStream } from "../plan/assert-stream.ts";
import { assertElsewhere, isUnchanged, rowsOf } from "./destinations.ts";

export const setDestination = defineChange({
  name: "streams.setDestination",
  access: "approved",
  input: destinationInput.extend({
    id: streamId,
    /** The one that is to be replaced, or was by the same sign-in, null: none. Where somebody else was faster nothing is; without it the last writer wins. */
    was: destinationId.nullable().optional(),
  }),
  output: destinationOutput,
  entity: "streams",
  subject: (input) => input.id,
  commit(tx, { ctx, input }) {
    const { ownReplacements, secrets } = ctx.services;
    const { id, rtmpUrl, streamKey, was } = input;
    const by = { sessionKey: ctx.principal.sessionKey, streamId: id };
    assertStream(tx, id);
    const rows = rowsOf(tx, id);
    const held = rows.find(({ kind, isExtra }) => kind === "rtmp" && !isExtra);
    // Saved again unchanged: a live stream need not connect anew.
    if (!held || !isUnchanged(secrets, held, input)) {
      const heldId = held?.id ?? null;
      if (was !== undefined && ![was, ownReplacements.newestOf(by, was)].includes(heldId)) throw changedMeanwhile(heldId);
      assertElsewhere(
        secrets,
        rows.filter((row) => row !== held),
        input,
      );
      // A new row, not an update: the engine tells destinations apart by id, and this is another one.
      tx.delete(destinations).where(givenByHand(id)).run();
      assertRoom(tx, id);
      const values = { rtmpUrl, streamKeySealed: secrets.seal(streamKey), streamId: id, kind: "rtmp" } as const;
      const made = tx.insert(destinations).values(values).returning({ id: destinations.id }).get();
      if (was !== undefined) ownReplacements.note(by, was, made.id);
      changed(tx, "streams", id);
    }
    return { rtmpUrl, streamKey: "set" as const };
  },
});

export const removeDestination = defineChange({
  name: "streams.removeDestination",
  access: "approved",
  input: z.object({ id: streamId }),
  output: z.null(),
  entity: "streams",
  subject: (input) => input.id,
  commit(tx, { input }) {
    assertStream(tx, input.id);
    tx.delete(destinations).where(givenByHand(input.id)).run();
    changed(tx, "streams", input.id);
    return null;
  },
});

/** @param destinationId what stands there by now: the mark of this refusal */
const changedMeanwhile = (destinationId: DestinationId | null) =>
  new AppError("conflict", "The destination was changed by somebody else in the meantime", { details: { destinationId } });

/** The one destination that the specification's calls speak of. */
const givenByHand = (id: StreamId) => and(eq(destinations.streamId, id), eq(destinations.kind, "rtmp"), eq(destinations.isExtra, false));

import { destinationInput, destinationOutput, streamId } from "@nightjar/contract";
import type { DestinationInput, StreamId } from "@nightjar/contract";
import { destinations } from "@nightjar/db";
import type { Tx } from "@nightjar/db";
import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { SecretBox } from "../ports.ts";
import { defineVerb } from "../verb.ts";
import { assertRoom } from "./assert-room.ts";
import { assertStream } from "../plan/assert-stream.ts";
import { openOrNull } from "../plan/plan-destinations.ts";
import { pushPlan } from "../plan/push-plan.ts";

export const setDestination = defineVerb({
  name: "streams.setDestination",
  access: "approved",
  kind: "change",
  input: destinationInput.extend({ id: streamId }),
  output: destinationOutput,
  subject: (input) => input.id,
  run({ ctx, input }) {
    const { db, live, secrets } = ctx.services;
    const values = { rtmpUrl: input.rtmpUrl, streamKeySealed: secrets.seal(input.streamKey) };
    const isNew = db.transaction((tx) => {
      assertStream(tx, input.id);
      if (isSameDestination(tx, secrets, input)) return false;
      // A new row, not an update: the engine tells destinations apart by id, and this is another one.
      tx.delete(destinations).where(givenByHand(input.id)).run();
      assertRoom(tx, input.id);
      tx.insert(destinations)
        .values({ ...values, streamId: input.id, kind: "rtmp" })
        .run();
      return true;
    });
    if (isNew) {
      live.changed("streams", input.id);
      pushPlan(ctx.services, input.id);
    }
    return { rtmpUrl: input.rtmpUrl, streamKey: "set" as const };
  },
});

export const removeDestination = defineVerb({
  name: "streams.removeDestination",
  access: "approved",
  kind: "change",
  input: z.object({ id: streamId }),
  output: z.null(),
  subject: (input) => input.id,
  run({ ctx, input }) {
    const { db, live } = ctx.services;
    assertStream(db, input.id);
    db.delete(destinations).where(givenByHand(input.id)).run();
    live.changed("streams", input.id);
    pushPlan(ctx.services, input.id);
    return null;
  },
});

/** The one destination that the specification's calls speak of. */
const givenByHand = (id: StreamId) => and(eq(destinations.streamId, id), eq(destinations.kind, "rtmp"), eq(destinations.isExtra, false));

/** Saved again unchanged: a live stream need not connect anew. */
function isSameDestination(tx: Tx, secrets: SecretBox, input: DestinationInput & { readonly id: StreamId }): boolean {
  const row = tx.select().from(destinations).where(givenByHand(input.id)).get();
  // Sealed with a key that was lost it is another one: the new one replaces it.
  return row?.rtmpUrl === input.rtmpUrl && openOrNull(secrets, row) === input.streamKey;
}

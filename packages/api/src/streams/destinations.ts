import { AppError, destinationId, destinationInput, streamDestination, streamId } from "@nightjar/contract";
import type { StreamId } from "@nightjar/contract";
import { destinations } from "@nightjar/db";
import type { Db, Tx } from "@nightjar/db";
import { and, asc, eq } from "drizzle-orm";
import { z } from "zod";
import { defineVerb } from "../verb.ts";
import { assertRoom } from "./assert-room.ts";
import { assertStream } from "../plan/assert-stream.ts";
import { openOrNull } from "../plan/plan-destinations.ts";
import { pushPlan } from "../plan/push-plan.ts";

/** All a stream is sent to: the one given by hand, the connected channel's, and those added beside them. */
export const listDestinations = defineVerb({
  name: "streams.listDestinations",
  access: "approved",
  kind: "query",
  input: z.object({ id: streamId }),
  output: z.array(streamDestination),
  run({ ctx, input }) {
    const { db } = ctx.services;
    assertStream(db, input.id);
    return rowsOf(db, input.id).map(toShape);
  },
});

/** Adds one beside what there is; those that are sent to already do not notice. */
export const addDestination = defineVerb({
  name: "streams.addDestination",
  access: "approved",
  kind: "change",
  input: destinationInput.extend({ id: streamId }),
  output: streamDestination,
  subject: (input) => input.id,
  run({ ctx, input: { id, rtmpUrl, streamKey } }) {
    const { db, live, secrets } = ctx.services;
    const row = db.transaction((tx) => {
      assertStream(tx, id);
      const rows = rowsOf(tx, id);
      assertRoom(tx, id);
      const isKnown = rows.some((known) => known.rtmpUrl === rtmpUrl && openOrNull(secrets, known) === streamKey);
      if (isKnown) throw new AppError("conflict", "The stream is sent there already.");
      const values = { streamId: id, kind: "rtmp", rtmpUrl, streamKeySealed: secrets.seal(streamKey), isExtra: true } as const;
      return tx.insert(destinations).values(values).returning().get();
    });
    live.changed("streams", id);
    pushPlan(ctx.services, id);
    return toShape(row);
  },
});

/** Removes one given by hand; what the stream is sent to besides goes on. */
export const deleteDestination = defineVerb({
  name: "streams.deleteDestination",
  access: "approved",
  kind: "change",
  input: z.object({ id: streamId, destinationId }),
  output: z.null(),
  subject: (input) => input.id,
  run({ ctx, input }) {
    const { db, live } = ctx.services;
    assertStream(db, input.id);
    const which = and(eq(destinations.id, input.destinationId), eq(destinations.streamId, input.id), eq(destinations.kind, "rtmp"));
    const [removed] = db.delete(destinations).where(which).returning({ id: destinations.id }).all();
    if (!removed) throw new AppError("not-found", "Destination not found");
    live.changed("streams", input.id);
    pushPlan(ctx.services, input.id);
    return null;
  },
});

type Row = typeof destinations.$inferSelect;

function rowsOf(db: Db | Tx, id: StreamId): Row[] {
  return db.select().from(destinations).where(eq(destinations.streamId, id)).orderBy(asc(destinations.createdAt)).all();
}

function toShape({ id, kind, rtmpUrl, isExtra }: Row): z.infer<typeof streamDestination> {
  return { id, kind, rtmpUrl, streamKey: "set", isExtra };
}

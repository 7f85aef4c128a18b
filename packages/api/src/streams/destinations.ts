import { AppError, destinationId, destinationInput, streamDestination, streamId } from "@nightjar/contract";
import type { DestinationInput, StreamId } from "@nightjar/contract";
import { destinations } from "@nightjar/db";
import type { Db, Tx } from "@nightjar/db";
import { and, asc, eq } from "drizzle-orm";
import { z } from "zod";
import { changed } from "../changes.ts";
import type { SecretBox } from "../ports.ts";
import { defineChange, defineVerb } from "../verb.ts";
import { assertRoom } from "../plan/assert-room.ts";
import { assertStream } from "../plan/assert-stream.ts";
import { openOrNull } from "../plan/plan-destinations.ts";
import { isSamePlace } from "./same-place.ts";

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
export const addDestination = defineChange({
  name: "streams.addDestination",
  access: "approved",
  input: destinationInput.extend({ id: streamId }),
  output: streamDestination,
  entity: "streams",
  subject: (input) => input.id,
  commit(tx, { ctx, input: { id, rtmpUrl, streamKey } }) {
    const { secrets } = ctx.services;
    assertStream(tx, id);
    const rows = rowsOf(tx, id);
    assertRoom(tx, id);
    assertElsewhere(secrets, rows, { rtmpUrl, streamKey });
    const values = { streamId: id, kind: "rtmp", rtmpUrl, streamKeySealed: secrets.seal(streamKey), isExtra: true } as const;
    changed(tx, "streams", id);
    return toShape(tx.insert(destinations).values(values).returning().get());
  },
});

/** Removes one given by hand; what the stream is sent to besides goes on. */
export const deleteDestination = defineChange({
  name: "streams.deleteDestination",
  access: "approved",
  input: z.object({ id: streamId, destinationId }),
  output: z.null(),
  entity: "streams",
  subject: (input) => input.id,
  commit(tx, { input }) {
    assertStream(tx, input.id);
    const which = and(eq(destinations.id, input.destinationId), eq(destinations.streamId, input.id), eq(destinations.kind, "rtmp"));
    const [removed] = tx.delete(destinations).where(which).returning({ id: destinations.id }).all();
    if (!removed) throw noSuchDestination();
    changed(tx, "streams", input.id);
    return null;
  },
});

/** Another address or key in the place of one given by hand: what is sent to besides goes on. */
export const replaceDestination = defineChange({
  name: "streams.replaceDestination",
  access: "approved",
  input: destinationInput.extend({ id: streamId, destinationId }),
  output: streamDestination,
  entity: "streams",
  subject: (input) => input.id,
  commit(tx, { ctx, input: { id, destinationId: was, rtmpUrl, streamKey } }) {
    const { ownReplacements, secrets } = ctx.services;
    assertStream(tx, id);
    const rows = rowsOf(tx, id);
    const by = { sessionKey: ctx.principal.sessionKey, streamId: id };
    const givenByHand = (which: Row["id"] | null) => rows.find((row) => row.id === which && row.kind === "rtmp");
    const replaced = givenByHand(was) ?? givenByHand(ownReplacements.newestOf(by, was));
    if (!replaced) {
      // Asked again because the answer was lost: it has been replaced by this.
      const made = rows.find((row) => row.kind === "rtmp" && isUnchanged(secrets, row, { rtmpUrl, streamKey }));
      if (made) return toShape(made);
      throw noSuchDestination();
    }
    // Saved again unchanged: a live stream need not connect anew.
    if (isUnchanged(secrets, replaced, { rtmpUrl, streamKey })) return toShape(replaced);
    assertElsewhere(
      secrets,
      rows.filter((row) => row !== replaced),
      { rtmpUrl, streamKey },
    );
    // A new row in the same place: the engine tells destinations apart by id, and this is another one.
    tx.delete(destinations).where(eq(destinations.id, replaced.id)).run();
    const { kind, isExtra, createdAt } = replaced;
    const values = { streamId: id, kind, isExtra, createdAt, rtmpUrl, streamKeySealed: secrets.seal(streamKey) };
    const made = tx.insert(destinations).values(values).returning().get();
    ownReplacements.note(by, was, made.id);
    changed(tx, "streams", id);
    return toShape(made);
  },
});

export const noSuchDestination = () => new AppError("not-found", "Destination not found");

type Row = typeof destinations.$inferSelect;

/** Sealed with a key that was lost it is another one: the new one replaces it. */
export const isUnchanged = (secrets: SecretBox, row: Row, { rtmpUrl, streamKey }: DestinationInput): boolean =>
  row.rtmpUrl === rtmpUrl && openOrNull(secrets, row) === streamKey;

/** @throws AppError 409 where one of these is sent there already */
export function assertElsewhere(secrets: SecretBox, rows: readonly Row[], { rtmpUrl, streamKey }: DestinationInput): void {
  const isTaken = rows.some((row) => {
    const known = openOrNull(secrets, row);
    return known !== null && isSamePlace({ url: row.rtmpUrl, streamKey: known }, { url: rtmpUrl, streamKey });
  });
  if (isTaken) throw new AppError("conflict", "The stream is sent there already.");
}

export function rowsOf(db: Db | Tx, id: StreamId): Row[] {
  return db.select().from(destinations).where(eq(destinations.streamId, id)).orderBy(asc(destinations.createdAt)).all();
}

function toShape({ id, kind, rtmpUrl, isExtra }: Row): z.infer<typeof streamDestination> {
  return { id, kind, rtmpUrl, streamKey: "set", isExtra };
}

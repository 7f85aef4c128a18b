import { AppError, destinationId, destinationInput, destinationTrial, streamId, takenOf } from "@nightjar/contract";
import type { DestinationTarget, DestinationTrial } from "@nightjar/contract";
import { destinations } from "@nightjar/db";
import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { Services } from "../context.ts";
import { assertStream } from "../plan/assert-stream.ts";
import { LOST_KEY, openOrNull, planDestinations } from "../plan/plan-destinations.ts";
import { wantedStreams } from "../plan/wanted.ts";
import { defineAct, defineVerb } from "../verb.ts";
import { noSuchDestination } from "./destinations.ts";
import { isSamePlace } from "./same-place.ts";

const IN_USE =
  "A stream is on air there now, so there is nothing to test: a test would take its place. What it takes stands at the stream.";

/** Whether a stored destination can be reached and accepts the stream; nothing goes on air. */
export const testDestination = defineAct({
  name: "streams.testDestination",
  access: "approved",
  input: z.object({ id: streamId, destinationId }),
  output: destinationTrial,
  entity: "streams",
  subject: (input) => input.id,
  act({ ctx: { services }, input }) {
    const { db, secrets } = services;
    assertStream(db, input.id);
    const which = and(eq(destinations.id, input.destinationId), eq(destinations.streamId, input.id));
    const row = db.select().from(destinations).where(which).get();
    if (!row) throw noSuchDestination();
    const streamKey = openOrNull(secrets, row);
    if (streamKey === null) throw new AppError("conflict", `The destination cannot be tested: ${LOST_KEY}.`);
    return tried(services, { url: row.rtmpUrl, streamKey });
  },
});

/** The same of what somebody has typed and not stored yet. */
export const testAddress = defineAct({
  name: "streams.testAddress",
  access: "approved",
  input: destinationInput,
  output: destinationTrial,
  act: ({ ctx: { services }, input: { rtmpUrl, streamKey } }) => tried(services, { url: rtmpUrl, streamKey }),
});

/** What each destination of a stream took over the last hour. */
export const takenLately = defineVerb({
  name: "streams.takenLately",
  access: "approved",
  kind: "query",
  input: z.object({ id: streamId }),
  output: z.array(takenOf),
  run({ ctx: { services }, input }) {
    assertStream(services.db, input.id);
    return [...services.engine.takenLately(input.id)];
  },
});

/** @throws AppError 409 where a test would take the place of what is on air: most services let the newest sender have a key */
async function tried(services: Services, target: DestinationTarget): Promise<DestinationTrial> {
  const leadsTo = (other: DestinationTarget) => isSamePlace(other, target);
  const isInUse = wantedStreams(services.db).some((id) => planDestinations(services, id).usable.some(leadsTo));
  if (isInUse) throw new AppError("conflict", IN_USE);
  const trial = await services.engine.tryDestination(target, leadsTo);
  // Since it was looked for above: whatever goes on air takes the place of a test.
  if (trial === "on-air") throw new AppError("conflict", IN_USE);
  return trial;
}

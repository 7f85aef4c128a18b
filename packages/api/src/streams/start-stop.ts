import { AppError, CONNECT_HINT, privacy as privacyField, startStreamInput, startedStream, stream, streamId } from "@nightjar/contract";
import type { StreamId } from "@nightjar/contract";
import { destinations, streamSessions, streams } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Services } from "../context.ts";
import { changed } from "../changes.ts";
import { defineChange } from "../verb.ts";
import { assertAsRead } from "../as-read.ts";
import { assertStream } from "../plan/assert-stream.ts";
import { nextSession } from "../plan/next-session.ts";
import { observedOnAir } from "../plan/observed.ts";
import { UNPLANNABLE } from "../plan/plan-book.ts";
import { nowhereText, pushPlanned } from "../plan/push-plan.ts";
import { type Planned, buildPlan } from "../plan/build-plan.ts";
import { readStream, readStreamHead } from "./stream-shape.ts";
import { sayAtStart } from "../youtube/next-broadcast.ts";
import { endSession, openSession } from "../plan/wanted.ts";

/** Where a broadcast waits for the Start, what is not said stays as that was made. */
const startInput = startStreamInput.extend({ id: streamId, privacy: privacyField.optional() });

/** Commits the wish; the engine follows it. On a live stream nothing changes. */
export const startStream = defineChange({
  name: "streams.start",
  access: "approved",
  input: startInput,
  output: startedStream,
  entity: "streams",
  subject: (input) => input.id,
  prepare: ({ ctx }) => ctx.services.startTurns.take(),
  release: (endTurn) => endTurn(),
  commit(tx, { ctx, input }) {
    const { id, privacy, was = {}, ...texts } = input;
    const { clock, planBook } = ctx.services;
    const now = clock.nowMs();
    assertStream(tx, id);
    if (openSession(tx, id)) {
      // Whoever presses Start again where nothing began hears why.
      const isUnplanned = observedOnAir(ctx.services, id).state === "failed" && planBook.trouble(id) !== null;
      const planned = isUnplanned ? plannedOf(ctx.services, id) : null;
      if (isUnplanned) changed(tx, "streams", id);
      return { planned, stored: { ...readStream(tx, id, now), hasStarted: false } };
    }
    const destination = tx.select({ id: destinations.id }).from(destinations).where(eq(destinations.streamId, id)).get();
    if (!destination) throw new AppError("invalid-input", CONNECT_HINT);
    const before = readStreamHead(tx, id, now);
    // What is not said stays as it is, whatever it was read as.
    assertAsRead("stream", before, was, { ...before, ...texts });
    if (Object.values(texts).some((text) => text !== undefined)) tx.update(streams).set(texts).where(eq(streams.id, id)).run();
    tx.insert(streamSessions)
      .values({ id: nextSession(tx, id), streamId: id, startedAt: new Date(now), privacy: privacy ?? "unlisted" })
      .run();
    sayAtStart(tx, id, { ...texts, privacy });
    const planned = plannedOf(ctx.services, id);
    changed(tx, "streams", id);
    // What was prepared for its Start is not wanted any more.
    changed(tx, "streams", id, "off-air");
    return { planned, stored: { ...readStream(tx, id, now), hasStarted: true } };
  },
  // Not after the disk has it: by then somebody may have stopped, edited or deleted what was planned.
  atOnce({ ctx, input, committed: { planned }, prepared: endTurn }) {
    if (planned) pushPlanned(ctx.services, input.id, planned);
    endTurn();
  },
  after: ({ committed }) => committed.stored,
});

/** Reads what the transaction under way has written: what cannot be put on air is not stored as wanted. @throws AppError 409 */
function plannedOf(services: Services, id: StreamId): Planned | null {
  const planned = assertPlanned(services, id);
  const nowhere = planned && nowhereText(planned);
  if (nowhere !== null) throw new AppError("conflict", nowhere);
  return planned;
}

function assertPlanned(services: Services, id: StreamId): Planned | null {
  try {
    return buildPlan(services, id);
  } catch (error) {
    services.log.error({ err: error, streamId: id }, "a stream could not be planned");
    throw new AppError("conflict", UNPLANNABLE);
  }
}

export const stopStream = defineChange({
  name: "streams.stop",
  access: "approved",
  input: z.object({ id: streamId }),
  output: stream,
  entity: "streams",
  subject: (input) => input.id,
  commit(tx, { ctx, input }) {
    const now = ctx.services.clock.nowMs();
    assertStream(tx, input.id);
    if (endSession(tx, input.id, new Date(now))) changed(tx, "streams", input.id);
    return readStream(tx, input.id, now);
  },
});

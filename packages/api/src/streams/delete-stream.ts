import { streamId } from "@nightjar/contract";
import { streams } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { changed, endedStream } from "../changes.ts";
import { defineChange } from "../verb.ts";
import { noSuchStream } from "../plan/assert-stream.ts";
import { leaveGrant } from "../youtube/leave-grant.ts";

/** A live stream is taken off air first: nothing would be left to stop it with. */
export const deleteStream = defineChange({
  name: "streams.delete",
  access: "approved",
  input: z.object({ id: streamId }),
  output: z.null(),
  entity: "streams",
  subject: (input) => input.id,
  commit(tx, { ctx, input }) {
    const deleted = tx.delete(streams).where(eq(streams.id, input.id)).returning({ ytGrantId: streams.ytGrantId }).get();
    if (!deleted) throw noSuchStream();
    leaveGrant(tx, deleted.ytGrantId, new Date(ctx.services.clock.nowMs()));
    endedStream(tx, input.id);
    changed(tx, "streams", input.id);
    return null;
  },
});

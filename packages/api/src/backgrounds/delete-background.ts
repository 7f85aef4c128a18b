import { backgroundId } from "@nightjar/contract";
import { backgrounds } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { watchReached } from "../audit.ts";
import { changed } from "../changes.ts";
import { releaseFiles } from "../files/release-files.ts";
import { defineChange } from "../verb.ts";
import { noSuchBackground } from "./background-shape.ts";
import { giveUpWhereUnused } from "./mezzanine.ts";
import { streamsChoosing } from "../plan/streams-showing.ts";

/** Streams that chose it fall back to the default; its file is swept some minutes later, so that what is on air can go on until the next cut. */
export const deleteBackground = defineChange({
  name: "backgrounds.delete",
  access: "approved",
  input: z.object({ id: backgroundId }),
  output: z.null(),
  entity: "backgrounds",
  subject: (input) => input.id,
  commit(tx, { ctx, input }) {
    const choosing = streamsChoosing(tx, input.id);
    const userId = ctx.principal.user.id;
    const reached = choosing.map((id) =>
      watchReached(tx, ctx, { userId, action: "streams.loseBackground", entity: "streams", subjectId: id }),
    );
    const deleted = tx.delete(backgrounds).where(eq(backgrounds.id, input.id)).returning().get();
    if (!deleted) throw noSuchBackground();
    releaseFiles(tx, ctx.services.clock, { ...deleted, artworkUrl: deleted.thumbnailUrl });
    changed(tx, "backgrounds", input.id);
    for (const id of choosing) changed(tx, "streams", id);
    for (const tell of reached) tell({});
    return deleted;
  },
  atOnce: ({ ctx }) => ctx.services.fileSweeps.soon(),
  after({ ctx, committed: { videoUrl } }) {
    giveUpWhereUnused(ctx.services, videoUrl);
    return null;
  },
});

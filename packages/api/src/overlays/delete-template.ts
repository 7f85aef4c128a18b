import { AppError, templateId } from "@nightjar/contract";
import { overlayTemplates } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { streamsShowingTemplate } from "../plan/streams-showing.ts";
import { noSuchTemplate } from "../plan/template-elements.ts";
import { defineVerb } from "../verb.ts";

/** With its elements; not while a stream shows it. */
export const deleteTemplate = defineVerb({
  name: "overlays.deleteTemplate",
  access: "approved",
  kind: "change",
  input: z.object({ id: templateId }),
  output: z.null(),
  subject: (input) => input.id,
  run({ ctx, input }) {
    const { db, live } = ctx.services;
    db.transaction((tx) => {
      const titles = streamsShowingTemplate(tx, input.id).map(({ title }) => title);
      if (titles.length > 0) throw inUse(titles);
      const deleted = tx.delete(overlayTemplates).where(eq(overlayTemplates.id, input.id)).run();
      if (deleted.changes === 0) throw noSuchTemplate();
    });
    live.changed("overlays", input.id);
    return null;
  },
});

function inUse(streams: readonly string[]): AppError {
  const message = `The template is used by ${streams.join(", ")}; remove it from them first.`;
  return new AppError("conflict", message, { details: { streams } });
}

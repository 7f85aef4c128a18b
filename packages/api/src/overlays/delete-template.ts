import { AppError, templateId } from "@nightjar/contract";
import { overlayTemplates } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { streamsShowingTemplate } from "../plan/streams-showing.ts";
import { noSuchTemplate } from "../plan/template-elements.ts";
import { changed } from "../changes.ts";
import { defineChange } from "../verb.ts";

/** With its elements; not while a stream shows it. */
export const deleteTemplate = defineChange({
  name: "overlays.deleteTemplate",
  access: "approved",
  input: z.object({ id: templateId }),
  output: z.null(),
  entity: "overlays",
  subject: (input) => input.id,
  commit(tx, { input }) {
    const titles = streamsShowingTemplate(tx, input.id).map(({ title }) => title);
    if (titles.length > 0) throw inUse(titles);
    const deleted = tx.delete(overlayTemplates).where(eq(overlayTemplates.id, input.id)).run();
    if (deleted.changes === 0) throw noSuchTemplate();
    changed(tx, "overlays", input.id, "never");
    return null;
  },
});

function inUse(streams: readonly string[]): AppError {
  const message = `The template is used by ${streams.join(", ")}; remove it from them first.`;
  return new AppError("conflict", message, { details: { streams } });
}

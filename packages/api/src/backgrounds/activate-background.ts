import { AppError, background, backgroundId } from "@nightjar/contract";
import { backgrounds } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { changed } from "../changes.ts";
import { defineChange } from "../verb.ts";
import { noSuchBackground, readBackground } from "./background-shape.ts";

/** Makes it the default of all streams that have chosen none; those on air change at their next cut. */
export const activateBackground = defineChange({
  name: "backgrounds.activate",
  access: "approved",
  input: z.object({ id: backgroundId }),
  output: background,
  entity: "backgrounds",
  subject: (input) => input.id,
  commit(tx, { input }) {
    const isThis = eq(backgrounds.id, input.id);
    const row = tx.select().from(backgrounds).where(isThis).get();
    if (!row) throw noSuchBackground();
    if (row.isActive) throw new AppError("conflict", "This background is already active");
    const former = tx.update(backgrounds).set({ isActive: false }).where(eq(backgrounds.isActive, true)).returning().all();
    tx.update(backgrounds).set({ isActive: true }).where(isThis).run();
    for (const { id } of former) changed(tx, "backgrounds", id, "never");
    changed(tx, "backgrounds", input.id);
    return readBackground(tx, input.id);
  },
});

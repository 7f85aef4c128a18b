import { background, backgroundId, backgroundPatch } from "@nightjar/contract";
import { backgrounds } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { defineVerb } from "../verb.ts";
import { readBackground } from "./background-shape.ts";

/** Title and description alone: neither is on air. */
export const updateBackground = defineVerb({
  name: "backgrounds.update",
  access: "approved",
  kind: "change",
  input: backgroundPatch.extend({ id: backgroundId }),
  patches: { has: "A background has", shape: background },
  output: background,
  subject: (input) => input.id,
  run({ ctx, input }) {
    const { db, live } = ctx.services;
    const { id, description, title } = input;
    const values = { ...(title === undefined ? {} : { title }), ...(description === undefined ? {} : { description }) };
    if (Object.keys(values).length > 0) db.update(backgrounds).set(values).where(eq(backgrounds.id, id)).run();
    const changed = readBackground(db, id);
    live.changed("backgrounds", id);
    return changed;
  },
});

import { background, backgroundId, backgroundPatch } from "@nightjar/contract";
import { backgrounds } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { assertAsRead } from "../as-read.ts";
import { changed } from "../changes.ts";
import { defineChange } from "../verb.ts";
import { readBackground } from "./background-shape.ts";

/** Title and description alone: neither is on air. */
export const updateBackground = defineChange({
  name: "backgrounds.update",
  access: "approved",
  input: backgroundPatch.extend({ id: backgroundId }),
  patches: { has: "A background has", shape: background },
  output: background,
  entity: "backgrounds",
  subject: (input) => input.id,
  commit(tx, { input }) {
    const { id, description, title, was = {} } = input;
    assertAsRead("background", readBackground(tx, id), was, { title, description });
    const values = { ...(title === undefined ? {} : { title }), ...(description === undefined ? {} : { description }) };
    if (Object.keys(values).length > 0) tx.update(backgrounds).set(values).where(eq(backgrounds.id, id)).run();
    changed(tx, "backgrounds", id, "never");
    return readBackground(tx, id);
  },
});

import { createStreamInput, stream } from "@nightjar/contract";
import { streams } from "@nightjar/db";
import { changed } from "../changes.ts";
import { defineChange } from "../verb.ts";
import { madeAlready } from "./made-already.ts";
import { readStream } from "./stream-shape.ts";

export const createStream = defineChange({
  name: "streams.create",
  access: "approved",
  input: createStreamInput,
  output: stream,
  entity: "streams",
  subject: (input, made) => made?.id ?? input.id ?? null,
  commit(tx, { ctx, input }) {
    const now = ctx.services.clock.nowMs();
    const made = madeAlready(tx, input.id, ({ title, description }) => title === input.title && description === input.description);
    if (made !== null) return readStream(tx, made, now);
    const { id } = tx
      .insert(streams)
      .values({ ...input, createdAt: new Date(now) })
      .returning({ id: streams.id })
      .get();
    changed(tx, "streams", id);
    return readStream(tx, id, now);
  },
});

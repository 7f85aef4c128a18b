import { createStreamInput, stream } from "@nightjar/contract";
import { streams } from "@nightjar/db";
import { defineVerb } from "../verb.ts";
import { readStream } from "./stream-shape.ts";

export const createStream = defineVerb({
  name: "streams.create",
  access: "approved",
  kind: "change",
  input: createStreamInput,
  output: stream,
  subject: (_input, output) => output?.id ?? null,
  run({ ctx, input }) {
    const { clock, db, live, offAir } = ctx.services;
    const now = clock.nowMs();
    const { id } = db
      .insert(streams)
      .values({ ...input, createdAt: new Date(now) })
      .returning({ id: streams.id })
      .get();
    live.changed("streams", id);
    offAir.changed([id]);
    return readStream(db, id, now);
  },
});

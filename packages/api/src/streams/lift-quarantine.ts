import { AppError, streamId, trackId } from "@nightjar/contract";
import { z } from "zod";
import { assertStream } from "../plan/assert-stream.ts";
import { defineOnAirVerb } from "./on-air-verb.ts";

/** A track whose file was left out is to be tried again. */
export const liftQuarantine = defineOnAirVerb({
  name: "streams.liftQuarantine",
  input: z.object({ id: streamId, trackId }),
  act({ db, engine }, input) {
    assertStream(db, input.id);
    if (!engine.liftQuarantine(input.id, input.trackId)) throw new AppError("not-found", "The track is not left out");
    return true;
  },
});

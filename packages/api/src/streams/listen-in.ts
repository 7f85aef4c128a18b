import { AppError, streamId } from "@nightjar/contract";
import type { StreamId } from "@nightjar/contract";
import { z } from "zod";
import type { Services } from "../context.ts";
import { liveBytes } from "../live-bytes.ts";
import { assertStream } from "../plan/assert-stream.ts";
import { hlsPlaylist, hlsSegment, segmentName } from "../hls-bytes.ts";
import type { LiveBytes, SentBytes } from "../ports.ts";
import { defineVerb } from "../verb.ts";

/** What the stream's destinations are sent, as a browser plays it. */
export const listenIn = defineVerb({
  name: "streams.listenIn",
  access: "approved",
  kind: "query",
  input: z.object({ id: streamId }),
  output: z.custom<LiveBytes>(),
  run({ ctx: { services, principal }, input: { id } }) {
    assertOnAir(services, id);
    return liveBytes(services, principal, (viewer) => services.engine.listen(id, viewer));
  },
});

/** The same for a browser that plays HLS alone. */
export const getLivePlaylist = defineVerb({
  name: "streams.playlist",
  access: "approved",
  kind: "query",
  input: z.object({ id: streamId }),
  output: z.custom<SentBytes>(),
  run({ ctx: { services }, input: { id } }) {
    assertOnAir(services, id);
    return hlsPlaylist(services, keyOf(id), (viewer) => services.engine.listen(id, viewer));
  },
});

export const getLiveSegment = defineVerb({
  name: "streams.segment",
  access: "approved",
  kind: "query",
  input: z.object({ id: streamId, segment: segmentName }),
  output: z.custom<SentBytes>(),
  run({ ctx: { services }, input: { id, segment } }) {
    assertOnAir(services, id);
    return hlsSegment(services, keyOf(id), segment);
  },
});

const keyOf = (id: StreamId) => `live ${id}`;

/** @throws AppError 404 */
function assertOnAir({ db, engine }: Services, id: StreamId): void {
  assertStream(db, id);
  if (engine.onAir(id).state === "off") throw new AppError("not-found", "The stream is not on air");
}

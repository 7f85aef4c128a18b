import { encoderProfile, motionPrice, priceOfMotion, sceneMoves, streamId, templateId } from "@nightjar/contract";
import { audioFiles, streamItems, streams, tracks } from "@nightjar/db";
import { and, eq, isNotNull } from "drizzle-orm";
import { z } from "zod";
import { defineVerb } from "../verb.ts";
import { noSuchStream } from "../plan/assert-stream.ts";
import { assertTemplate, readElements } from "../plan/template-elements.ts";
import { sceneOf } from "../plan/scene-of-template.ts";

/** What a template would cost a stream in disk and rendering, told before it is chosen. */
export const getMotionPrice = defineVerb({
  name: "streams.motionPrice",
  access: "approved",
  kind: "query",
  input: z.object({ id: streamId, templateId }),
  output: motionPrice,
  run({ ctx, input }) {
    const { db, engine } = ctx.services;
    const stream = db.select().from(streams).where(eq(streams.id, input.id)).get();
    if (!stream) throw noSuchStream();
    assertTemplate(db, input.templateId);
    const rows = db
      .selectDistinct({ id: tracks.id, ownMs: tracks.durationMs, fileMs: audioFiles.durationMs })
      .from(streamItems)
      .innerJoin(tracks, eq(tracks.id, streamItems.trackId))
      .leftJoin(audioFiles, eq(audioFiles.sha256, tracks.audioSha256))
      .where(and(eq(streamItems.streamId, input.id), isNotNull(tracks.audioSha256)))
      .all();
    if (!sceneMoves(sceneOf(readElements(db, input.templateId)))) return { moves: false, tracks: rows.length, bytes: 0, renderMs: 0 };
    const durationsMs = rows.map(({ ownMs, fileMs }) => fileMs ?? ownMs);
    return priceOfMotion(durationsMs, encoderProfile(stream.profile, stream.quality), engine.renderSpeed(stream.profile));
  },
});

import { streamId, testStreamInfo, testStreamStatus } from "@nightjar/contract";
import type { StreamId, TestStreamInfo, TestStreamStatus } from "@nightjar/contract";
import { backgrounds, streams } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Services } from "../context.ts";
import { assertStream, noSuchStream } from "../plan/assert-stream.ts";
import { readElements } from "../plan/template-elements.ts";
import { openTest, testIdOf } from "../plan/test-plans.ts";
import type { OpenTest } from "../plan/test-plans.ts";
import { defineVerb } from "../verb.ts";

/** Asked every few seconds while its page is open. */
export const getTestStatus = defineVerb({
  name: "testStream.status",
  access: "approved",
  kind: "query",
  input: z.object({ streamId }),
  output: testStreamStatus,
  run({ ctx, input }) {
    assertStream(ctx.services.db, input.streamId);
    return readTestStatus(ctx.services, input.streamId);
  },
});

export const getTestInfo = defineVerb({
  name: "testStream.info",
  access: "approved",
  kind: "query",
  input: z.object({ streamId }),
  output: testStreamInfo,
  run: ({ ctx, input }) => readTestInfo(ctx.services, input.streamId),
});

export function readTestStatus(services: Services, id: StreamId): TestStreamStatus {
  const { engine, localAir } = services;
  const test = openTest(services, id);
  const { state, reason } = engine.onAir(testIdOf(id));
  return {
    isActive: test !== null,
    rtmpUrl: test && rtmpUrlOf(services, test),
    state,
    reason,
    startedAt: test && test.startedAt.toISOString(),
    viewers: test ? localAir.viewers(test.name) : 0,
  };
}

/** For a desktop player, which cannot sign in. */
export function rtmpUrlOf({ config, localAir }: Services, { name }: Pick<OpenTest, "name">): string {
  return `rtmp://${new URL(config.publicUrl).hostname}:${localAir.port}/${localAir.application}/${name}`;
}

/** @throws AppError 404 */
function readTestInfo(services: Services, id: StreamId): TestStreamInfo {
  const { db, engine } = services;
  const stream = db.select().from(streams).where(eq(streams.id, id)).get();
  if (!stream) throw noSuchStream();
  const isActive = openTest(services, id) !== null;
  const chosen = stream.activeBackgroundId;
  const which = chosen === null ? eq(backgrounds.isActive, true) : eq(backgrounds.id, chosen);
  const background = db.select().from(backgrounds).where(which).get();
  const elements = stream.activeOverlayTemplateId === null ? [] : readElements(db, stream.activeOverlayTemplateId);
  return {
    status: isActive ? "STREAMING" : "STOPPED",
    stream: { id, title: stream.title },
    currentTrack: engine.onAir(testIdOf(id)).track,
    background: background ? { id: background.id, title: background.title, thumbnailUrl: background.thumbnailUrl } : null,
    overlayElements: elements.map((element) => ({
      ...{ id: element.id, name: element.name, type: element.type, isVisible: element.isVisible },
    })),
    testStreamUrl: isActive ? `/api/test-stream/${id}/live.flv` : null,
  };
}

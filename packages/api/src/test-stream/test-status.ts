import { streamId, testStreamInfo, testStreamStatus } from "@nightjar/contract";
import type { StreamId, TemplateId, TestStreamInfo, TestStreamStatus } from "@nightjar/contract";
import { backgrounds, overlayTemplates, streams } from "@nightjar/db";
import type { Db } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Ctx, Services } from "../context.ts";
import { assertStream, noSuchStream } from "../plan/assert-stream.ts";
import { backgroundsNow, studioDefaults } from "../plan/background-turns.ts";
import { readElements } from "../plan/template-elements.ts";
import { observedOnAir } from "../plan/observed.ts";
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
    return readTestStatus(ctx, input.streamId);
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

export function readTestStatus(ctx: Ctx, id: StreamId): TestStreamStatus {
  const { services } = ctx;
  const { endedTests, localAir } = services;
  const test = openTest(services, id);
  const { state, reason } = observedOnAir(services, testIdOf(id));
  return {
    isActive: test !== null,
    rtmpUrl: test && rtmpUrlOf(ctx, test),
    state,
    reason: (test === null ? endedTests.get(id) : null) ?? reason,
    startedAt: test && test.startedAt.toISOString(),
    viewers: test ? localAir.viewers(test.name) : 0,
  };
}

interface Asked extends Pick<Ctx, "services"> {
  readonly request: Pick<Ctx["request"], "host">;
}

/** For a desktop player, which cannot sign in. Where nobody said how people reach this machine, as whoever asks has reached it. */
export function rtmpUrlOf({ request, services }: Asked, { name }: Pick<OpenTest, "name">): string {
  const { config, localAir } = services;
  const host = (config.isPublicUrlSet ? null : hostIn(request.host)) ?? new URL(config.publicUrl).hostname;
  return `rtmp://${host}:${localAir.port}/${localAir.application}/${name}`;
}

/** Without its port; null: it has not the form of one. */
const hostIn = (header: string | null) => /^(\[[\da-f:.]+\]|[\w.-]+)(?::\d+)?$/i.exec(header ?? "")?.[1] ?? null;

/** @throws AppError 404 */
function readTestInfo(services: Services, id: StreamId): TestStreamInfo {
  const { db, engine } = services;
  const stream = db.select().from(streams).where(eq(streams.id, id)).get();
  if (!stream) throw noSuchStream();
  const isActive = openTest(services, id) !== null;
  const background = backgroundNow(services, stream);
  const template = readTemplateOf(db, stream.activeOverlayTemplateId);
  const elements = template ? readElements(db, template.id) : [];
  return {
    status: isActive ? "STREAMING" : "STOPPED",
    stream: { id, title: stream.title },
    // While it ends it has been stopped: nobody tells of its end.
    currentTrack: isActive ? engine.onAir(testIdOf(id)).track : null,
    background: background ? { id: background.id, title: background.title, thumbnailUrl: background.thumbnailUrl } : null,
    overlayTemplate: template ?? null,
    overlayElements: elements.map((element) => ({
      ...{ id: element.id, name: element.name, type: element.type, isVisible: element.isVisible },
    })),
    testStreamUrl: isActive ? `/api/test-stream/${id}/live.flv` : null,
  };
}

type Stream = typeof streams.$inferSelect;

/** The one whose turn it is while the test runs and backgrounds take turns; otherwise the choice, or the active one. */
function backgroundNow(services: Services, { id, activeBackgroundId, autoSwitch }: Stream) {
  const { db } = services;
  const which = activeBackgroundId === null ? eq(backgrounds.isActive, true) : eq(backgrounds.id, activeBackgroundId);
  const chosen = db.select().from(backgrounds).where(which).get();
  const isInTurns = (autoSwitch ?? studioDefaults(db).autoSwitch) !== "never";
  const shown = isInTurns ? backgroundsNow(services)(testIdOf(id)) : [];
  // Two may have the same file.
  return shown.find((background) => background.id === chosen?.id) ?? shown[0] ?? chosen;
}

function readTemplateOf(db: Db, id: TemplateId | null) {
  const { name } = overlayTemplates;
  return id === null
    ? undefined
    : db.select({ id: overlayTemplates.id, name }).from(overlayTemplates).where(eq(overlayTemplates.id, id)).get();
}

import {
  AppError,
  DEFAULT_RENDER_ENCODER,
  formatStreamDuration,
  foundRenderEncoders,
  streamSettings as settingsShape,
  streamSettingsPatch,
} from "@nightjar/contract";
import type { RenderEncoder, StreamSettings } from "@nightjar/contract";
import { STREAM_SETTINGS_ID, backgrounds, overlayTemplates, streamSettings, streams, tracks } from "@nightjar/db";
import type { Db, Tx } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Services } from "../context.ts";
import { studioDefaults } from "../plan/background-turns.ts";
import { readStreamHeads } from "../streams/stream-shape.ts";
import { changed } from "../changes.ts";
import { defineChange, defineVerb } from "../verb.ts";
import { readRenderEncoder } from "../plan/render-encoder.ts";

export const getSettings = defineVerb({
  name: "settings.get",
  access: "approved",
  kind: "query",
  input: z.void(),
  output: settingsShape,
  run: ({ ctx }) => readSettings(ctx.services),
});

export const patchSettings = defineChange({
  name: "settings.patch",
  access: "approved",
  input: streamSettingsPatch,
  patches: { has: "The studio's settings have", shape: settingsShape },
  output: settingsShape,
  entity: "settings",
  subject: () => SUBJECT,
  prepare: ({ ctx, input }) => assertEncoder(ctx.services.engine, input.renderEncoder),
  commit(tx, { input }) {
    const { isLive: _wantedIsChangedByStartAndStop, ...values } = input;
    assertChoices(tx, input);
    tx.insert(streamSettings)
      .values({ id: STREAM_SETTINGS_ID, ...values })
      .onConflictDoUpdate({ target: streamSettings.id, set: { id: STREAM_SETTINGS_ID, ...values } })
      .run();
    const isDefault = input.transition !== undefined || input.autoSwitch !== undefined;
    changed(tx, "settings", SUBJECT, isDefault ? "at-once" : "never");
    if (input.renderEncoder !== undefined) changed(tx, "settings", SUBJECT, "off-air");
  },
  after: ({ ctx }) => readSettings(ctx.services),
});

const SUBJECT = String(STREAM_SETTINGS_ID);

export const getRenderEncoders = defineVerb({
  name: "settings.renderEncoders",
  access: "approved",
  kind: "query",
  input: z.void(),
  output: foundRenderEncoders,
  run: async ({ ctx }) => [...(await ctx.services.engine.renderEncoders())],
});

/** What is not there cannot be chosen; what goes away later is replaced by software. */
async function assertEncoder(engine: Services["engine"], wanted: RenderEncoder | undefined): Promise<void> {
  if (wanted === undefined || wanted === DEFAULT_RENDER_ENCODER) return;
  const found = (await engine.renderEncoders()).find(({ encoder }) => encoder === wanted);
  if (!found?.isAvailable) throw new AppError("conflict", found?.reason ?? "This encoder is not available.");
}

/** Live fields are those of the stream named last, else of all streams together. */
function readSettings({ clock, db }: Pick<Services, "clock" | "db">): StreamSettings {
  const row = db.select().from(streamSettings).where(eq(streamSettings.id, STREAM_SETTINGS_ID)).get();
  const all = readStreamHeads(db, clock.nowMs());
  const named = all.filter((stream) => stream.id === row?.streamId);
  const shown = named.length > 0 ? named : all.filter((stream) => stream.isLive);
  const counts = shown.flatMap(({ viewerCount }) => viewerCount ?? []);
  const durations = shown.map((stream) => stream.streamDuration).sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  return {
    isLive: shown.some((stream) => stream.isLive),
    viewerCount: counts.length === 0 && shown.length > 0 ? null : counts.reduce((sum, count) => sum + count, 0),
    streamDuration: durations.at(-1) ?? formatStreamDuration(0),
    currentTrackId: row?.currentTrackId ?? null,
    activeBackgroundId: row?.activeBackgroundId ?? null,
    activeOverlayTemplateId: row?.activeOverlayTemplateId ?? null,
    streamTitle: row?.streamTitle ?? named[0]?.title ?? null,
    streamDescription: row?.streamDescription ?? named[0]?.description ?? null,
    renderEncoder: readRenderEncoder(db),
    syncFrequency: row?.syncFrequency ?? "manual",
    ...studioDefaults(db),
  };
}

function assertChoices(tx: Tx | Db, patch: z.output<typeof streamSettingsPatch>): void {
  const missing = (what: string) => new AppError("not-found", `${what} not found`);
  const { currentTrackId, activeBackgroundId, activeOverlayTemplateId, streamId } = patch;
  if (currentTrackId && !tx.select().from(tracks).where(eq(tracks.id, currentTrackId)).get()) throw missing("Track");
  if (streamId && !tx.select().from(streams).where(eq(streams.id, streamId)).get()) throw missing("Stream");
  if (activeBackgroundId && !tx.select().from(backgrounds).where(eq(backgrounds.id, activeBackgroundId)).get()) {
    throw missing("Background");
  }
  if (activeOverlayTemplateId && !tx.select().from(overlayTemplates).where(eq(overlayTemplates.id, activeOverlayTemplateId)).get()) {
    throw missing("Overlay template");
  }
}

import type { Plan, PlanBackground, PlanDestination, PlanFile, PlanItem, SessionId, StreamId } from "@nightjar/contract";
import { backgroundFiles, backgrounds, streams } from "@nightjar/db";
import { eq } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { isFileOfBackground, planBackgroundOf } from "../files/background-file.ts";
import type { Services } from "../context.ts";
import { parseFileUrl } from "../files/file-urls.ts";
import { sceneOfTemplate } from "./scene-of-template.ts";
import type { FileKind } from "../ports.ts";
import { readRenderEncoder } from "./render-encoder.ts";
import { rotationOf, studioDefaults } from "./background-turns.ts";
import type { LeftOut } from "./plan-book.ts";
import { planDestinations } from "./plan-destinations.ts";
import { loudnessOf } from "./loudness-of.ts";
import { nextSession } from "./next-session.ts";
import { tracklistRows } from "./tracklist-rows.ts";
import { readViewersNow } from "./viewers-now.ts";
import { openSession } from "./wanted.ts";

type Needs = Pick<Services, "clock" | "db" | "files" | "secrets">;

export interface Planned {
  readonly plan: Plan;
  /** Destinations that cannot be sent to as they are stored. */
  readonly leftOut: readonly LeftOut[];
}

/** All the engine needs to keep one stream on air; null: it is not wanted on air. */
export function buildPlan(needs: Needs, id: StreamId): Planned | null {
  const session = openSession(needs.db, id);
  if (!session) return null;
  const { usable, leftOut } = planDestinations(needs, id);
  const plan = planOf(needs, id, { ...session, destinations: usable });
  return plan && { plan, leftOut };
}

/** What the stream would be if it were started now, without where it is sent; null: it is wanted on air, or gone. */
export function buildOffAirPlan(needs: Needs, id: StreamId): Plan | null {
  const { clock, db } = needs;
  if (openSession(db, id)) return null;
  return planOf(needs, id, { id: nextSession(db, id), startedAt: new Date(clock.nowMs()), destinations: [] });
}

interface PlannedSession {
  readonly id: SessionId;
  readonly startedAt: Date;
  readonly destinations: readonly PlanDestination[];
}

/** What would air, with the session and the destinations given. */
export function planOf(needs: Needs, id: StreamId, session: PlannedSession): Plan | null {
  const { clock, db } = needs;
  const stream = db.select().from(streams).where(eq(streams.id, id)).get();
  if (!stream) return null;
  const studio = studioDefaults(db);
  return {
    streamId: id,
    sessionId: session.id,
    startedAt: session.startedAt.toISOString(),
    profileId: stream.profile,
    quality: stream.quality,
    renderEncoder: readRenderEncoder(db),
    order: stream.order,
    crossfadeMs: stream.crossfadeMs,
    targetLufs: stream.targetLufs,
    channelName: stream.channelName ?? stream.ytChannelName ?? stream.title,
    items: planItems(needs, id),
    background: planBackground(needs, stream.activeBackgroundId),
    rotation: rotationOf(needs),
    autoSwitch: stream.autoSwitch ?? studio.autoSwitch,
    transition: stream.transition ?? studio.transition,
    ...sceneOfTemplate(needs, stream.activeOverlayTemplateId),
    stats: { viewerCount: readViewersNow(db, id, clock.nowMs()) },
    statsIntervalMs: stream.statsIntervalMs,
    destinations: session.destinations,
  };
}

function planItems({ db, files }: Needs, id: StreamId): PlanItem[] {
  return tracklistRows(db, id).map(({ itemId, track, audio, isGapless }) => ({
    itemId,
    trackId: track.id,
    title: track.title,
    artist: track.artist,
    isrcCode: track.isrcCode,
    // The file knows better than the text an operator typed.
    durationMs: audio?.durationMs ?? track.durationMs,
    audio: audio && { path: files.path("audio", `${audio.sha256}.${audio.extension}`), sha256: audio.sha256 },
    loudness: audio && loudnessOf(audio),
    artwork: planFile(files, "artwork", track.artworkUrl),
    isGapless,
  }));
}

function planFile(files: Needs["files"], kind: FileKind, url: string | null): PlanFile | null {
  const name = url === null ? null : parseFileUrl(kind, url);
  return name && { path: files.path(kind, name.name), sha256: name.sha256 };
}

/** The stream's own, else the studio's active one, else the plain default. */
function planBackground({ db, files }: Needs, chosen: (typeof streams.$inferSelect)["activeBackgroundId"]): PlanBackground {
  const fileOf = (which: SQL) =>
    db.select({ file: backgroundFiles }).from(backgrounds).innerJoin(backgroundFiles, isFileOfBackground).where(which).get()?.file;
  const file = (chosen && fileOf(eq(backgrounds.id, chosen))) || fileOf(eq(backgrounds.isActive, true));
  return file ? planBackgroundOf(files, file) : { kind: "default" };
}

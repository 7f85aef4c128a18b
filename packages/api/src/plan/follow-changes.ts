import type { BackgroundId, StreamId, TemplateId, TrackId } from "@nightjar/contract";
import { backgrounds } from "@nightjar/db";
import { eq } from "drizzle-orm";
import type { Change, Entity, Told } from "../changes.ts";
import type { Services } from "../context.ts";
import { streamsByUse, takeOffAir } from "./push-plan.ts";
import { streamsChoosing, streamsFollowing, streamsHolding, streamsTurning, streamsWithoutChoice } from "./streams-showing.ts";

/**
 * All that follows from a commit: what runs and is not allowed or wanted any more ends, the screens hear what changed, and each stream
 * that shows it is planned once. What fails is logged and holds up nothing else: the change itself is stored.
 */
export function followChanges(services: Services, told: Told): void {
  const each = <T>(all: Iterable<T>, follow: (one: T) => void) => {
    for (const one of all) {
      try {
        follow(one);
      } catch (error) {
        services.log.error({ err: error }, "what follows from a change could not be done");
      }
    }
  };
  each(told.endedSignIns, ({ userId, except }) => services.sessions.ended(userId, except));
  each(told.endedStreams, (id) => takeOffAir(services, id));
  each(told.endedJobs, (id) => services.playlistJobs.ended(id));
  each(distinct(told.changes), ({ entity, id }) => services.live.changed(entity, id));
  each(told.changes, (change) => putOnAir(services, change));
}

/** One event for each thing, however often it was said. */
function distinct(changes: readonly Change[]): Iterable<Change> {
  return new Map(changes.map((change) => [`${change.entity} ${change.id}`, change])).values();
}

function putOnAir(services: Services, { entity, id, reach }: Change): void {
  if (reach === "never") return;
  // An edited template rests first, then all that show it are planned.
  if (entity === "overlays") return services.overlayEdits.edited(id as TemplateId);
  const touched = TOUCHED[entity](services, id, reach);
  if (reach === "off-air") services.offAir.changed(touched);
  else services.planPushes.touch(touched, reach);
}

type Touched = (services: Services, id: string, reach: Change["reach"]) => readonly StreamId[];

/** The streams in whose plan an entity stands. */
const TOUCHED: Readonly<Record<Exclude<Entity, "overlays">, Touched>> = {
  streams: (_services, id) => [id as StreamId],
  viewers: (_services, id) => [id as StreamId],
  tracks: ({ db }, id) => streamsHolding(db, id as TrackId),
  loudness: ({ db }, id) => streamsHolding(db, id as TrackId),
  users: () => [],
  history: () => [],
  // Nothing of them airs; their tracks are changes of their own.
  playlists: () => [],
  backgrounds: (services, id) => streamsOfBackground(services, id as BackgroundId),
  // The defaults are pushed to those that follow them; what the others are rendered with is taken when they are planned next.
  settings: ({ db }, _id, reach) => (reach === "off-air" ? streamsByUse(db).toReversed() : streamsFollowing(db)),
};

/** Those that chose it, those that show the default where it is that (or was, if it is gone), and those in which it takes a turn. */
function streamsOfBackground({ db }: Services, id: BackgroundId): readonly StreamId[] {
  const row = db.select({ isActive: backgrounds.isActive }).from(backgrounds).where(eq(backgrounds.id, id)).get();
  const showing = [...streamsChoosing(db, id), ...(row?.isActive === false ? [] : streamsWithoutChoice(db)), ...streamsTurning(db)];
  return [...new Set(showing)];
}

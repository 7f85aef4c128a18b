import { CHANGED_ENTITIES, type ChangedEntity } from "@nightjar/contract";
import { withinMs } from "@nightjar/kit";
import { api } from "../trpc.ts";

/** What is read again when something stored has changed, here or elsewhere: the one table from names to calls. */
export const READS: Readonly<Record<ChangedEntity, () => Promise<unknown>>> = {
  tracks: () => Promise.all([api.tracks.invalidate(), api.playlists.get.invalidate(), api.activity.invalidate()]),
  streams: () =>
    Promise.all([
      api.streams.list.invalidate(),
      api.streams.get.invalidate(),
      api.streams.live.invalidate(),
      api.streams.asRun.invalidate(),
      api.streams.history.invalidate(),
      api.youtube.invalidate(),
      api.streams.listDestinations.invalidate(),
      api.streams.motionPrice.invalidate(),
      api.backgrounds.uses.invalidate(),
      api.settings.invalidate(),
      api.testStream.invalidate(),
      api.sample.invalidate(),
      api.activity.invalidate(),
    ]),
  users: () => Promise.all([api.admin.invalidate(), api.activity.attention.invalidate()]),
  backgrounds: () => Promise.all([api.backgrounds.invalidate(), api.testStream.info.invalidate(), api.activity.invalidate()]),
  overlays: () =>
    Promise.all([
      api.overlays.invalidate(),
      api.streams.motionPrice.invalidate(),
      api.testStream.info.invalidate(),
      api.activity.invalidate(),
    ]),
  playlists: () =>
    Promise.all([api.playlists.invalidate(), api.spotify.status.invalidate(), api.spotify.jobs.invalidate(), api.activity.invalidate()]),
  settings: () => Promise.all([api.settings.invalidate(), api.backgrounds.uses.invalidate(), api.activity.invalidate()]),
};

/** The entities that a header names; what a newer server calls otherwise is passed over. */
export function entitiesIn(header: string | null): ChangedEntity[] {
  const names = new Set(header?.split(","));
  return CHANGED_ENTITIES.filter((entity) => names.has(entity));
}

const underWay = new Set<Promise<unknown>>();

/** Reads again what a call of our own has changed. */
export function readAgain(entities: readonly ChangedEntity[]): void {
  for (const entity of entities) {
    const reading = READS[entity]().finally(() => underWay.delete(reading));
    underWay.add(reading);
  }
}

/** A network that died just now must not keep a dialog busy. */
const LONGEST_WAIT_MS = 5000;

/** Resolves when what our own calls changed stands on the screen, or could not be read in time. */
export async function ownChangesAreRead(): Promise<void> {
  await withinMs(Promise.allSettled(underWay), LONGEST_WAIT_MS);
}

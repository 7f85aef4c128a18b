import { CHANGED_ENTITIES, SPOTIFY_CONNECTION, type ChangedEntity } from "@nightjar/contract";
import { withinMs } from "@nightjar/kit";
import { fieldsOf, textOf } from "../shape.ts";
import { api } from "../trpc.ts";

type Ids = ReadonlySet<string>;
interface Calls {
  invalidate(
    input: undefined,
    filters: { readonly predicate: (query: { readonly queryKey: readonly unknown[] }) => boolean },
  ): Promise<void>;
}

/** Of calls that are of one stream each, those of these streams; undefined: all of them. */
const ofStreams = (ids: Ids | undefined, calls: readonly Calls[]) => {
  const predicate = ({ queryKey }: { readonly queryKey: readonly unknown[] }) => {
    const input = fieldsOf(fieldsOf(queryKey[1])["input"]);
    const id = textOf(input["id"]) ?? textOf(input["streamId"]);
    return ids === undefined || id === undefined || ids.has(id);
  };
  return Promise.all(calls.map((call) => call.invalidate(undefined, { predicate })));
};

/** What is read again when something stored has changed, here or elsewhere: the one table from names to calls. */
export const READS: Readonly<Record<ChangedEntity, (ids?: Ids) => Promise<unknown>>> = {
  tracks: () =>
    Promise.all([
      api.tracks.invalidate(),
      api.playlists.get.invalidate(),
      // How long they are, and which have a file.
      api.streams.motionPrice.invalidate(),
      // It is built upon once a song of it was edited.
      api.sample.invalidate(),
      api.activity.invalidate(),
    ]),
  streams: (ids) =>
    Promise.all([
      api.streams.summaries.invalidate(),
      ofStreams(ids, [api.streams.get, api.streams.live, api.streams.asRun, api.streams.history]),
      ofStreams(ids, [api.youtube, api.streams.listDestinations, api.streams.motionPrice, api.testStream]),
      api.backgrounds.uses.invalidate(),
      api.overlays.templateUsage.invalidate(),
      api.settings.invalidate(),
      api.sample.invalidate(),
      api.activity.invalidate(),
    ]),
  // Every minute by itself, so the tracks of a tracklist are not read again for it.
  viewers: (ids) => Promise.all([api.streams.summaries.invalidate(), ofStreams(ids, [api.streams.live, api.youtube.viewers])]),
  // A skip, a test: nothing of the stream is another one for it.
  history: (ids) => Promise.all([ofStreams(ids, [api.streams.history]), api.activity.invalidate()]),
  users: () => Promise.all([api.admin.invalidate(), api.activity.attention.invalidate()]),
  // Whether another stream shows the sample channel's background hangs on the active one, and on whether backgrounds take turns.
  backgrounds: () =>
    Promise.all([api.backgrounds.invalidate(), api.testStream.info.invalidate(), api.sample.invalidate(), api.activity.invalidate()]),
  overlays: () =>
    Promise.all([
      api.overlays.invalidate(),
      api.streams.motionPrice.invalidate(),
      api.testStream.info.invalidate(),
      api.activity.invalidate(),
    ]),
  playlists: (ids) =>
    Promise.all([
      api.playlists.invalidate(),
      api.spotify.status.invalidate(),
      api.spotify.jobs.invalidate(),
      // Spotify itself is asked for them, and only who is connected makes them others.
      ids?.has(SPOTIFY_CONNECTION) && api.spotify.playlists.invalidate(),
      api.activity.invalidate(),
    ]),
  settings: () =>
    Promise.all([api.settings.invalidate(), api.backgrounds.uses.invalidate(), api.sample.invalidate(), api.activity.invalidate()]),
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

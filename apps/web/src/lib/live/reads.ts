import { CHANGED_ENTITIES, SPOTIFY_CONNECTION, type ChangedEntity } from "@nightjar/contract";
import { withinMs } from "@nightjar/kit";
import { notifyManager } from "@tanstack/react-query";
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
const again = (calls: readonly Calls[], ids?: Ids) => {
  const predicate = ({ queryKey }: { readonly queryKey: readonly unknown[] }) => {
    const input = fieldsOf(fieldsOf(queryKey[1])["input"]);
    const id = textOf(input["id"]) ?? textOf(input["streamId"]);
    return ids === undefined || id === undefined || ids.has(id);
  };
  return Promise.all(calls.map((call) => call.invalidate(undefined, { predicate })));
};

/** What is read again when something stored has changed, here or elsewhere: the one table from names to calls. */
export const READS: Readonly<Record<ChangedEntity, (ids?: Ids) => Promise<unknown>>> = {
  // The price hangs on how long they are and which have a file; the sample channel is built upon once a song of it was edited.
  tracks: () => again([api.tracks, api.playlists.get, api.streams.motionPrice, api.sample, api.activity]),
  streams: (ids) =>
    Promise.all([
      again([api.streams.summaries, api.streams.get, api.streams.live, api.streams.asRun, api.streams.history], ids),
      // The account's channels are Google's: no change of ours makes them others.
      again([api.streams.listDestinations, api.streams.motionPrice, api.youtube.status, api.youtube.viewers, api.testStream], ids),
      // A background and a template have ids, too.
      again([api.backgrounds.uses, api.overlays.templateUsage, api.settings, api.sample, api.activity]),
    ]),
  // Every minute by itself, so the tracks of a tracklist are not read again for it.
  viewers: (ids) => again([api.streams.summaries, api.streams.live, api.youtube.viewers], ids),
  // A skip, a test: nothing of the stream is another one for it.
  history: (ids) => again([api.streams.history, api.activity], ids),
  // For what is on air, and for whoever waits by `/api` for the end of the measuring. Where a tracklist says how loud a track is, that is told as well.
  loudness: () => Promise.resolve(),
  users: () => again([api.admin, api.activity.attention]),
  // Whether another stream shows the sample channel's background hangs on the active one, and on whether backgrounds take turns.
  backgrounds: () => again([api.backgrounds, api.testStream.info, api.sample, api.activity]),
  overlays: () => again([api.overlays, api.streams.motionPrice, api.testStream.info, api.activity]),
  playlists: (ids) =>
    Promise.all([
      again([api.playlists, api.spotify.status, api.spotify.jobs, api.activity]),
      // Spotify itself is asked for them, and only who is connected makes them others.
      ids?.has(SPOTIFY_CONNECTION) && again([api.spotify.playlists]),
    ]),
  settings: () => again([api.settings, api.backgrounds.uses, api.sample, api.activity]),
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
  // TanStack Query tells the screens in a later task: what closes before that closes over the old list.
  await new Promise<void>((told) => notifyManager.schedule(told));
}

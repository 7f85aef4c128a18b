import type { ItemId, StreamId, StreamTrack, TrackId } from "@nightjar/contract";

/** What is known of a stream to choose an entry of its list. */
export interface ListOfStream {
  readonly id: StreamId;
  readonly tracks: readonly Pick<StreamTrack, "itemId" | "id" | "title" | "artist" | "hasAudioFile">[];
}

/** Where several streams can jump together. */
export interface JumpTarget {
  /** null: whichever track is the first of each list. */
  readonly trackId: TrackId | null;
  readonly name: string;
  /** The entry of each stream. */
  readonly itemIds: ReadonlyMap<StreamId, ItemId>;
}

/** The beginning of each list, and every track that all of them hold; of a track that stands twice in a list the first. */
export function jumpTargets(lists: readonly ListOfStream[]): JumpTarget[] {
  const playable = lists.map(({ id, tracks }) => ({ id, tracks: tracks.filter(({ hasAudioFile }) => hasAudioFile) }));
  const firsts = entriesBy(playable, ([first]) => first?.itemId);
  const held = playable.map(({ id, tracks }) => ({ id, places: new Map(tracks.toReversed().map((track) => [track.id, track.itemId])) }));
  const common = new Map<TrackId, JumpTarget>();
  for (const { id, title, artist } of playable[0]?.tracks ?? []) {
    if (common.has(id) || !held.every(({ places }) => places.has(id))) continue;
    const itemIds = new Map(held.flatMap(({ id: stream, places }) => pair(stream, places.get(id))));
    common.set(id, { trackId: id, name: `${title} by ${artist}`, itemIds });
  }
  const beginning: JumpTarget = { trackId: null, name: "The first track of each", itemIds: firsts };
  return firsts.size === 0 ? [] : [beginning, ...common.values()];
}

const pair = (id: StreamId, itemId: ItemId | undefined): readonly [StreamId, ItemId][] => (itemId === undefined ? [] : [[id, itemId]]);

function entriesBy(
  lists: readonly ListOfStream[],
  entryOf: (tracks: ListOfStream["tracks"]) => ItemId | undefined,
): ReadonlyMap<StreamId, ItemId> {
  return new Map(lists.flatMap(({ id, tracks }) => pair(id, entryOf(tracks))));
}

import type { ItemId, StreamTrack, StreamWithTracks } from "@nightjar/contract";
import { useMemo, useState } from "react";
import { useChosen, type Chosen } from "../../../lib/use-chosen.ts";
import { moveTo, moveToBottom, moveToTop, moveUnder } from "./steps.ts";
import type { Asking } from "./tracklist-dialogs.tsx";
import type { RowActions } from "./tracklist-row.tsx";
import type { Rundown } from "./use-rundown.ts";
import { useTrackActions } from "./use-track-actions.ts";

export interface RowsHandling {
  readonly actions: RowActions;
  readonly chosen: Chosen<ItemId>;
  /** Of those in the list, in its order: what somebody else has removed is not chosen any more. */
  readonly chosenIds: readonly ItemId[];
  /** null: nothing of the list is on air, or what follows is chosen by lot. */
  readonly playNext: ((itemIds: readonly ItemId[]) => void) | null;
  /** What was done last, in words. */
  readonly said: string;
}

interface Handled {
  readonly stream: StreamWithTracks;
  readonly rundown: Rundown;
  readonly onAirId: ItemId | null;
  readonly ask: (asking: Asking) => void;
}

/** All that can be done with the rows, one or several chosen ones together. */
export function useRowActions({ stream, rundown, onAirId, ask }: Handled): RowsHandling {
  const { tracks, take } = rundown;
  const { playNow, setGapless } = useTrackActions(stream);
  const chosen = useChosen<ItemId>();
  const [said, setSaid] = useState("");
  const chosenIds = useMemo(() => tracks.flatMap(({ itemId }) => (chosen.ids.has(itemId) ? [itemId] : [])), [tracks, chosen.ids]);
  /** A row that is one of several chosen ones takes them all along. */
  const along = ({ itemId }: StreamTrack) => (chosenIds.length > 1 && chosen.ids.has(itemId) ? chosenIds : [itemId]);
  const canPlayNext = stream.isLive && stream.order === "sequential" && onAirId !== null;
  const playNext = canPlayNext ? (itemIds: readonly ItemId[]) => take(moveUnder(tracks, itemIds, onAirId)) : null;
  const actions: RowActions = {
    move(from, to) {
      const track = tracks[from];
      if (!track || to < 0 || to >= tracks.length) return;
      take(moveTo(tracks, along(track), from, to));
      setSaid(`${track.title} moved to position ${to + 1} of ${tracks.length}`);
    },
    toTop: (track) => take(moveToTop(tracks, along(track))),
    toBottom: (track) => take(moveToBottom(tracks, along(track))),
    toPlace: (track) => ask({ for: "place", itemIds: along(track) }),
    insertAfter: (track) => ask({ for: "add", after: track }),
    remove: ({ itemId }) => rundown.remove([itemId]),
    playNow: stream.isLive ? playNow : null,
    playNext: playNext && (({ itemId }) => playNext([itemId])),
    setGapless,
  };
  return { actions, chosen, chosenIds, playNext, said };
}

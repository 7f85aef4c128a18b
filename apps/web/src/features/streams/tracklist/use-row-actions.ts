import { applyStep, type ItemId, type StreamTrack, type StreamWithTracks } from "@nightjar/contract";
import { useMemo, useState } from "react";
import { useChosen, type Chosen } from "../../../lib/use-chosen.ts";
import { useLatest } from "../../../lib/use-latest.ts";
import { namesOf } from "./step-notices.ts";
import { type MoveStep, SHUFFLED_TEXT, moveBy, moveNext, moveTo, moveToBottom, moveToTop } from "./steps.ts";
import type { Asking } from "./tracklist-dialogs.tsx";
import type { RowActions } from "./tracklist-row.tsx";
import type { OnAirNow } from "./use-coming.ts";
import type { Rundown } from "./use-rundown.ts";
import { useTrackActions, type TrackActions } from "./use-track-actions.ts";

export interface RowsHandling {
  readonly actions: RowActions;
  readonly chosen: Chosen<ItemId>;
  /** Of those in the list, in its order: what somebody else has removed is not chosen any more. */
  readonly chosenIds: readonly ItemId[];
  /** null: nothing of the list is on air, or nothing else is chosen, or what follows is chosen by lot. */
  readonly playNext: ((itemIds: readonly ItemId[]) => void) | null;
  /** Why the stream never plays what it is told next, as a sentence; null: it does. */
  readonly whyNotNext: string | null;
  /** What was done last, in words. */
  readonly said: string;
}

interface Handled {
  readonly stream: StreamWithTracks;
  readonly rundown: Rundown;
  readonly air: Omit<OnAirNow, "times">;
  readonly ask: (asking: Asking) => void;
}

/** All that can be done with the rows, one or several chosen ones together. */
export function useRowActions({ stream, rundown, air, ask }: Handled): RowsHandling {
  const { tracks, move } = rundown;
  const chosen = useChosen<ItemId>();
  const [said, setSaid] = useState("");
  const chosenIds = useMemo(() => tracks.flatMap(({ itemId }) => (chosen.ids.has(itemId) ? [itemId] : [])), [tracks, chosen.ids]);
  const asked = useTrackActions(stream);
  const aim = tracks.find(({ itemId }) => itemId === asked.aimId);
  const airing = aim ? { ...air, nextItemId: aim.itemId, nextStartsAtMs: 0 } : air;
  const playNext = (itemIds: readonly ItemId[]) => {
    const step = moveNext(tracks, itemIds, airing, Date.now());
    if (step) move(step);
  };
  const isAiring = ({ itemId }: StreamTrack) => itemId === airing.itemId || itemId === airing.nextItemId;
  const whyNotNext = stream.order === "shuffled" ? SHUFFLED_TEXT : null;
  const canPlayNext = stream.isLive && whyNotNext === null && air.isHeard && tracks.some(isAiring);
  const isOtherChosen = chosenIds.some((id) => id !== air.itemId);
  const actions = useStableActions(
    { rundown, chosen, chosenIds, ask, setSaid, playNext, ...asked },
    { canPlayNow: stream.isLive, canPlayNext, whyNotNext },
  );
  return { actions, chosen, chosenIds, playNext: canPlayNext && isOtherChosen ? playNext : null, whyNotNext, said };
}

interface Needs extends Pick<Handled, "rundown" | "ask">, TrackActions {
  readonly chosen: Chosen<ItemId>;
  readonly chosenIds: readonly ItemId[];
  readonly setSaid: (text: string) => void;
  readonly playNext: (itemIds: readonly ItemId[]) => void;
}

interface Possible {
  readonly canPlayNow: boolean;
  readonly canPlayNext: boolean;
  readonly whyNotNext: string | null;
}

/** What a row can be told, the same while it scrolls: each looks at the list as it is when it is pressed. */
function useStableActions(needs: Needs, { canPlayNow, canPlayNext, whyNotNext }: Possible): RowActions {
  const latest = useLatest(needs);
  return useMemo(() => {
    /** A row that is one of several chosen ones takes them all along. */
    const along = ({ itemId }: StreamTrack) => {
      const { chosenIds } = latest.current;
      return chosenIds.length > 1 && chosenIds.includes(itemId) ? chosenIds : [itemId];
    };
    const moveAlong = (track: StreamTrack, stepOf: (tracks: readonly StreamTrack[], itemIds: readonly ItemId[]) => MoveStep) => {
      const { tracks, move } = latest.current.rundown;
      const step = stepOf(tracks, along(track));
      if (!move(step)) return;
      const place = applyStep(tracks, step, () => []).findIndex(({ itemId }) => itemId === step.itemIds[0]);
      latest.current.setSaid(`${namesOf(step.itemIds, tracks)} moved to position ${place + 1} of ${tracks.length}`);
    };
    return {
      choose({ itemId }, withShift) {
        const { chosen, rundown } = latest.current;
        chosen.press(
          itemId,
          withShift,
          rundown.tracks.map((track) => track.itemId),
        );
      },
      move(from, to) {
        const { tracks } = latest.current.rundown;
        const track = tracks[from];
        if (track) moveAlong(track, (list, itemIds) => moveTo(list, itemIds, from, to));
      },
      moveBy: (track, by) => moveAlong(track, (list, itemIds) => moveBy(list, itemIds, by)),
      toTop: (track) => moveAlong(track, moveToTop),
      toBottom: (track) => moveAlong(track, moveToBottom),
      toPlace: (track) => latest.current.ask({ for: "place", itemIds: along(track) }),
      insertAfter: (track) => latest.current.ask({ for: "add", after: track, seen: latest.current.rundown.tracks }),
      remove: ({ itemId }) => latest.current.rundown.remove([itemId]),
      playNow: canPlayNow ? (track) => latest.current.playNow(track) : null,
      playNext: canPlayNext ? (track) => latest.current.playNext(along(track)) : null,
      whyNotNext,
      setGapless: (track, isGapless) => latest.current.setGapless(track, isGapless),
    };
  }, [latest, canPlayNow, canPlayNext, whyNotNext]);
}

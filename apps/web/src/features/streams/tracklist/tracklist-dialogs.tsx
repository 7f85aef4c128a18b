import type { ItemId, StreamWithTracks } from "@nightjar/contract";
import { laterDialog } from "../../../layout/later-dialog.tsx";
import type { InsertPlace } from "./add-track-dialog.tsx";
import { moveToPlace } from "./steps.ts";
import type { Rundown } from "./use-rundown.ts";

const AddTrackDialog = laterDialog(async () => (await import("./add-track-dialog.tsx")).AddTrackDialog);
const MoveToDialog = laterDialog(async () => (await import("./move-to-dialog.tsx")).MoveToDialog);
const ConflictDialog = laterDialog(async () => (await import("./conflict-dialog.tsx")).ConflictDialog);

/** What the list asks for before it can be changed. */
export type Asking =
  | { readonly for: "add"; readonly after: null }
  | ({ readonly for: "add" } & Omit<InsertPlace, "now">)
  | { readonly for: "place"; readonly itemIds: readonly ItemId[] };

export interface TracklistDialogsProps {
  stream: StreamWithTracks;
  rundown: Rundown;
  asking: Asking | null;
  onClose: () => void;
}

export function TracklistDialogs({ stream, rundown, asking, onClose }: TracklistDialogsProps) {
  const { tracks, conflict, move, insert, insist, giveWay } = rundown;
  const discard = () => giveWay(() => []);
  return (
    <>
      {asking?.for === "add" && (
        <AddTrackDialog stream={stream} place={asking.after && { ...asking, now: tracks }} onInsert={insert} onClose={onClose} />
      )}
      {asking?.for === "place" && (
        <MoveToDialog
          itemIds={asking.itemIds}
          tracks={tracks}
          onMove={(to) => move(moveToPlace(tracks, asking.itemIds, to))}
          onClose={onClose}
        />
      )}
      {/* Over what is open: in its place it would throw away what is ticked there. */}
      {conflict && <ConflictDialog id={stream.id} conflict={conflict} onInsist={insist} onGiveWay={giveWay} onClose={discard} />}
    </>
  );
}

import type { ItemId, StreamTrack } from "@nightjar/contract";
import { Button, Dialog, DialogCancel, Field, Input } from "@nightjar/ui";
import { useState } from "react";
import { plural } from "../../../lib/format.ts";
import { idsOf } from "./steps.ts";

export interface MoveToDialogProps {
  /** Those that are moved, as far as they still stand in the list. */
  itemIds: readonly ItemId[];
  /** The list. */
  tracks: readonly StreamTrack[];
  /** From 0. */
  onMove: (to: number) => void;
  onClose: () => void;
}

function textOf(moving: number): string {
  if (moving === 0) return "Nothing is left to be moved: it was removed from the list meanwhile.";
  return moving === 1 ? "The track will stand there." : `${plural(moving, "track")} will stand there, under each other.`;
}

/** Asks for a place in a long list. */
export function MoveToDialog({ itemIds, tracks, onMove, onClose }: MoveToDialogProps) {
  const [text, setText] = useState("");
  const place = Number(text);
  const there = idsOf(tracks);
  const moving = itemIds.filter((id) => there.has(id)).length;
  const last = tracks.length - moving + 1;
  const isPlace = moving > 0 && Number.isInteger(place) && place >= 1 && place <= last;
  const confirm = () => {
    onMove(place - 1);
    onClose();
  };
  return (
    <Dialog
      onClose={onClose}
      title="Move to a Place"
      description={textOf(moving)}
      unsaved={text.trim() !== ""}
      footer={
        <>
          <DialogCancel />
          <Button variant="primary" type="submit" form="move-to" disabled={!isPlace}>
            Move
          </Button>
        </>
      }
    >
      <form
        id="move-to"
        onSubmit={(event) => {
          event.preventDefault();
          if (isPlace) confirm();
        }}
      >
        <Field label="Place" hint={`A number from 1 to ${last.toLocaleString("en")}.`}>
          {(control) => (
            <Input {...control} inputMode="numeric" autoComplete="off" value={text} onChange={(event) => setText(event.target.value)} />
          )}
        </Field>
      </form>
    </Dialog>
  );
}

import { Button, Dialog, DialogCancel, Field, Input } from "@nightjar/ui";
import { useState } from "react";
import { plural } from "../../../lib/format.ts";

export interface MoveToDialogProps {
  /** How many are moved. */
  moving: number;
  /** How many the list holds. */
  count: number;
  /** From 0. */
  onMove: (to: number) => void;
  onClose: () => void;
}

/** Asks for a place in a long list. */
export function MoveToDialog({ moving, count, onMove, onClose }: MoveToDialogProps) {
  const [text, setText] = useState("");
  const place = Number(text);
  const last = count - moving + 1;
  const isPlace = Number.isInteger(place) && place >= 1 && place <= last;
  const confirm = () => {
    onMove(place - 1);
    onClose();
  };
  return (
    <Dialog
      onClose={onClose}
      title="Move to a Place"
      description={moving === 1 ? "The track will stand there." : `${plural(moving, "track")} will stand there, under each other.`}
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

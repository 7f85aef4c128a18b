import type { ItemId, StreamHead, StreamId } from "@nightjar/contract";
import { Button, Dialog, DialogCancel, Field, Notice, Select } from "@nightjar/ui";
import { useEffect, useState } from "react";
import { Reading } from "../../../layout/reading.tsx";
import { plural } from "../../../lib/format.ts";
import { isolated } from "../../../lib/isolated.ts";
import { trpc } from "../../../lib/trpc.ts";
import { jumpTargets, type JumpTarget } from "./jump-targets.ts";

const FORM_ID = "jump-several";

/** Which of them; its entry in each list is looked for when somebody jumps. */
type Chosen = Pick<JumpTarget, "trackId">;

interface TargetsProps extends Pick<JumpSeveralDialogProps, "streams" | "onJump"> {
  chosen: Chosen | null;
  onChoose: (chosen: Chosen | null) => void;
}

function Targets({ streams, chosen, onChoose, onJump }: TargetsProps) {
  const [lists] = trpc.useSuspenseQueries((calls) => streams.map(({ id }) => calls.streams.get({ id })));
  const targets = jumpTargets(lists);
  const empty = streams.filter(({ id }) => targets[0]?.itemIds.has(id) !== true);
  const target = chosen && targets.find(({ trackId }) => trackId === chosen.trackId);
  const isGone = chosen !== null && !target;
  // Somebody took its track out of a list: nothing is chosen any more.
  useEffect(() => {
    if (isGone) onChoose(null);
  }, [isGone, onChoose]);
  if (targets.length === 0) return <Notice tone="warn">None of them has a track that could be played.</Notice>;
  return (
    <form
      id={FORM_ID}
      onSubmit={(event) => {
        event.preventDefault();
        if (!target) return;
        onJump(
          streams.filter(({ id }) => target.itemIds.has(id)),
          target.itemIds,
        );
      }}
    >
      <Field
        label="Jump to"
        hint={targets.length === 1 ? "They have no track in common." : "The beginning, or a track that all of them hold."}
      >
        {(control) => (
          <Select
            {...control}
            value={target ? String(targets.indexOf(target)) : ""}
            onChange={(event) => onChoose(targets[Number(event.target.value)] ?? null)}
          >
            <option value="" disabled>
              Choose a track
            </option>
            {targets.map(({ trackId, name }, index) => (
              <option key={trackId ?? "first"} value={index} dir="auto">
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {empty.length > 0 && (
        <Notice tone="warn" className="mt-3">
          {empty.map(({ title }) => isolated(title)).join(", ")}: no track that could be played. Nothing changes there.
        </Notice>
      )}
    </form>
  );
}

export interface JumpSeveralDialogProps {
  streams: readonly StreamHead[];
  onJump: (streams: readonly StreamHead[], itemIds: ReadonlyMap<StreamId, ItemId>) => void;
  onClose: () => void;
}

/** Asks where several streams shall go on. Mounted while it is open. */
export function JumpSeveralDialog({ streams, onJump, onClose }: JumpSeveralDialogProps) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  return (
    <Dialog
      onClose={onClose}
      title={`Jump in ${plural(streams.length, "Stream")}`}
      description="Each leaves the track that is heard and goes on from there, on air at once."
      footer={
        <>
          <DialogCancel />
          <Button variant="primary" type="submit" form={FORM_ID} disabled={chosen === null}>
            Jump
          </Button>
        </>
      }
    >
      <Reading loading="Loading tracks..." failed="The tracklists could not be read">
        <Targets
          streams={streams}
          chosen={chosen}
          onChoose={setChosen}
          onJump={(...jump) => {
            onClose();
            onJump(...jump);
          }}
        />
      </Reading>
    </Dialog>
  );
}

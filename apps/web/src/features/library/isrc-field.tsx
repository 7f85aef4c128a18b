import type { TrackId } from "@nightjar/contract";
import { Button, Field, Input, isComposing, Locked } from "@nightjar/ui";
import { Search, Undo2 } from "lucide-react";
import { use } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { TrackChange, TrackFormValues } from "./track-form.ts";
import { useLookup } from "./use-lookup.ts";

export interface IsrcFieldProps {
  form: UseFormReturn<TrackFormValues, unknown, TrackChange>;
  /** The track that is edited; null: a new one. */
  trackId: TrackId | null;
  onBusy: (isBusy: boolean) => void;
}

/** The code, and what is known by it. */
export function IsrcField({ form, trackId, onBusy }: IsrcFieldProps) {
  const { isLooking, note, ...lookup } = useLookup({ form, trackId, onBusy });
  const isLocked = use(Locked);
  const look = () => !isLocked && lookup.look();
  const undo = () => !isLocked && lookup.undo();
  return (
    <div className="flex flex-col gap-2 sm:col-span-2">
      <Field label="ISRC Code" error={form.formState.errors.isrcCode?.message}>
        {(control) => (
          <div className="flex gap-3">
            <Input
              {...control}
              autoCapitalize="characters"
              placeholder="USRC17607839"
              {...form.register("isrcCode")}
              onKeyDown={(event) => {
                if (event.key !== "Enter" || isComposing(event.nativeEvent)) return;
                // Within the form it would save.
                event.preventDefault();
                look();
              }}
            />
            <Button busy={isLooking} onClick={look}>
              <Search aria-hidden />
              Lookup
            </Button>
          </div>
        )}
      </Field>
      {note !== null && (
        <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
          <p className="min-w-0">{note}</p>
          <Button size="sm" variant="ghost" onClick={undo}>
            <Undo2 aria-hidden />
            Undo
          </Button>
        </div>
      )}
    </div>
  );
}

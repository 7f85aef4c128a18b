import type { Track } from "@nightjar/contract";
import { skipToken } from "@tanstack/react-query";
import { useEffect, useState, type SyntheticEvent } from "react";
import { useForm, useWatch, type UseFormReturn } from "react-hook-form";
import { trpc } from "../../lib/trpc.ts";
import {
  changedNames,
  checkForm,
  EMPTY_FORM,
  formOf,
  isStored,
  trackResolver,
  type TrackChange,
  type TrackFormValues,
} from "./track-form.ts";
import { useSaveTrack } from "./use-save-track.ts";

export interface TrackFormState {
  readonly form: UseFormReturn<TrackFormValues, unknown, TrackChange>;
  /** The track as the form was filled from; null: a new one. */
  readonly editing: Track | null;
  /** Something was typed that is not saved. */
  readonly isTyped: boolean;
  readonly isSaving: boolean;
  /** Why it was not saved, in a sentence. */
  readonly failure: string | null;
  /** Somebody else has changed the track since, and something is typed here too. */
  readonly conflict: { readonly before: TrackFormValues; readonly theirs: TrackFormValues } | null;
  submit(event: SyntheticEvent): void;
  loadTheirs(): void;
  keepMine(): void;
}

/** What the form is filled from, and what was typed before and goes over it. */
interface Base {
  readonly track: Track | null;
  readonly typed: Partial<TrackFormValues>;
}

/** What was typed is stored: the answer that would have said so was lost, or somebody else typed the same. */
function isSent(start: TrackFormValues, values: TrackFormValues, stored: Track): boolean {
  const { change } = checkForm(start, values);
  return change?.is === "changed" && isStored(change.fields, stored);
}

/** The form of a track: sends what was changed, and sees what others change meanwhile. */
export function useTrackForm(track: Track | null, onSaved: () => void): TrackFormState {
  const [base, setBase] = useState<Base>({ track, typed: {} });
  const [failure, setFailure] = useState<string | null>(null);
  const editing = base.track;
  const start = editing ? formOf(editing) : EMPTY_FORM;
  const form = useForm({ resolver: trackResolver(editing && start), defaultValues: start });
  const { control, reset, setValue } = form;
  const values = { ...start, ...useWatch({ control }) };
  const typed = changedNames(start, values);
  const isTyped = typed.length > 0;

  const { isSaving, save } = useSaveTrack(editing);
  const { data: newest } = trpc.tracks.get.useQuery(track ? { id: track.id } : skipToken, { ...(track && { initialData: track }) });
  const theirs = newest && editing && !isSaving && newest.revision > editing.revision ? newest : null;
  const isOwn = theirs !== null && isTyped && isSent(start, values, theirs);
  // As long as nothing is typed but what is stored by now, the form simply follows.
  if (theirs && (!isTyped || isOwn)) setBase({ track: theirs, typed: {} });
  if (isOwn) setFailure(null);
  useEffect(() => {
    if (!base.track) return;
    reset(formOf(base.track));
    for (const [name, value] of Object.entries(base.typed)) setValue(name as keyof TrackFormValues, value, { shouldDirty: true });
  }, [base, reset, setValue]);

  const send = form.handleSubmit(async (change) => {
    setFailure(null);
    const saved = await save(change);
    if (saved.is === "saved") onSaved();
    else if (saved.is === "refused") setFailure(saved.why);
  });
  const take = (kept: Partial<TrackFormValues>) => {
    setFailure(null);
    setBase({ track: theirs, typed: kept });
  };
  return {
    ...{ form, editing, isTyped, isSaving, failure },
    conflict: theirs && isTyped && !isOwn ? { before: start, theirs: formOf(theirs) } : null,
    submit: (event) => void send(event),
    loadTheirs: () => take({}),
    keepMine: () => take(Object.fromEntries(typed.map((name) => [name, values[name]]))),
  };
}

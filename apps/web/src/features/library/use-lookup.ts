import { isIsrc, ISRC_TEXT, normalIsrc, parseDuration, type IsrcLookup, type TrackId } from "@nightjar/contract";
import { useEffect, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { askOnce } from "../../lib/ask-once.ts";
import { messageOf, silenceOf } from "../../lib/errors.ts";
import { complain, notify } from "../../lib/toast.ts";
import { trpcClient } from "../../lib/trpc.ts";
import { beforeLookup, fromLookup, LOOKUP_FAILED, lookupFailure, lookupText } from "./lookup.ts";
import { ownCover } from "./own-cover.ts";
import type { TrackChange, TrackFormValues } from "./track-form.ts";

const NAMES = (fields: Partial<TrackFormValues>) => Object.keys(fields) as (keyof TrackFormValues)[];

export interface LookupState {
  readonly isLooking: boolean;
  /** What the last look-up did; null: there was none, or it was taken back. */
  readonly note: string | null;
  look(): void;
  /** Puts back what stood there before. */
  undo(): void;
}

interface LookupNeeds {
  readonly form: UseFormReturn<TrackFormValues, unknown, TrackChange>;
  /** The track that is edited, which does not answer for itself; null: a new one. */
  readonly trackId: TrackId | null;
  readonly onBusy: (isBusy: boolean) => void;
}

/** Fills a form in by its ISRC code, the cover included. */
export function useLookup({ form, trackId, onBusy }: LookupNeeds): LookupState {
  const [isLooking, setLooking] = useState(false);
  const [done, setDone] = useState<{ readonly note: string; readonly before: Partial<TrackFormValues> } | null>(null);
  const isClosed = useClosed();
  const underWay = useRef(new Set<string>());
  const tellBusy = () => {
    const isBusy = underWay.current.size > 0;
    setLooking(isBusy);
    onBusy(isBusy);
  };
  const codeNow = () => normalIsrc(form.getValues("isrcCode"));
  const put = (fields: Partial<TrackFormValues>) => {
    for (const name of NAMES(fields)) form.setValue(name, fields[name] ?? "", { shouldDirty: true });
    form.clearErrors(NAMES(fields));
  };
  const take = (found: IsrcLookup, cover: string | null) => {
    const before = form.getValues();
    const fields = fromLookup(found, before, cover);
    const changed = beforeLookup(before, fields);
    put(fields);
    setDone({ note: lookupText(found, NAMES(changed)), before: changed });
    notify("ISRC Lookup Successful", [found.title, found.artist].filter((text) => text !== null).join(" by "));
  };
  const run = async (code: string) => {
    try {
      const durationMs = parseDuration(form.getValues("duration"));
      const found = await askOnce(trpcClient.tracks.lookupIsrc, {
        isrcCode: code,
        ...(trackId !== null && { exceptId: trackId }),
        ...(durationMs !== null && { durationMs }),
      });
      const cover = await ownCover(found);
      // Another code has been typed meanwhile, or nobody looks any more.
      if (!isClosed() && codeNow() === code) take(found, cover);
    } catch (error) {
      if (isClosed()) return;
      const reason = silenceOf(error);
      complain(LOOKUP_FAILED, reason ?? lookupFailure(messageOf(error, "") || null));
    }
  };
  return {
    ...{ isLooking, note: done?.note ?? null },
    look() {
      const code = codeNow();
      // By a second Enter, or one that is held: its answer would find all of the first one's there, and leave Undo nothing to put back.
      if (underWay.current.has(code)) return;
      setDone(null);
      if (!isIsrc(code)) return form.setError("isrcCode", { type: "rule", message: ISRC_TEXT });
      form.clearErrors("isrcCode");
      underWay.current.add(code);
      tellBusy();
      void run(code).finally(() => {
        underWay.current.delete(code);
        tellBusy();
      });
    },
    undo() {
      if (done) put(done.before);
      setDone(null);
    },
  };
}

/** Whether the component has gone. */
function useClosed(): () => boolean {
  const ref = useRef(false);
  useEffect(() => {
    ref.current = false;
    return () => void (ref.current = true);
  }, []);
  return () => ref.current;
}

import type { Track, TrackFields } from "@nightjar/contract";
import { reasonFor } from "../../lib/errors.ts";
import { complain, notify } from "../../lib/toast.ts";
import { api, trpc } from "../../lib/trpc.ts";
import { useVerb } from "../../lib/use-verb.ts";
import { duplicateText, findDuplicate } from "./track-form.ts";

export interface SaveTrack {
  readonly isSaving: boolean;
  /** @returns null when it was saved, else the sentence that says why not */
  save(fields: TrackFields): Promise<string | null>;
}

/** Creates a track, or changes the given one; tells the outcome by notice. */
export function useSaveTrack(editing: Track | null): SaveTrack {
  const create = useVerb(trpc.tracks.create, { failed: "shown" });
  const update = useVerb(trpc.tracks.update, { failed: "shown" });
  const refuse = (text: string) => {
    complain(editing ? "Update Failed" : "Upload Failed", text);
    return text;
  };
  return {
    isSaving: create.isPending || update.isPending,
    async save(fields) {
      try {
        const alike = await api.tracks.list.fetch({ search: fields.title, limit: 100 }, { staleTime: 0 });
        const duplicate = findDuplicate(alike.items, fields, editing?.id ?? null);
        if (duplicate) return refuse(duplicateText(duplicate));
        if (editing) await update.attempt({ id: editing.id, ...fields });
        else await create.attempt(fields);
      } catch (error) {
        return refuse(reasonFor(error, `Failed to ${editing ? "update" : "upload"} track. Please try again.`));
      }
      notify(editing ? "Track Updated" : "Track Uploaded", `${fields.title} by ${fields.artist}`);
      return null;
    },
  };
}

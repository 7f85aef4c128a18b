import { track, type Track } from "@nightjar/contract";
import { TRPCClientError } from "@trpc/client";
import { z } from "zod";
import { inOneLine, saidOf } from "../../lib/errors.ts";
import { complainOf, notify } from "../../lib/toast.ts";
import { trpc } from "../../lib/trpc.ts";
import { useVerb } from "../../lib/use-verb.ts";
import { isStored, type TrackChange } from "./track-form.ts";

/** How saving ended: why not, in a sentence, or with the track as somebody else has left it in the meantime. */
export type Saved = { readonly is: "saved" } | { readonly is: "refused"; readonly why: string } | { readonly is: "overtaken" };

export interface SaveTrack {
  readonly isSaving: boolean;
  save(change: TrackChange): Promise<Saved>;
}

const overtaken = z.object({ details: z.object({ track }) });

/** The track as it is now, when it was changed by somebody else since it was read. */
function theirsIn(error: unknown): Track | null {
  if (!(error instanceof TRPCClientError)) return null;
  return overtaken.safeParse(error.data).data?.details.track ?? null;
}

/** Creates a track, or changes the given one; tells the outcome by notice. */
export function useSaveTrack(editing: Track | null): SaveTrack {
  const utils = trpc.useUtils();
  const create = useVerb(trpc.tracks.create, { failed: "shown" });
  const update = useVerb(trpc.tracks.update, { failed: "shown" });
  const send = async (change: TrackChange): Promise<Track> => {
    if (change.is === "new") return create.attempt(change.fields);
    if (editing === null) throw new Error("there is no track to change");
    return update.attempt({ ...change.fields, id: editing.id, revision: editing.revision });
  };
  const tellSaved = ({ title, artist }: Track) => notify(editing ? "Track Updated" : "Track Uploaded", `${title} by ${artist}`);
  return {
    isSaving: create.isPending || update.isPending,
    async save(change) {
      try {
        tellSaved(await send(change));
        return { is: "saved" };
      } catch (error) {
        const theirs = theirsIn(error);
        if (theirs && change.is === "changed" && isStored(change.fields, theirs)) {
          tellSaved(theirs);
          return { is: "saved" };
        }
        if (theirs) {
          utils.tracks.get.setData({ id: theirs.id }, theirs);
          return { is: "overtaken" };
        }
        const text = `Failed to ${editing ? "update" : "upload"} track. Please try again.`;
        complainOf(error, [editing ? "Update Failed" : "Upload Failed", text]);
        return { is: "refused", why: inOneLine(saidOf(error, text)) };
      }
    },
  };
}

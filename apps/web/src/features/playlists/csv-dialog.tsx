import { Button, Dialog, DialogCancel, DropZone, Field, Input, Notice } from "@nightjar/ui";
import { newId } from "@nightjar/kit";
import { useState } from "react";
import { plural } from "../../lib/format.ts";
import { notify } from "../../lib/toast.ts";
import { trpc } from "../../lib/trpc.ts";
import { useVerb } from "../../lib/use-verb.ts";
import { CsvPreview } from "./csv-preview.tsx";
import { readPlaylistFile, type ReadFile } from "./csv.ts";
import { decidedEntries, NOTHING_DECIDED, withDecision, type Decisions } from "./preview.ts";

export interface CsvDialogProps {
  onClose: () => void;
  onMade: (id: string) => void;
}

const FILE_MAX_BYTES = 20 * 1024 * 1024;

/** Reads a file here, shows what is in it, and keeps it as a playlist. Mounted while it is open. */
export function CsvDialog({ onClose, onMade }: CsvDialogProps) {
  const [id, setId] = useState(newId);
  const [read, setRead] = useState<ReadFile | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [suggested, setSuggested] = useState("");
  const name = typed ?? suggested;
  const create = useVerb(trpc.playlists.create, {
    failed: ["Import Failed"],
    shown: (made) => {
      notify("Playlist Analyzed", `${made.name}: ${plural(made.trackCount, "track")}`);
      onClose();
      onMade(made.id);
    },
  });
  const [decisions, setDecisions] = useState<Decisions>(NOTHING_DECIDED);
  const match = useVerb(trpc.playlists.match, { failed: "shown" });
  const take = async ([file]: File[]) => {
    if (!file) return;
    const result =
      file.size > FILE_MAX_BYTES
        ? "The file is larger than 20 MB, so it is no playlist."
        : readPlaylistFile(new Uint8Array(await file.arrayBuffer()));
    setId(newId());
    setRead(typeof result === "string" ? null : result);
    setRefusal(typeof result === "string" ? result : null);
    setDecisions(NOTHING_DECIDED);
    if (typeof result === "string") return;
    if (result.entries.length > 0) match.run({ entries: [...result.entries] });
    setSuggested(file.name.replace(/\.[^.]+$/, "").replaceAll("_", " "));
    // What was emptied is as if nothing had been typed.
    setTyped((before) => before || null);
  };
  const isReady = read !== null && read.entries.length > 0 && name.trim() !== "";
  return (
    <Dialog
      onClose={onClose}
      locked={create.isPending}
      unsaved={read !== null}
      width="lg"
      title="Import CSV"
      description="A file with a row for each track. Nothing is kept before you have seen it."
      footer={
        <>
          <DialogCancel disabled={create.isPending} />
          <Button
            variant="primary"
            busy={create.isPending}
            disabled={!isReady}
            onClick={() => read && create.run({ id, name: name.trim(), source: "csv", entries: decidedEntries(read.entries, decisions) })}
          >
            {create.isPending ? "Analyzing..." : "Analyze Playlist"}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <DropZone
          label="CSV file"
          accept=".csv,.tsv,.txt,text/csv"
          hint="As Exportify or this studio writes it: columns for title and artist, best with ISRC."
          onFiles={(files) => void take(files)}
        />
        {refusal !== null && (
          <Notice tone="bad" role="alert">
            {refusal}
          </Notice>
        )}
        {read && (
          <>
            <Field label="Name" required>
              {(control) => <Input {...control} required maxLength={200} value={name} onChange={(event) => setTyped(event.target.value)} />}
            </Field>
            <CsvPreview
              read={read}
              matches={match.isPending ? undefined : match.output}
              failure={match.error}
              decisions={decisions}
              onDecide={(at, trackId) => setDecisions((before) => withDecision(before, at, trackId))}
            />
          </>
        )}
      </div>
    </Dialog>
  );
}

import { Button, Dialog, DialogCancel, DropZone, Field, Input, Notice } from "@nightjar/ui";
import { useState } from "react";
import { ScrollRows } from "../../layout/scroll-rows.tsx";
import { plural } from "../../lib/format.ts";
import { notify } from "../../lib/toast.ts";
import { trpc } from "../../lib/trpc.ts";
import { useVerb } from "../../lib/use-verb.ts";
import { readPlaylist, type ReadPlaylist } from "./csv.ts";

export interface CsvDialogProps {
  onClose: () => void;
  onMade: (id: string) => void;
}

const ROW_PX = 48;
const FILE_MAX_BYTES = 20 * 1024 * 1024;
const SKIPPED_SHOWN = 5;

function Preview({ read }: { read: ReadPlaylist }) {
  const { entries, skipped, columns, wrongCodes } = read;
  const withCode = entries.filter(({ isrcCode }) => isrcCode).length - wrongCodes;
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="text-sm text-soft">
        {plural(entries.length, "track")}, {withCode.toLocaleString("en")} with an ISRC code. Read from the columns {columns.join(", ")}.
      </p>
      {wrongCodes > 0 && (
        <Notice tone="warn">{plural(wrongCodes, "code")} cannot be an ISRC. Those tracks are found by title and artist.</Notice>
      )}
      {skipped.length > 0 && (
        <Notice tone="warn">
          {plural(skipped.length, "row is", "rows are")} left out:{" "}
          {skipped
            .slice(0, SKIPPED_SHOWN)
            .map(({ row, why }) => `row ${row}, ${why}`)
            .join("; ")}
          {skipped.length > SKIPPED_SHOWN && " and so on"}.
        </Notice>
      )}
      <ScrollRows
        count={entries.length}
        rowPx={ROW_PX}
        keyOf={(index) => index}
        label="Tracks of the file"
        className="max-h-72 overflow-y-auto rounded-lg border border-line"
      >
        {(index) => (
          <div role="listitem" className="flex h-12 items-center gap-3 border-b border-line px-3 text-sm">
            <span className="w-10 shrink-0 text-right text-dim tabular-nums">{index + 1}</span>
            <span className="min-w-0 flex-1 truncate">
              {entries[index]?.title} <span className="text-soft">by {entries[index]?.artist}</span>
            </span>
            <span className="shrink-0 text-xs text-dim tabular-nums max-sm:hidden">{entries[index]?.isrcCode}</span>
          </div>
        )}
      </ScrollRows>
    </div>
  );
}

/** Reads a file here, shows what is in it, and keeps it as a playlist. Mounted while it is open. */
export function CsvDialog({ onClose, onMade }: CsvDialogProps) {
  const [read, setRead] = useState<ReadPlaylist | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [name, setName] = useState("");
  const create = useVerb(trpc.playlists.create, {
    failed: ["Import Failed"],
    shown: (made) => {
      notify("Playlist Analyzed", `${made.name}: ${plural(made.trackCount, "track")}`);
      onClose();
      onMade(made.id);
    },
  });
  const take = async ([file]: File[]) => {
    if (!file) return;
    const result = file.size > FILE_MAX_BYTES ? "The file is larger than 20 MB, so it is no playlist." : readPlaylist(await file.text());
    setRead(typeof result === "string" ? null : result);
    setRefusal(typeof result === "string" ? result : null);
    setName((before) => before || file.name.replace(/\.[^.]+$/, "").replaceAll("_", " "));
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
            onClick={() => read && create.run({ name: name.trim(), source: "csv", entries: [...read.entries] })}
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
              {(control) => <Input {...control} required maxLength={200} value={name} onChange={(event) => setName(event.target.value)} />}
            </Field>
            <Preview read={read} />
          </>
        )}
      </div>
    </Dialog>
  );
}

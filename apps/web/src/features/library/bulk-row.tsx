import { Badge, IconButton, Input, keyedOnce, oncePressed, ProgressBar, type Tone } from "@nightjar/ui";
import { CircleStop, X } from "lucide-react";
import { useId } from "react";
import { fileSize } from "../../lib/format.ts";
import { codeProblem, isBeingAdded, isOpen, needsArtist, type BulkItem, type BulkStatus } from "./bulk-items.ts";

const STATUS: Readonly<Record<BulkStatus, { word: string; tone: Tone }>> = {
  pending: { word: "Pending", tone: "neutral" },
  processing: { word: "Processing", tone: "moon" },
  success: { word: "Success", tone: "good" },
  error: { word: "Error", tone: "bad" },
  duplicate: { word: "Duplicate", tone: "warn" },
};
/** The end of processing, in which it cannot be cancelled any more. */
const ADDING = { word: "Adding", tone: "moon" } as const;

export interface BulkRowProps {
  item: BulkItem;
  onIsrc: (isrcCode: string) => void;
  onArtist: (artist: string) => void;
  /** @returns true when the text was a column and has been filled in */
  onPaste: (text: string) => boolean;
  onRemove: () => void;
  onCancel: () => void;
}

function Fields({ item, noteId, onIsrc, onArtist, onPaste }: Omit<BulkRowProps, "onRemove" | "onCancel"> & { noteId: string }) {
  const { name } = item.file;
  const problem = codeProblem(item);
  return (
    <div className="flex min-w-0 flex-col gap-2 max-sm:order-last max-sm:col-span-3">
      <Input
        aria-label={`ISRC code for ${name}`}
        aria-invalid={problem !== null}
        {...(problem !== null && { "aria-describedby": noteId })}
        placeholder="ISRC code"
        autoCapitalize="characters"
        value={item.isrcCode}
        disabled={!isOpen(item)}
        onChange={(event) => onIsrc(event.target.value)}
        onPaste={(event) => {
          if (onPaste(event.clipboardData.getData("text"))) event.preventDefault();
        }}
      />
      {needsArtist(item) && (
        <Input
          aria-label={`Artist of ${name}`}
          placeholder="Artist"
          maxLength={500}
          value={item.artist}
          disabled={!isOpen(item)}
          onChange={(event) => onArtist(event.target.value)}
        />
      )}
    </div>
  );
}

function Behind({ name = null }: { name: string | null | undefined }) {
  if (name === null) return null;
  return (
    <>
      {" "}
      · <bdi>{name}</bdi>
    </>
  );
}

/** What the file says of itself, beside its size. */
function Facts({ item: { file, tags } }: Pick<BulkRowProps, "item">) {
  return (
    <p className="name-line text-xs text-dim tabular-nums">
      {fileSize(file.size, 2)}
      <Behind name={tags?.artist} />
      <Behind name={tags?.title} />
    </p>
  );
}

/** One file of a bulk upload. */
export function BulkRow({ item, onRemove, onCancel, ...fields }: BulkRowProps) {
  const noteId = useId();
  const isAdding = isBeingAdded(item);
  const { word, tone } = isAdding ? ADDING : STATUS[item.status];
  const { name } = item.file;
  const problem = codeProblem(item);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-start gap-x-3 gap-y-2 border-t border-line py-3 sm:grid-cols-[minmax(0,1fr)_13rem_6rem_auto]">
      <div className="min-w-0 self-center">
        <p dir="auto" className="truncate text-sm font-medium">
          {name}
        </p>
        <Facts item={item} />
        {item.lookupNote !== null && <p className="text-xs wrap-anywhere text-dim">{item.lookupNote}</p>}
      </div>
      <Fields item={item} noteId={noteId} {...fields} />
      <Badge tone={tone} className="mt-2 justify-self-start">
        {word}
      </Badge>
      {item.status === "processing" ? (
        <IconButton label={`Cancel ${name}`} icon={<CircleStop />} busy={isAdding} onKeyDown={keyedOnce} onClick={oncePressed(onCancel)} />
      ) : (
        <IconButton label={`Remove ${name}`} icon={<X />} onKeyDown={keyedOnce} onClick={oncePressed(onRemove)} />
      )}
      {item.share !== null && <ProgressBar label={`Progress of ${name}`} value={item.share} className="col-span-full max-sm:order-last" />}
      {(item.errorMessage ?? problem) !== null && (
        <p id={noteId} role="alert" className="col-span-full text-sm wrap-anywhere text-bad max-sm:order-last">
          {item.errorMessage ?? problem}
        </p>
      )}
    </li>
  );
}

import { Button, cn, IconButton, keyedOnce, oncePressed, ProgressBar } from "@nightjar/ui";
import { CircleAlert, CircleCheck, Film, X } from "lucide-react";
import { fileSize } from "../../lib/format.ts";
import { type VideoItem, isUnderWay } from "./upload-queue.ts";
import { uploads } from "./uploads.ts";
import { removalOf, stateOf } from "./words.ts";

function Sign({ item }: { item: VideoItem }) {
  if (item.status === "failed") return <CircleAlert aria-hidden className="size-5 shrink-0 text-bad" />;
  if (isUnderWay(item)) return <Film aria-hidden className="size-5 shrink-0 text-dim" />;
  return <CircleCheck aria-hidden className="size-5 shrink-0 text-good" />;
}

/** One file on its way. */
export function UploadRow({ item }: { item: VideoItem }) {
  const { file, id, status } = item;
  return (
    <li aria-label={file.name} className="flex flex-col gap-2 py-3">
      <div className="flex items-center gap-3">
        <Sign item={item} />
        <div className="min-w-0 flex-1">
          <p dir="auto" className="truncate text-sm font-medium">
            {file.name}
          </p>
          <p
            className={cn("text-sm tabular-nums wrap-anywhere", status === "failed" ? "text-bad" : item.isHeld ? "text-warn" : "text-dim")}
          >
            {stateOf(item)} · {fileSize(file.size, 1)}
          </p>
        </div>
        {(item.isHeld || (status === "failed" && item.mayWork)) && (
          <Button size="sm" onClick={() => uploads.retry(id)}>
            Try Again
          </Button>
        )}
        <IconButton
          label={removalOf(item)}
          icon={<X />}
          className="pointer-coarse:size-11"
          onKeyDown={keyedOnce}
          onClick={oncePressed(() => uploads.remove(id))}
        />
      </div>
      {(status === "sending" || status === "checking") && (
        <ProgressBar label={`Upload of ${file.name}`} value={item.share} tone={item.isHeld ? "warn" : "moon"} />
      )}
    </li>
  );
}

import { fromEvent } from "file-selector";
import { Upload } from "lucide-react";
import { use, useId, useState, type DragEvent } from "react";
import { cn } from "./cn.ts";
import { Locked } from "./locked.ts";

export interface DropZoneProps {
  /** The file input's accessible name. */
  label: string;
  /** What may be chosen, as the input's accept attribute. */
  accept: string;
  hint: string;
  multiple?: boolean;
  onFiles: (files: File[]) => void;
  /** A zone for one file was given several: the first is taken, and so many are not. */
  onLeftOut?: (count: number) => void;
}

/** Takes files by drop, whole folders too, by click and by keyboard. What is allowed is for the caller to check: accept is only a wish. */
export function DropZone({ label, accept, hint, multiple = false, onFiles, onLeftOut }: DropZoneProps) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const isLocked = use(Locked);
  const take = (files: File[]) => {
    if (isLocked) return;
    // First, so that what is said of the file itself is not covered by it.
    if (files.length > 1 && !multiple) onLeftOut?.(files.length - 1);
    if (files.length > 0) onFiles(multiple ? files : files.slice(0, 1));
  };
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  return (
    <label
      htmlFor={id}
      onDragOver={over}
      onDragEnter={over}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        // A folder is walked through.
        void fromEvent(event.nativeEvent).then((dropped) => take(dropped.filter((file) => file instanceof File)));
      }}
      className={cn(
        "flex cursor-pointer flex-col items-center gap-1 rounded-xl border border-dashed px-6 py-10 text-center transition-colors",
        "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-moon",
        isOver ? "border-moon bg-moon/10" : "border-edge hover:bg-raised",
      )}
    >
      <Upload aria-hidden className="mb-2 size-6 text-moon" />
      <span className="font-medium">
        Drop {multiple ? "files" : "a file"} here or{" "}
        <span className="text-moon underline underline-offset-4">choose {multiple ? "them" : "one"}</span>
      </span>
      <span className="text-sm text-dim">{hint}</span>
      <input
        id={id}
        type="file"
        aria-label={label}
        accept={accept}
        multiple={multiple}
        className="sr-only"
        onChange={(event) => {
          take([...(event.target.files ?? [])]);
          // The same file can be chosen again after a failure.
          event.target.value = "";
        }}
      />
    </label>
  );
}

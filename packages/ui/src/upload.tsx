import { CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "./cn.ts";
import { Counting, ProgressBar } from "./signals.tsx";

export interface UploadUnderWayProps {
  fileName: string;
  size: string;
  /** 0 to 1. */
  share: number;
  /** What is being done. */
  text: string;
  /** It waits, for a line that is gone for one. */
  isHeld?: boolean;
  /** Buttons. */
  children: ReactNode;
}

/** How far a file has come. */
export function UploadUnderWay({ fileName, size, share, text, isHeld = false, children }: UploadUnderWayProps) {
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-baseline justify-between gap-4">
        <p dir="auto" className="min-w-0 truncate font-medium">
          {fileName}
        </p>
        <p className="shrink-0 text-sm text-dim tabular-nums">{size}</p>
      </div>
      <ProgressBar label="Upload progress" value={share} tone={isHeld ? "warn" : "moon"} />
      <div className="flex items-center justify-between gap-4">
        <p role="status" className={cn("text-sm tabular-nums", isHeld ? "text-warn" : "text-soft")}>
          <Counting text={text} />
        </p>
        <div className="flex shrink-0 gap-2">{children}</div>
      </div>
    </div>
  );
}

export function UploadComplete({ fileName }: { fileName: string }) {
  return (
    <div role="status" className="flex flex-col items-center gap-1 text-center">
      <CircleCheck aria-hidden className="mb-2 size-10 text-good" />
      <p className="font-medium">Upload Complete!</p>
      <p dir="auto" className="max-w-full truncate text-sm text-dim">
        {fileName}
      </p>
    </div>
  );
}

import { cn, ProgressBar, useUnloadGuard } from "@nightjar/ui";
import { Link } from "@tanstack/react-router";
import { CircleAlert, CloudUpload } from "lucide-react";
import { useEffect, useSyncExternalStore } from "react";
import { plural } from "../lib/format.ts";
import { type UploadsShown, uploadsShown } from "../lib/uploads-shown.ts";

const wordsOf = ({ failed, files, isHeld, share }: UploadsShown): string => {
  if (files === 0) return `${plural(failed, "upload")} failed`;
  if (isHeld) return "Upload waits for the connection";
  return `Uploading ${plural(files, "file")}, ${Math.floor(share * 100)} %`;
};

/** Uploads that go on while somebody is at another screen; it leads to where they are listed. */
export function UploadsPlace({ shape, onNavigate }: { shape: "panel" | "bar"; onNavigate?: () => void }) {
  const shown = useSyncExternalStore(uploadsShown.subscribe, uploadsShown.snapshot);
  if (shown === null || (shown.files === 0 && shown.failed === 0)) return null;
  const isBad = shown.files === 0;
  const Icon = isBad ? CircleAlert : CloudUpload;
  return (
    <Link
      to="/backgrounds"
      onClick={onNavigate}
      className={cn(
        "flex flex-col gap-2 transition-colors hover:bg-raised",
        shape === "panel" ? "border-t border-line px-6 py-3" : "min-w-0 justify-center rounded-lg px-3 py-2",
      )}
    >
      <span className={cn("flex min-w-0 items-center gap-2.5 text-sm", isBad ? "text-bad" : shown.isHeld ? "text-warn" : "text-soft")}>
        <Icon aria-hidden className="size-4 shrink-0" />
        <span className="truncate tabular-nums">{wordsOf(shown)}</span>
      </span>
      {!isBad && <ProgressBar label="Uploads" value={shown.share} tone={shown.isHeld ? "warn" : "moon"} />}
    </Link>
  );
}

/** Who leaves the page is asked while something is on its way; who leaves the studio ends it. */
export function useUploadsGuarded(): void {
  const isUnderWay = useSyncExternalStore(uploadsShown.subscribe, () => (uploadsShown.snapshot()?.files ?? 0) > 0);
  useUnloadGuard(isUnderWay);
  useEffect(() => () => uploadsShown.leave(), []);
}

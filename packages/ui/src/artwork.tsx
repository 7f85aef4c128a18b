import { Disc3 } from "lucide-react";
import { useState } from "react";
import { cn } from "./cn.ts";

export interface ArtworkProps {
  url: string | null | undefined;
  className?: string;
}

/** A square picture beside a title, so without a name of its own; a plain disc where there is none or it cannot be loaded. */
export function Artwork({ url, className }: ArtworkProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const frame = cn("size-11 shrink-0 overflow-hidden rounded-md bg-raised ring-1 ring-line ring-inset", className);
  if (url === null || url === undefined || url === "" || failed === url) {
    return (
      <span aria-hidden className={cn(frame, "grid place-items-center text-edge")}>
        <Disc3 className="size-1/2" strokeWidth={1.5} />
      </span>
    );
  }
  return <img src={url} alt="" loading="lazy" decoding="async" className={cn(frame, "object-cover")} onError={() => setFailed(url)} />;
}

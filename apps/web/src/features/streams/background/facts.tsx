import { Image } from "lucide-react";
import type { Outputs } from "../../../lib/trpc.ts";

export type Background = Outputs["backgrounds"]["list"][number];

/** A background by its picture and what is known of it. */
export function Facts({ background }: { background: Background }) {
  return (
    <div className="flex min-w-0 items-center gap-4">
      <div aria-hidden className="grid aspect-video w-32 shrink-0 place-items-center overflow-hidden rounded-lg bg-raised text-dim">
        {background.thumbnailUrl === null ? (
          <Image className="size-6" />
        ) : (
          <img src={background.thumbnailUrl} alt="" className="size-full object-cover" />
        )}
      </div>
      <div className="min-w-0">
        <p dir="auto" className="truncate text-sm font-medium">
          {background.title}
        </p>
        {background.description !== null && <p className="line-clamp-2 text-sm text-dim">{background.description}</p>}
        <p className="text-sm text-dim tabular-nums">
          {background.duration} · {background.resolution}
        </p>
      </div>
    </div>
  );
}

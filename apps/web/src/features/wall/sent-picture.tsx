import { Badge, cn } from "@nightjar/ui";
import type { ReactNode } from "react";
import { age } from "../../lib/format.ts";
import type { ToldPicture } from "./newest-picture.ts";
import { addressOf } from "./use-arrived.ts";

/** Older than this, a picture says how old it is. */
const FRESH_MS = 10_000;

/** How old the picture is that stands there; null: it is fresh, or none does. */
export function staleAge(arrived: ToldPicture | null, nowMs: number): string | null {
  if (arrived === null || nowMs - arrived.airedAtMs <= FRESH_MS) return null;
  return age(nowMs - arrived.airedAtMs);
}

export interface PictureAgeProps {
  picture: ToldPicture | null;
  nowMs: number;
  /** The age alone is seen: there is no room for more. */
  isShort?: boolean;
  className?: string;
}

/** Stands over a picture that is not fresh. */
export function PictureAge({ picture, nowMs, isShort = false, className }: PictureAgeProps) {
  const pictureAge = staleAge(picture, nowMs);
  if (pictureAge === null) return null;
  return (
    <Badge className={cn("bg-night/80!", className)}>
      {isShort ? <span className="sr-only">Picture from</span> : "Picture from"} {pictureAge}
    </Badge>
  );
}

export interface SentPictureProps {
  picture: ToldPicture | null;
  /** What stands there without one. */
  without: ReactNode;
  className?: string;
}

/** What destinations are sent, seen a few seconds ago. What it shows is written beside it. */
export function SentPicture({ picture, without, className }: SentPictureProps) {
  return (
    <span className={cn("grid aspect-video place-items-center overflow-hidden bg-night text-xs text-dim", className)}>
      {picture === null ? (
        without
      ) : (
        <img
          src={addressOf(picture.name)}
          alt=""
          width={384}
          height={216}
          className="size-full object-cover group-data-lost/wall:opacity-50"
        />
      )}
    </span>
  );
}

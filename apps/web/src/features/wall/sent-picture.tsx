import type { WallStream } from "@nightjar/contract";
import { Badge, cn } from "@nightjar/ui";
import { type ReactNode, useEffect, useState } from "react";
import { age } from "../../lib/format.ts";

/** Older than this, a picture says how old it is. */
const FRESH_MS = 10_000;

const addressOf = (name: string) => `/api/wall/pictures/${name}`;

export interface ArrivedPicture {
  readonly name: string;
  /** When it was on air, on this machine's clock. */
  readonly airedAtMs: number;
}

/** The newest picture that has come: the one before it stays until then, so that nothing flickers, and grows older. null: none has. */
export function useArrived(picture: WallStream["picture"] | undefined, lookAtMs: number): ArrivedPicture | null {
  const [arrived, setArrived] = useState<ArrivedPicture | null>(null);
  const name = picture?.name;
  const airedAtMs = lookAtMs - (picture?.ageMs ?? 0);
  // At each look, of the same picture too: it is as new as that, and one that did not come is tried again.
  useEffect(() => {
    if (name === undefined) return;
    const image = new Image();
    image.src = addressOf(name);
    let isWanted = true;
    image.decode().then(
      () => isWanted && setArrived({ name, airedAtMs }),
      () => undefined,
    );
    return () => void (isWanted = false);
  }, [name, airedAtMs]);
  return name === undefined ? null : arrived;
}

/** How old the picture is that stands there; null: it is fresh, or none does. */
export function staleAge(arrived: ArrivedPicture | null, nowMs: number): string | null {
  if (arrived === null || nowMs - arrived.airedAtMs <= FRESH_MS) return null;
  return age(nowMs - arrived.airedAtMs);
}

export interface PictureAgeProps {
  picture: ArrivedPicture | null;
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
  picture: ArrivedPicture | null;
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

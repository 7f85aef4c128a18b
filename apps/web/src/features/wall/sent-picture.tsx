import type { WallStream } from "@nightjar/contract";
import { cn } from "@nightjar/ui";
import { type ReactNode, useEffect, useState } from "react";

const addressOf = (name: string) => `/api/wall/pictures/${name}`;

/** The newest picture that has come: the one before it stays until then, so that nothing flickers. null: none has. */
function useArrived(name: string | undefined): string | null {
  const [arrived, setArrived] = useState<string | null>(null);
  useEffect(() => {
    if (name === undefined) return;
    const image = new Image();
    image.src = addressOf(name);
    let isWanted = true;
    image.decode().then(
      () => isWanted && setArrived(name),
      () => undefined,
    );
    return () => void (isWanted = false);
  }, [name]);
  return name === undefined ? null : arrived;
}

export interface SentPictureProps {
  picture: WallStream["picture"] | undefined;
  /** What stands there without one. */
  without: ReactNode;
  className?: string;
}

/** What destinations are sent, seen a few seconds ago. What it shows is written beside it. */
export function SentPicture({ picture, without, className }: SentPictureProps) {
  const name = useArrived(picture?.name);
  return (
    <span className={cn("grid aspect-video place-items-center overflow-hidden bg-night text-xs text-dim", className)}>
      {name === null ? (
        without
      ) : (
        <img src={addressOf(name)} alt="" width={384} height={216} className="size-full object-cover group-data-lost/wall:opacity-50" />
      )}
    </span>
  );
}

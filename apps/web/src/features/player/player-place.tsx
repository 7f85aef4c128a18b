import { type ComponentType, useEffect, useState } from "react";
import { UNREACHABLE } from "../../lib/errors.ts";
import { complain } from "../../lib/toast.ts";
import type { DeckProps } from "./deck.tsx";
import { player, usePlayer } from "./use-player.ts";

export interface PlayerPlaceProps extends DeckProps {
  className: string;
}

/** Where the player stands while there is something to listen to. Its looks are loaded when something is played. */
export function PlayerPlace({ shape, className }: PlayerPlaceProps) {
  const isThere = usePlayer(({ track }) => track !== null);
  const [Deck, setDeck] = useState<ComponentType<DeckProps> | null>(null);
  useEffect(() => {
    if (!isThere) return;
    import("./deck.tsx").then(
      (loaded) => setDeck(() => loaded.Deck),
      () => {
        // Without its buttons nobody could stop it.
        player.close();
        complain("Playback failed", UNREACHABLE);
      },
    );
  }, [isThere]);
  if (!isThere || Deck === null) return null;
  return (
    <div className={className} {...(shape === "bar" && { "data-player-bar": true })}>
      <Deck shape={shape} />
    </div>
  );
}

/** Who leaves the studio, leaves it silent. */
export function useSilenceOnLeaving(): void {
  useEffect(() => () => player.close(), []);
}

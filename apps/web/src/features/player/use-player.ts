import { useSyncExternalStore } from "react";
import { complain } from "../../lib/toast.ts";
import { createPlayer, type PlayerSnapshot } from "./player.ts";

const VOLUME_KEY = "playerVolume";

function readVolume(): number {
  const stored = Number(localStorage.getItem(VOLUME_KEY) ?? "1");
  return stored >= 0 && stored <= 1 ? stored : 1;
}

/** The studio's one player. */
export const player = createPlayer({
  createSound: () => new Audio(),
  volume: { read: readVolume, write: (volume) => localStorage.setItem(VOLUME_KEY, String(volume)) },
  onFailed: () => complain("Playback failed", "The audio file could not be played."),
});

export function usePlayer<T extends string | number | boolean | object | null>(select: (snapshot: PlayerSnapshot) => T): T {
  return useSyncExternalStore(player.subscribe, () => select(player.snapshot()));
}

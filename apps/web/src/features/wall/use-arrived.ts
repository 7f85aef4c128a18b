import type { WallStream } from "@nightjar/contract";
import { whileWanted } from "@nightjar/kit";
import { type RefObject, useEffect, useState, useSyncExternalStore } from "react";
import { NewestPicture, type ToldPicture, ofSession } from "./newest-picture.ts";

export const addressOf = (name: string) => `/api/wall/pictures/${name}`;

/** Somewhat before it is seen. */
const NEAR = { rootMargin: "300px" };
/** A connection that has died in silence keeps no picture away for longer. */
const GIVEN_UP_MS = 60_000;

async function load(name: string, signal: AbortSignal): Promise<void> {
  const image = new Image();
  image.src = addressOf(name);
  try {
    await whileWanted(image.decode(), AbortSignal.any([signal, AbortSignal.timeout(GIVEN_UP_MS)]));
  } finally {
    if (!image.complete) image.src = "";
  }
}

function useIsNear(place: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!place.current) return;
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting === true), NEAR);
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [place]);
  return isNear;
}

export interface Looked {
  readonly isLive: boolean;
  /** Of the session on air; null: not known. */
  readonly sessionId: string | null;
  readonly picture: WallStream["picture"] | undefined;
  /** When it was told of. */
  readonly atMs: number;
}

/** The newest picture of a stream that has come, while its session lasts: a look without an answer takes nothing away. null: none has. */
export function useArrived(place: RefObject<Element | null>, { isLive, sessionId, picture, atMs }: Looked): ToldPicture | null {
  const [pictures] = useState(() => new NewestPicture(load));
  const arrived = useSyncExternalStore(pictures.subscribe, pictures.arrived);
  const isNear = useIsNear(place);
  const name = picture?.name;
  const airedAtMs = atMs - (picture?.ageMs ?? 0);
  useEffect(() => {
    if (!isLive) pictures.forget();
    else if (isNear && name !== undefined) pictures.tell({ name, airedAtMs, sessionId });
  }, [pictures, isLive, isNear, name, airedAtMs, sessionId]);
  useEffect(() => pictures.leave, [pictures]);
  return isLive ? ofSession(arrived, sessionId) : null;
}

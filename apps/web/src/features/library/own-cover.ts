import type { IsrcLookup } from "@nightjar/contract";
import { trpcClient } from "../../lib/trpc.ts";
import { foreignCover } from "./lookup.ts";

/** The cover of an answer as one of ours; null: there is none, or it cannot be had, which is no reason to refuse the rest. */
export async function ownCover(found: Pick<IsrcLookup, "artworkUrl">, signal?: AbortSignal): Promise<string | null> {
  const url = foreignCover(found);
  if (url === null) return found.artworkUrl;
  return trpcClient.tracks.takeArtwork.mutate({ url }, signal === undefined ? {} : { signal }).then(
    ({ artworkUrl }) => artworkUrl,
    () => null,
  );
}

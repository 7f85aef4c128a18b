import { z } from "zod";
import type { JsonAnswer } from "./ask-json.ts";

/** Spotify gives no more a call. */
const ALBUMS = 20;
const LABEL_MAX = 500;
const albumsAnswer = z.object({ albums: z.array(z.object({ id: z.string(), label: z.string().nullish() }).nullable()) });

/** By the album's id; those that have none are left out. */
export type AlbumLabels = (albumIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/**
 * The record labels of albums, which a track's own answer leaves out, for one reading: each is asked for once. Who is not told them, as
 * most apps are not since February 2026, asks no more.
 */
export function createAlbumLabels(ask: (path: string) => Promise<JsonAnswer>): AlbumLabels {
  const asked = new Set<string>();
  const labels = new Map<string, string>();
  let isTold = true;
  return async (albumIds) => {
    const sought = [...new Set(albumIds)].filter((id) => /^[A-Za-z0-9]{1,64}$/.test(id) && !asked.has(id));
    for (let at = 0; at < sought.length && isTold; at += ALBUMS) {
      const some = sought.slice(at, at + ALBUMS);
      const { status, json } = await ask(`/v1/albums?ids=${some.join(",")}`);
      const albums = status === 200 ? albumsAnswer.safeParse(json).data?.albums : undefined;
      isTold = albums !== undefined;
      for (const id of some) asked.add(id);
      for (const album of albums ?? []) if (album?.label) labels.set(album.id, album.label.slice(0, LABEL_MAX));
    }
    return labels;
  };
}

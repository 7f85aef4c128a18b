import type { MediaAsset, MediaAssetId } from "@nightjar/contract";
import { Memo } from "@nightjar/kit";
import type { Bitmap, Pictures } from "@nightjar/scene";
import { useEffect, useMemo, useState } from "react";
import { sceneHost } from "./host.ts";

const known = new Memo<string, Bitmap | null>({ keeps: (bitmap) => bitmap !== null });

async function fetchPicture(url: string): Promise<Bitmap | null> {
  try {
    const host = await sceneHost();
    const response = await fetch(url);
    return response.ok ? await host.decodePicture(await response.blob()) : null;
  } catch {
    // Another site's cover that may not be read, a broken file, no network: drawn as on air, where it is missing too.
    return null;
  }
}

/** A decoded picture, kept for as long as the page; null when it cannot be read, which is tried again by the next call. */
export function loadPicture(url: string): Promise<Bitmap | null> {
  return known.of(url, () => fetchPicture(url));
}

/** Decodes the pictures of these addresses; the map grows as they come. */
function useBitmaps(urls: readonly string[]): ReadonlyMap<string, Bitmap> {
  const [bitmaps, setBitmaps] = useState<ReadonlyMap<string, Bitmap>>(new Map());
  const key = urls.join("\n");
  useEffect(() => {
    let isCurrent = true;
    for (const url of key === "" ? [] : key.split("\n")) {
      void loadPicture(url).then((bitmap) => {
        if (bitmap && isCurrent) setBitmaps((before) => (before.get(url) === bitmap ? before : new Map(before).set(url, bitmap)));
      });
    }
    return () => {
      isCurrent = false;
    };
  }, [key]);
  return bitmaps;
}

/** The pictures a scene is drawn with; what has not come yet is missing, as the renderer allows. */
export function usePictures(artworkUrl: string | null, assets: readonly Pick<MediaAsset, "id" | "filePath">[]): Pictures {
  const bitmaps = useBitmaps([...(artworkUrl === null ? [] : [artworkUrl]), ...assets.map((asset) => asset.filePath)]);
  return useMemo(() => {
    const media = new Map<MediaAssetId, Bitmap>();
    for (const { id, filePath } of assets) {
      const bitmap = bitmaps.get(filePath);
      if (bitmap) media.set(id, bitmap);
    }
    return { artwork: artworkUrl === null ? null : (bitmaps.get(artworkUrl) ?? null), media };
  }, [artworkUrl, assets, bitmaps]);
}

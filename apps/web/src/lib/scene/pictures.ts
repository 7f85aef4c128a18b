import type { MediaAsset, MediaAssetId } from "@nightjar/contract";
import type { Bitmap, Pictures } from "@nightjar/scene";
import { useEffect, useMemo, useState } from "react";
import { sceneHost } from "./host.ts";
import { keepPictures, withPicture } from "./kept-pictures.ts";

/** Some thirty covers, or a few pictures as large as they may be. */
const KEPT_BYTES = 128 * 1024 * 1024;

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

const loadPicture = keepPictures(KEPT_BYTES, fetchPicture);

/** Decodes the pictures of these addresses; each is in the map once it has come. */
function useBitmaps(urls: readonly string[]): ReadonlyMap<string, Bitmap> {
  const [bitmaps, setBitmaps] = useState<ReadonlyMap<string, Bitmap>>(new Map());
  const key = urls.join("\n");
  useEffect(() => {
    let isCurrent = true;
    const wanted = key === "" ? [] : key.split("\n");
    for (const url of wanted) {
      void loadPicture(url).then((bitmap) => {
        if (bitmap && isCurrent) setBitmaps((before) => withPicture(before, [url, bitmap], wanted));
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

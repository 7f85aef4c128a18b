import { AppError } from "@nightjar/contract";
import { artworkFiles } from "@nightjar/db";
import type { Tx } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { parseFileUrl } from "./file-urls.ts";
import { artworkName } from "./store-artwork.ts";

export const wrongField = (path: string, message: string) => new AppError("invalid-input", message, { issues: [{ path, message }] });

/** A cover of ours, or the address of one at a music service. @throws AppError 400 that names the field `path` */
export function checkArtworkUrl(tx: Tx, path: string, url: string | null): string | null {
  if (url === null) return null;
  const name = parseFileUrl("artwork", url);
  if (name) {
    const row = tx.select().from(artworkFiles).where(eq(artworkFiles.sha256, name.sha256)).get();
    // By another ending it is none of ours: nothing answers there, and the sweeper would take the file for unused.
    if (row && name.name === artworkName(row.sha256)) return url;
    throw wrongField(path, "The artwork is not in the library; upload it first");
  }
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url;
  throw wrongField(path, "The artwork address must begin with https://");
}

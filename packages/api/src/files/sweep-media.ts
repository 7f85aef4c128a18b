import { mediaAssets } from "@nightjar/db";
import type { Services } from "../context.ts";
import { parseFileName, parseFileUrl } from "./file-urls.ts";

type Needs = Pick<Services, "db" | "files">;

/** By content, of every picture that has a row. */
export function knownMedia({ db }: Pick<Needs, "db">): { readonly sha256: string | null }[] {
  const rows = db.select({ filePath: mediaAssets.filePath }).from(mediaAssets).all();
  return rows.map(({ filePath }) => ({ sha256: parseFileUrl("media", filePath)?.sha256 ?? null }));
}

/**
 * Removes files of pictures that were deleted, at the second look that finds them so: in between, what is on air has long
 * been rendered without them.
 * @returns one look
 */
export function createMediaSweep({ db, files }: Needs): () => void {
  let kept: ReadonlySet<string> | undefined;
  let strays: ReadonlySet<string> = new Set();
  return () => {
    const known = new Set(knownMedia({ db }).map(({ sha256 }) => sha256));
    const isKnown = (name: string) => known.has(parseFileName("media", name)?.sha256 ?? null);
    const found = files.list("media").filter((name) => parseFileName("media", name) && !isKnown(name));
    for (const name of found.filter((stray) => strays.has(stray))) files.remove("media", name);
    // At the first look, right after the start: what that could not lay aside.
    const stays = (kept ??= new Set(found));
    strays = new Set(found.filter((name) => !stays.has(name)));
  };
}

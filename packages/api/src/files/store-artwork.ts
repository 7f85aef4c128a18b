import { artworkFiles } from "@nightjar/db";
import type { Tx } from "@nightjar/db";
import type { Clock, Files, Media, ReceivedFile } from "../ports.ts";
import { publishFile } from "./publish-file.ts";
import { once } from "./receive-upload.ts";

export const artworkName = (sha256: string) => `${sha256}.jpg`;

export interface ArtworkNeeds {
  readonly clock: Clock;
  readonly files: Files;
  readonly media: Media;
}

/** An untrusted picture in our own encoding, under a temporary name; null: it is no picture. */
export async function encodeArtwork(
  { files, media }: Pick<ArtworkNeeds, "files" | "media">,
  picture: Uint8Array,
): Promise<ReceivedFile | null> {
  const jpeg = await media.encodeArtwork(picture);
  return jpeg && (await files.receive(once(jpeg), jpeg.byteLength));
}

/** Keeps it among the covers. @returns its SHA-256 */
export function keepArtwork(tx: Tx, { clock, files }: Pick<ArtworkNeeds, "clock" | "files">, received: ReceivedFile): string {
  const { sha256, sizeBytes } = received;
  const createdAt = new Date(clock.nowMs());
  publishFile(tx, files, { received, kind: "artwork", name: artworkName(sha256) });
  tx.insert(artworkFiles)
    .values({ sha256, sizeBytes, createdAt })
    .onConflictDoUpdate({ target: artworkFiles.sha256, set: { createdAt } })
    .run();
  return sha256;
}

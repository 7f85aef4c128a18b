import { artworkFiles } from "@nightjar/db";
import type { Services } from "../context.ts";
import { once } from "./receive-upload.ts";

export const artworkName = (sha256: string) => `${sha256}.jpg`;

/**
 * Re-encodes an untrusted picture and keeps it among the covers.
 * @returns its SHA-256; null: it is no picture
 */
export async function storeArtwork({ clock, db, files, media }: Services, picture: Uint8Array): Promise<string | null> {
  const jpeg = await media.encodeArtwork(picture);
  if (!jpeg) return null;
  const received = await files.receive(once(jpeg), jpeg.byteLength);
  if (!received) return null;
  const { sha256, sizeBytes } = received;
  const createdAt = new Date(clock.nowMs());
  files.publish(received, "artwork", artworkName(sha256));
  db.insert(artworkFiles)
    .values({ sha256, sizeBytes, createdAt })
    .onConflictDoUpdate({ target: artworkFiles.sha256, set: { createdAt } })
    .run();
  return sha256;
}

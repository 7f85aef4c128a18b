import { AppError, parseDuration } from "@nightjar/contract";
import type { TrackFields, TrackId } from "@nightjar/contract";
import { audioFiles, tracks } from "@nightjar/db";
import type { Db, Tx } from "@nightjar/db";
import { and, eq, gte, lt, ne } from "drizzle-orm";
import { checkArtworkUrl, wrongField } from "../files/check-artwork-url.ts";
import { parseFileUrl } from "../files/file-urls.ts";
import { identityOf, isrcKeyOf } from "./search-text.ts";

type TrackValues = Partial<Omit<typeof tracks.$inferSelect, "id" | "createdAt" | "revision">>;
type Written<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** From the fields a client may write to the columns that hold them; absent fields stay absent. */
export function trackValues(tx: Tx, fields: Written<TrackFields>): TrackValues {
  const { duration, fileUrl, artworkUrl, isrcCode, ...plain } = fields;
  return {
    ...defined(plain),
    ...(duration === undefined ? {} : { durationMs: parseDuration(duration) ?? 0 }),
    ...(isrcCode === undefined ? {} : { isrcCode, isrcKey: isrcKeyOf(isrcCode) }),
    ...(artworkUrl === undefined ? {} : { artworkUrl: checkArtworkUrl(tx, "artworkUrl", artworkUrl) }),
    ...(fileUrl === undefined ? {} : { audioSha256: fileUrl === null ? null : audioOf(tx, fileUrl) }),
  };
}

function defined<T extends object>(fields: Written<T>): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}

function audioOf(tx: Tx, url: string): string {
  const name = parseFileUrl("audio", url);
  const row = name && tx.select().from(audioFiles).where(eq(audioFiles.sha256, name.sha256)).get();
  if (!row || row.extension !== name.extension) throw wrongField("fileUrl", "The audio file is not in the library; upload it first");
  return row.sha256;
}

/** @throws AppError 409 when a track of that title and artist is there already */
export function assertNoDuplicate(tx: Tx, track: Pick<TrackFields, "title" | "artist">, except: TrackId | null): void {
  if (findDuplicate(tx, track, except) === null) return;
  throw new AppError("conflict", `Duplicate track detected: "${track.title}" by ${track.artist} already exists in your library`);
}

/** The track of the same title and artist, in whatever capitals; null: there is none. */
export function findDuplicate(tx: Db | Tx, track: Pick<TrackFields, "title" | "artist">, except: TrackId | null): TrackId | null {
  const identity = identityOf(track);
  const found = tx
    .select({ id: tracks.id })
    .from(tracks)
    .where(
      and(
        gte(tracks.searchText, identity),
        lt(tracks.searchText, `${identity}\u{10FFFF}`),
        except === null ? undefined : ne(tracks.id, except),
      ),
    )
    .get();
  return found?.id ?? null;
}

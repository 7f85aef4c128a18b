import { artworkFiles, audioFiles, backgroundFiles } from "@nightjar/db";
import type { Db } from "@nightjar/db";
import type { Services } from "../context.ts";
import type { FileKind } from "../ports.ts";
import { parseFileName } from "./file-urls.ts";
import type { FileName } from "./file-urls.ts";
import { knownMedia } from "./sweep-media.ts";

type Needs = Pick<Services, "db" | "files" | "log">;

const KINDS = ["audio", "artwork", "video", "media"] as const;
/** Of a server that runs: long enough to notice that the database is not the one that was meant. */
const ASIDE_FOR_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * At start, before anything is served. A file without a row was left by a crash between its move and its row; or the database is an older one
 * that was put back, or a new one, and the file is somebody's music. So it is laid aside, and comes back with a start whose database names it.
 * What cannot be moved, as on a full disk, stays where it is: it keeps no server from starting.
 */
export function sweepStrays({ db, files, log }: Needs): void {
  const isKnown = knownFiles(db);
  const found = (list: (kind: FileKind) => readonly string[]) =>
    KINDS.flatMap((kind) => list(kind).flatMap((name) => parseFileName(kind, name) ?? []));
  const failures: unknown[] = [];
  const isDone = (move: () => void) => {
    try {
      move();
      return true;
    } catch (error) {
      failures.push(error);
      return false;
    }
  };
  const back = found((kind) => files.listAside(kind))
    .filter(isKnown)
    .filter(({ kind, name }) => isDone(() => files.bringBack(kind, name)));
  const strays = found((kind) => files.list(kind))
    .filter((file) => !isKnown(file))
    .filter(({ kind, name }) => isDone(() => files.layAside(kind, name)));
  if (back.length > 0) log.info({ count: back.length }, "files that a row names again were brought back from files/left");
  if (strays.length > 0) log.warn({ count: strays.length }, "files without a row were laid aside in files/left, for 30 days");
  if (failures.length > 0)
    log.error({ err: failures[0], count: failures.length }, "files could not be laid aside in files/left, or brought back from there");
}

/** What was laid aside so long ago that no database will come that names it. What this one names could not be brought back yet. */
export function clearStrays({ db, files }: Pick<Needs, "db" | "files">): Promise<void> {
  // Mostly nothing lies there.
  let isKnown: ReturnType<typeof knownFiles> | null = null;
  return files.clearAside(ASIDE_FOR_MS, (kind, name) => {
    const file = parseFileName(kind, name);
    return file !== null && (isKnown ??= knownFiles(db))(file);
  });
}

/** Whether a row names a file, as of now. */
function knownFiles(db: Db): (file: FileName) => boolean {
  const background = db.select().from(backgroundFiles).all();
  const setOf = (rows: readonly { readonly sha256: string | null }[]) => new Set(rows.map(({ sha256 }) => sha256));
  const known = {
    audio: setOf(db.select({ sha256: audioFiles.sha256 }).from(audioFiles).all()),
    artwork: setOf(db.select({ sha256: artworkFiles.sha256 }).from(artworkFiles).all()),
    video: setOf([...background, ...background.map((row) => ({ sha256: row.mezzanineSha256 }))]),
    media: setOf(knownMedia({ db })),
  };
  return ({ kind, sha256 }) => known[kind].has(sha256);
}

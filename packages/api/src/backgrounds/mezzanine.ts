import { backgroundFiles, backgrounds } from "@nightjar/db";
import type { Tx } from "@nightjar/db";
import { backOffMs } from "@nightjar/kit";
import type { BackOff } from "@nightjar/kit";
import { and, eq, notInArray } from "drizzle-orm";
import { changed, commit } from "../changes.ts";
import type { Services } from "../context.ts";
import { parseFileName, parseFileUrl } from "../files/file-urls.ts";
import { backgroundFileUrl, mezzanineName } from "../files/background-file.ts";
import { publishFile } from "../files/publish-file.ts";
import { UnusableMedia } from "../ports.ts";
import type { MezzanineOptions } from "../ports.ts";
import type { BackgroundFileRow } from "../files/background-file.ts";

/** What the machine could not do (no room, no memory, no time) it may do later. */
const AGAIN: BackOff = { firstMs: 60_000, longestMs: 60 * 60_000 };

/** The key of the job that makes it. */
export const mezzanineJob = (sha256: string) => `mezzanine:${sha256}`;

/** Queues the making of a video's normalised copy, unless it is settled already. */
export function prepareInBackground(services: Services, sha256: string): void {
  const row = services.db.select().from(backgroundFiles).where(eq(backgroundFiles.sha256, sha256)).get();
  if (row?.mezzanineState !== "pending") return;
  queue(services, row, 0);
}

/** Where no background uses the file any more its copy is made for nobody; the next that does has it queued again. */
export function giveUpWhereUnused({ db, jobs }: Pick<Services, "db" | "jobs">, videoUrl: string): void {
  const file = parseFileUrl("video", videoUrl);
  const isUsed = db.select({ id: backgrounds.id }).from(backgrounds).where(eq(backgrounds.videoUrl, videoUrl)).get() !== undefined;
  if (file && !isUsed) jobs.cancel(mezzanineJob(file.sha256));
}

function queue(services: Services, row: BackgroundFileRow, failures: number): void {
  const afterMs = failures === 0 ? undefined : backOffMs(AGAIN, failures - 1);
  services.jobs.asked(mezzanineJob(row.sha256), (signal, onProgress) => prepare(services, row, { signal, onProgress }, failures), afterMs);
}

/** At start: whatever was not made when we went down, or has been lost since. */
export function prepareAllPending(services: Services): void {
  const isLost = notInArray(backgroundFiles.mezzanineSha256, mezzaninesOnDisk(services));
  const again = { mezzanineState: "pending", mezzanineSha256: null } as const;
  services.db
    .update(backgroundFiles)
    .set(again)
    .where(and(eq(backgroundFiles.mezzanineState, "ready"), isLost))
    .run();
  const isPending = eq(backgroundFiles.mezzanineState, "pending");
  const rows = services.db.select({ sha256: backgroundFiles.sha256 }).from(backgroundFiles).where(isPending).all();
  for (const row of rows) prepareInBackground(services, row.sha256);
}

function mezzaninesOnDisk({ files }: Services): string[] {
  const names = files.list("video").map((name) => parseFileName("video", name));
  return names.flatMap((name) => name?.sha256 ?? []);
}

async function prepare(services: Services, row: BackgroundFileRow, options: MezzanineOptions, failures: number): Promise<void> {
  try {
    await makeMezzanine(services, row, options);
  } catch (error) {
    // By our own end: it stays pending and is made at the next start. Or nobody wants it.
    if (options.signal.aborted) return;
    if (error instanceof UnusableMedia) return giveUp(services, row, error);
    services.log.warn({ err: error, sha256: row.sha256 }, "the copy of a background that airs could not be made now; it is tried again");
    queue(services, row, failures + 1);
  }
}

function giveUp(services: Services, row: BackgroundFileRow, error: UnusableMedia): void {
  services.log.warn({ err: error, sha256: row.sha256 }, "the copy of a background that airs cannot be made; the upload itself airs");
  settle(services, row, { mezzanineState: "failed" });
}

async function makeMezzanine(services: Services, row: BackgroundFileRow, options: MezzanineOptions): Promise<void> {
  const { db, files, media } = services;
  const source = files.path("video", `${row.sha256}.${row.extension}`);
  const made = await files.make((target) => media.makeMezzanine(source, target, options));
  try {
    // Given up or swept while it was worked on: nobody wants its copy.
    if (options.signal.aborted) return;
    if (!db.select().from(backgroundFiles).where(eq(backgroundFiles.sha256, row.sha256)).get()) return;
    settle(services, row, { mezzanineState: "ready", mezzanineSha256: made.sha256 }, (tx) =>
      publishFile(tx, files, { received: made, kind: "video", name: mezzanineName(made.sha256) }),
    );
  } finally {
    files.discard(made);
  }
}

/** What is on air stays as it is: the copy looks the same, and the next change of the plan brings it. */
function settle(
  services: Services,
  row: BackgroundFileRow,
  values: Partial<BackgroundFileRow>,
  publish: (tx: Tx) => void = () => undefined,
): void {
  commit(services, (tx) => {
    publish(tx);
    tx.update(backgroundFiles).set(values).where(eq(backgroundFiles.sha256, row.sha256)).run();
    sayOfFile(tx, row);
  });
}

/** Says of each background of a file that what is told of its copy is another. */
export function sayOfFile(tx: Tx, file: Pick<BackgroundFileRow, "sha256" | "extension">): void {
  const ofFile = eq(backgrounds.videoUrl, backgroundFileUrl(file));
  for (const { id } of tx.select({ id: backgrounds.id }).from(backgrounds).where(ofFile).all()) changed(tx, "backgrounds", id, "off-air");
}

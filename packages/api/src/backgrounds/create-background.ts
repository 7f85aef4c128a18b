import { AppError, background, backgroundFields } from "@nightjar/contract";
import type { BackgroundId } from "@nightjar/contract";
import { backgroundFiles, backgrounds } from "@nightjar/db";
import type { Tx } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { checkArtworkUrl } from "../files/check-artwork-url.ts";
import { fileUrl, parseFileUrl } from "../files/file-urls.ts";
import { artworkName } from "../files/store-artwork.ts";
import { changed } from "../changes.ts";
import { defineChange } from "../verb.ts";
import { backgroundFileUrl } from "../files/background-file.ts";
import type { BackgroundFileRow } from "../files/background-file.ts";
import { readBackground } from "./background-shape.ts";
import { prepareInBackground } from "./mezzanine.ts";

const NOT_UPLOADED = "The video is not in the library; upload it first";

/** A background airs once it is chosen for a stream or made the default, or its turn comes where streams switch by themselves. */
export const createBackground = defineChange({
  name: "backgrounds.create",
  access: "approved",
  input: backgroundFields,
  output: background,
  entity: "backgrounds",
  subject: (input, made) => made?.id ?? input.id ?? null,
  commit(tx, { ctx, input }) {
    const { description, title } = input;
    const file = fileOf(tx, input.videoUrl);
    if (input.id !== undefined && isMade(tx, input.id, file)) {
      // Whoever asks again may not have heard of it.
      changed(tx, "backgrounds", input.id, "never");
      return readBackground(tx, input.id);
    }
    const thumbnailUrl = checkArtworkUrl(tx, "thumbnailUrl", input.thumbnailUrl) ?? posterUrl(file);
    const { durationMs, heightPx, widthPx } = file;
    const facts = { videoUrl: backgroundFileUrl(file), durationMs, resolution: `${widthPx}x${heightPx}` };
    const { id } = tx
      .insert(backgrounds)
      .values({ id: input.id, title, description, thumbnailUrl, ...facts, createdAt: new Date(ctx.services.clock.nowMs()) })
      .returning({ id: backgrounds.id })
      .get();
    changed(tx, "backgrounds", id);
    return readBackground(tx, id);
  },
  after({ ctx, committed }) {
    // The upload had its copy queued; with the last background that used the file it was given up.
    const file = parseFileUrl("video", committed.videoUrl);
    if (file) prepareInBackground(ctx.services, file.sha256);
    return committed;
  },
});

/** @throws AppError 409 where another one has that id */
function isMade(tx: Tx, id: BackgroundId, file: BackgroundFileRow): boolean {
  const made = tx.select({ videoUrl: backgrounds.videoUrl }).from(backgrounds).where(eq(backgrounds.id, id)).get();
  if (made && made.videoUrl !== backgroundFileUrl(file)) throw new AppError("conflict", "A background of that id shows another file");
  return made !== undefined;
}

function fileOf(tx: Tx, url: string): BackgroundFileRow {
  const name = parseFileUrl("video", url);
  const row = name && tx.select().from(backgroundFiles).where(eq(backgroundFiles.sha256, name.sha256)).get();
  if (row && row.extension === name.extension) return row;
  throw new AppError("invalid-input", NOT_UPLOADED, { issues: [{ path: "videoUrl", message: NOT_UPLOADED }] });
}

const posterUrl = ({ posterSha256 }: BackgroundFileRow) => (posterSha256 === null ? null : fileUrl("artwork", artworkName(posterSha256)));

import { AppError, ARTWORK_PX } from "@nightjar/contract";
import { z } from "zod";
import type { Files } from "../ports.ts";
import { defineVerb } from "../verb.ts";
import { parseFileName } from "./file-urls.ts";
import type { FileName } from "./file-urls.ts";

/** By our own ending, never by what a client said. */
const TYPES: Readonly<Record<string, string>> = {
  mp3: "audio/mpeg",
  wav: "audio/wav",
  flac: "audio/flac",
  m4a: "audio/mp4",
  aac: "audio/aac",
  ogg: "audio/ogg",
  aiff: "audio/aiff",
  jpg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  mp4: "video/mp4",
  mov: "video/quicktime",
  webm: "video/webm",
  mkv: "video/x-matroska",
  gif: "image/gif",
  avi: "video/x-msvideo",
};

export const openFileOutput = z.object({
  path: z.string(),
  contentType: z.string(),
  etag: z.string(),
  /** Covers: their address names their content, and they are no secret of the session that saw them. */
  isForEver: z.boolean(),
  /** Made of the file rather than the file itself. */
  bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array).optional(),
});

/** Where the bytes of a content-named file are; the transport sends them, in ranges where asked. */
export const openFile = defineVerb({
  name: "library.openFile",
  access: "approved",
  kind: "query",
  input: z.object({
    kind: z.enum(["audio", "artwork", "video", "media"]),
    name: z.string(),
    /** Of a cover: as large as it is shown. */
    px: z.coerce.number().pipe(z.literal(ARTWORK_PX)).optional(),
  }),
  output: openFileOutput,
  async run({ ctx, input: { kind, name, px } }) {
    const { files, media } = ctx.services;
    const found = locateFile(files, parseFileName(kind, name));
    const bytes = kind !== "artwork" || px === undefined ? null : await media.shrinkArtwork(found.path, px);
    if (bytes === null) return found;
    return { ...found, contentType: "image/webp", etag: found.etag.replace(/"$/, `-${px}"`), bytes };
  },
});

/** @throws AppError 404 when it is not one of ours */
export function locateFile(files: Files, file: FileName | null): z.output<typeof openFileOutput> {
  const contentType = file && TYPES[file.extension];
  if (!file || !contentType) throw new AppError("not-found", "File not found");
  return { path: files.path(file.kind, file.name), contentType, etag: `"${file.sha256}"`, isForEver: file.kind === "artwork" };
}

import { AppError } from "@nightjar/contract";
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

export const openFileOutput = z.object({ path: z.string(), contentType: z.string(), etag: z.string() });

/** Where the bytes of a content-named file are; the transport sends them, in ranges where asked. */
export const openFile = defineVerb({
  name: "library.openFile",
  access: "approved",
  kind: "query",
  input: z.object({ kind: z.enum(["audio", "artwork", "video", "media"]), name: z.string() }),
  output: openFileOutput,
  run: ({ ctx, input }) => locateFile(ctx.services.files, parseFileName(input.kind, input.name)),
});

/** @throws AppError 404 when it is not one of ours */
export function locateFile(files: Files, file: FileName | null): z.output<typeof openFileOutput> {
  const contentType = file && TYPES[file.extension];
  if (!file || !contentType) throw new AppError("not-found", "File not found");
  return { path: files.path(file.kind, file.name), contentType, etag: `"${file.sha256}"` };
}

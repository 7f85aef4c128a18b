import { AppError, AUDIO_UPLOAD_MAX_BYTES, audioUploadOutput, formatDuration } from "@nightjar/contract";
import type { AudioUpload } from "@nightjar/contract";
import { artworkFiles, audioFiles } from "@nightjar/db";
import { z } from "zod";
import type { Services } from "../context.ts";
import type { AudioMetadata, AudioProbe, ReceivedFile } from "../ports.ts";
import { defineVerb } from "../verb.ts";
import { fileUrl } from "./file-urls.ts";
import { measureInBackground } from "./loudness.ts";

/** One file of a multipart form, not read yet. */
export interface IncomingFile {
  readonly fileName: string;
  readonly body: AsyncIterable<Uint8Array>;
}
/** Opened only when the caller is known to be allowed. @throws AppError 400 when the form holds no such file */
export interface IncomingForm {
  file(field: string): Promise<IncomingFile>;
}

const TOO_LARGE = "File size must be less than 50MB";
const WRONG_TYPE = "Please select a valid audio file (MP3, WAV, FLAC, M4A, AAC)";
const NAME_MAX_CHARS = 255;

export const uploadAudio = defineVerb({
  name: "library.uploadAudio",
  access: "approved",
  kind: "change",
  input: z.custom<IncomingForm>(),
  output: audioUploadOutput,
  async run({ ctx, input }) {
    const { files } = ctx.services;
    const { fileName, body } = await input.file("audio");
    const received = await files.receive(body, AUDIO_UPLOAD_MAX_BYTES);
    if (!received) throw new AppError("too-large", TOO_LARGE);
    try {
      return await takeIn(ctx.services, received, fileName);
    } finally {
      files.discard(received);
    }
  },
});

/** Sniffed and probed while it is still temporary: what is not audio never reaches the library's folder. */
async function takeIn(services: Services, received: ReceivedFile, fileName: string): Promise<AudioUpload> {
  const { media } = services;
  const probe = await media.probeAudio(received.tempPath);
  if (!probe) throw new AppError("unsupported-type", WRONG_TYPE);
  const tags = await media.readMetadata(received.tempPath, probe.extension);
  const artworkUrl = tags.picture === null ? null : await takeInArtwork(services, tags.picture);
  const storedName = storeAudio(services, received, probe);
  measureInBackground(services, received.sha256);
  return {
    fileUrl: fileUrl("audio", storedName),
    fileName: baseName(fileName),
    size: received.sizeBytes,
    metadata: metadataOf(tags, probe, artworkUrl),
  };
}

function metadataOf(tags: AudioMetadata, probe: AudioProbe, artworkUrl: string | null): AudioUpload["metadata"] {
  const { title, artist, album, genre, year, bpm, isrcCode, recordLabel } = tags;
  return { title, artist, album, genre, year, bpm, isrcCode, recordLabel, artworkUrl, duration: formatDuration(probe.durationMs) };
}

/** The move and the row in one breath: nothing can come between them but the end of the process. */
function storeAudio({ clock, db, files }: Services, received: ReceivedFile, probe: AudioProbe): string {
  const name = `${received.sha256}.${probe.extension}`;
  const { extension, codec, durationMs, sampleRateHz, channels } = probe;
  const createdAt = new Date(clock.nowMs());
  files.publish(received, "audio", name);
  db.insert(audioFiles)
    .values({ sha256: received.sha256, sizeBytes: received.sizeBytes, extension, codec, durationMs, sampleRateHz, channels, createdAt })
    // Uploaded again: the same row, but young again, so that the sweeper leaves it alone.
    .onConflictDoUpdate({ target: audioFiles.sha256, set: { createdAt } })
    .run();
  return name;
}

/** A broken picture is no reason to refuse the music. */
async function takeInArtwork({ clock, db, files, media }: Services, picture: Uint8Array): Promise<string | null> {
  const jpeg = await media.encodeArtwork(picture);
  if (!jpeg) return null;
  const received = await files.receive(once(jpeg), jpeg.byteLength);
  if (!received) return null;
  const { sha256, sizeBytes } = received;
  const name = `${sha256}.jpg`;
  const createdAt = new Date(clock.nowMs());
  files.publish(received, "artwork", name);
  db.insert(artworkFiles)
    .values({ sha256, sizeBytes, createdAt })
    .onConflictDoUpdate({ target: artworkFiles.sha256, set: { createdAt } })
    .run();
  return fileUrl("artwork", name);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Some browsers send a path; nothing of it is used but the last part, and that only to be shown. */
function baseName(fileName: string): string {
  return (fileName.split(/[/\\]/).at(-1) ?? "").slice(0, NAME_MAX_CHARS) || "audio";
}

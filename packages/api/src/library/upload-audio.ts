import {
  AppError,
  AUDIO_UPLOAD_MAX_BYTES,
  MASTER_SIZE_TEXT,
  MASTER_UPLOAD_MAX_BYTES,
  audioUploadOutput,
  formatDuration,
} from "@nightjar/contract";
import type { AudioUpload } from "@nightjar/contract";
import { audioFiles } from "@nightjar/db";
import { z } from "zod";
import type { Services } from "../context.ts";
import type { AudioMetadata, AudioProbe, ReceivedFile } from "../ports.ts";
import { defineVerb } from "../verb.ts";
import { fileUrl } from "../files/file-urls.ts";
import { measureInBackground } from "./loudness.ts";
import { receiveUpload } from "../files/receive-upload.ts";
import type { IncomingForm } from "../files/receive-upload.ts";
import { artworkName, storeArtwork } from "../files/store-artwork.ts";

const TOO_LARGE = "File size must be less than 50MB";
const WRONG_TYPE = "Please select a valid audio file (MP3, WAV, FLAC, M4A, AAC)";

interface Limit {
  readonly limitBytes: number;
  readonly tooLarge: string;
}

const defineUpload = (name: string, limit: Limit) =>
  defineVerb({
    name,
    access: "approved",
    kind: "change",
    input: z.custom<IncomingForm>(),
    output: audioUploadOutput,
    run: ({ ctx, input }) =>
      receiveUpload(ctx.services, input, { field: "audio", ...limit }, (received, fileName) => takeIn(ctx.services, received, fileName)),
  });

/** A single file, with the specification's limit. */
export const uploadAudio = defineUpload("library.uploadAudio", { limitBytes: AUDIO_UPLOAD_MAX_BYTES, tooLarge: TOO_LARGE });

/** A label's masters, one of many: the specification bounds single uploads alone, and a master is larger. */
export const uploadMaster = defineUpload("library.uploadMaster", { limitBytes: MASTER_UPLOAD_MAX_BYTES, tooLarge: MASTER_SIZE_TEXT });

/** Sniffed and probed while it is still temporary: what is not audio never reaches the library's folder. */
async function takeIn(services: Services, received: ReceivedFile, fileName: string): Promise<AudioUpload> {
  const { media } = services;
  const probe = await media.probeAudio(received.tempPath);
  if (!probe) throw new AppError("unsupported-type", WRONG_TYPE);
  const tags = await media.readMetadata(received.tempPath, probe.extension);
  // A broken picture is no reason to refuse the music.
  const cover = tags.picture === null ? null : await storeArtwork(services, tags.picture);
  const artworkUrl = cover === null ? null : fileUrl("artwork", artworkName(cover));
  const storedName = storeAudio(services, received, probe);
  measureInBackground(services, received.sha256);
  return {
    fileUrl: fileUrl("audio", storedName),
    fileName,
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

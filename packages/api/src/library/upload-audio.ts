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
import type { Tx } from "@nightjar/db";
import { z } from "zod";
import type { Services } from "../context.ts";
import type { AudioMetadata, AudioProbe, ReceivedFile } from "../ports.ts";
import { defineChange } from "../verb.ts";
import { fileUrl } from "../files/file-urls.ts";
import { publishFile } from "../files/publish-file.ts";
import { measureInBackground } from "./loudness.ts";
import { discardUpload, receiveUpload } from "../files/receive-upload.ts";
import type { IncomingForm } from "../files/receive-upload.ts";
import { artworkName, encodeArtwork, keepArtwork } from "../files/store-artwork.ts";

const TOO_LARGE = "File size must be less than 50MB";
const WRONG_TYPE = "Please select a valid audio file (MP3, WAV, FLAC, M4A, AAC)";

interface Limit {
  readonly limitBytes: number;
  readonly tooLarge: string;
}

const defineUpload = (name: string, limit: Limit) =>
  defineChange({
    name,
    access: "approved",
    input: z.custom<IncomingForm>(),
    output: audioUploadOutput,
    prepare: ({ ctx, input }) =>
      receiveUpload(ctx.services, input, { field: "audio", ...limit }, (received, fileName, keep) =>
        takeIn(ctx.services, { received, fileName }, keep),
      ),
    release: discardUpload,
    commit: (tx, { ctx, prepared }) => store(tx, ctx.services, prepared.taken),
    after({ ctx, committed: { sha256, answer } }) {
      measureInBackground(ctx.services, sha256);
      return answer;
    },
  });

/** A single file, with the specification's limit. */
export const uploadAudio = defineUpload("library.uploadAudio", { limitBytes: AUDIO_UPLOAD_MAX_BYTES, tooLarge: TOO_LARGE });

/** A label's masters, one of many: the specification bounds single uploads alone, and a master is larger. */
export const uploadMaster = defineUpload("library.uploadMaster", { limitBytes: MASTER_UPLOAD_MAX_BYTES, tooLarge: MASTER_SIZE_TEXT });

interface Sent {
  readonly received: ReceivedFile;
  readonly fileName: string;
}
interface Taken extends Sent {
  readonly probe: AudioProbe;
  readonly tags: AudioMetadata;
  readonly cover: ReceivedFile | null;
}

/** Sniffed and probed while it is still temporary: what is not audio never reaches the library's folder. */
async function takeIn(services: Services, sent: Sent, keep: (made: ReceivedFile) => ReceivedFile): Promise<Taken> {
  const { media } = services;
  const { tempPath } = sent.received;
  const probe = await media.probeAudio(tempPath);
  if (!probe) throw new AppError("unsupported-type", WRONG_TYPE);
  const tags = await media.readMetadata(tempPath, probe.extension);
  // A broken picture is no reason to refuse the music.
  const cover = tags.picture === null ? null : await encodeArtwork(services, tags.picture);
  return { ...sent, probe, tags, cover: cover && keep(cover) };
}

function store(tx: Tx, services: Services, taken: Taken): { readonly sha256: string; readonly answer: AudioUpload } {
  const { received, fileName, probe, tags, cover } = taken;
  const artworkUrl = cover && fileUrl("artwork", artworkName(keepArtwork(tx, services, cover)));
  const url = fileUrl("audio", storeAudio(tx, services, received, probe));
  const answer = { fileUrl: url, fileName, size: received.sizeBytes, metadata: metadataOf(tags, probe, artworkUrl) };
  return { sha256: received.sha256, answer };
}

function metadataOf(tags: AudioMetadata, probe: AudioProbe, artworkUrl: string | null): AudioUpload["metadata"] {
  const { title, artist, album, genre, year, bpm, isrcCode, recordLabel } = tags;
  return { title, artist, album, genre, year, bpm, isrcCode, recordLabel, artworkUrl, duration: formatDuration(probe.durationMs) };
}

/** The move and the row in one breath: nothing can come between them but the end of the process. */
function storeAudio(tx: Tx, { clock, files }: Services, received: ReceivedFile, probe: AudioProbe): string {
  const name = `${received.sha256}.${probe.extension}`;
  const { extension, codec, durationMs, sampleRateHz, channels } = probe;
  const createdAt = new Date(clock.nowMs());
  publishFile(tx, files, { received, kind: "audio", name });
  tx.insert(audioFiles)
    .values({ sha256: received.sha256, sizeBytes: received.sizeBytes, extension, codec, durationMs, sampleRateHz, channels, createdAt })
    // Uploaded again: the same row, but young again, so that the sweeper leaves it alone.
    .onConflictDoUpdate({ target: audioFiles.sha256, set: { createdAt } })
    .run();
  return name;
}

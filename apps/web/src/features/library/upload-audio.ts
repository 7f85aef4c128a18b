import { AUDIO_UPLOAD_MAX_BYTES, audioUploadOutput, type AudioUpload } from "@nightjar/contract";
import { uploadFile, type UploadOptions } from "../../lib/upload.ts";

const MIME_TYPES = new Set(["audio/mpeg", "audio/wav", "audio/flac", "audio/mp4", "audio/aac"]);
const EXTENSIONS = [".mp3", ".wav", ".flac", ".m4a", ".aac"];
export const ACCEPT = [...MIME_TYPES, ...EXTENSIONS].join(",");

export interface Refusal {
  readonly title: string;
  readonly text: string;
}

/** Why a file is not even sent; null when it may go. */
export function refusalOf(file: { name: string; type: string; size: number }): Refusal | null {
  const name = file.name.toLowerCase();
  if (!MIME_TYPES.has(file.type) && !EXTENSIONS.some((extension) => name.endsWith(extension))) {
    return { title: "Invalid File Type", text: "Please select a valid audio file (MP3, WAV, FLAC, M4A, AAC)" };
  }
  return file.size > AUDIO_UPLOAD_MAX_BYTES ? { title: "File Too Large", text: "File size must be less than 50MB" } : null;
}

/** @throws as `uploadFile` */
export const uploadAudio = (file: File, options: UploadOptions) => send("/api/upload/audio", file, options);

/** One of many, and as large as masters are. @throws as `uploadFile` */
export const uploadMaster = (file: File, options: UploadOptions) => send("/api/upload/master", file, options);

async function send(path: string, file: File, options: UploadOptions): Promise<AudioUpload> {
  const parsed = audioUploadOutput.safeParse(await uploadFile(path, "audio", file, options));
  if (!parsed.success) throw new Error("Upload failed");
  return parsed.data;
}

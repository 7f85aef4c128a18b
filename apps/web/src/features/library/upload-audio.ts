import { AUDIO_UPLOAD_MAX_BYTES, audioUploadOutput, type AudioUpload } from "@nightjar/contract";
import { reasonOf, RequestError } from "../../lib/errors.ts";

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

export interface UploadOptions {
  /** 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/**
 * Sends one file; the session's cookie says who we are. fetch() tells nothing of an upload's progress, so this is XMLHttpRequest.
 * @throws RequestError with the server's reason, or Error('Upload failed') when the server was not reached
 */
export function uploadAudio(file: File, { onProgress, signal }: UploadOptions): Promise<AudioUpload> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const body = new FormData();
    body.append("audio", file);
    request.open("POST", "/api/upload/audio");
    request.upload.onprogress = (event) => onProgress(event.total > 0 ? event.loaded / event.total : 0);
    request.onerror = () => reject(new Error("Upload failed"));
    request.onabort = () => reject(new DOMException("The upload was cancelled", "AbortError"));
    request.onload = () => {
      if (request.status < 200 || request.status > 299) {
        reject(new RequestError(request.status, reasonOf(request.responseText, request.statusText)));
        return;
      }
      try {
        resolve(audioUploadOutput.parse(JSON.parse(request.responseText)));
      } catch {
        reject(new Error("Upload failed"));
      }
    };
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(body);
  });
}

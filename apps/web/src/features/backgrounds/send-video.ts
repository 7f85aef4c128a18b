import { VIDEO_SIZE_TEXT, VIDEO_TYPE_TEXT, VIDEO_UPLOAD_MAX_BYTES, videoUploadOutput, type VideoUpload } from "@nightjar/contract";
import type { UploadOptions } from "../../lib/upload.ts";
import { fieldsOf, textOf } from "../../lib/shape.ts";

const MIME_TYPES = new Set([
  ...["video/mp4", "video/quicktime", "video/x-msvideo", "video/avi", "video/webm", "video/x-matroska"],
  ...["image/gif", "image/png", "image/jpeg", "image/webp"],
]);
const EXTENSIONS = [".mp4", ".mov", ".avi", ".webm", ".mkv", ".gif", ".png", ".jpg", ".jpeg", ".webp"];
export const VIDEO_ACCEPT = [...MIME_TYPES, ...EXTENSIONS].join(",");

/** Why a file is not even sent; null when it may go. What it really is, the server finds out. */
export function refusalOf(file: { name: string; type: string; size: number }): string | null {
  const name = file.name.toLowerCase();
  if (!MIME_TYPES.has(file.type) && !EXTENSIONS.some((extension) => name.endsWith(extension))) return VIDEO_TYPE_TEXT;
  return file.size > VIDEO_UPLOAD_MAX_BYTES ? VIDEO_SIZE_TEXT : null;
}

/** An upload that did not come to its end, in the specification's words. */
export class UploadError extends Error {
  override readonly name = "UploadError";
  /** Whether the same file may well be taken at another try. */
  readonly mayWork: boolean;

  constructor(message: string, mayWork: boolean) {
    super(message);
    this.mayWork = mayWork;
  }
}

/** What the server answered to the whole file. @throws UploadError */
export function takeAnswer(status: number, body: string): VideoUpload {
  const json = parsed(body);
  if (status < 200 || status > 299) {
    const said = textOf(fieldsOf(json)["error"]);
    const silent = json === null ? `Upload failed with status ${status}` : "Upload failed";
    throw new UploadError(said ?? silent, status >= 500 || status === 429 || status === 408);
  }
  const upload = videoUploadOutput.safeParse(json);
  if (!upload.success) throw new UploadError("Invalid response format", true);
  return upload.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Nothing was heard for so long: neither that bytes went, nor an answer to the last. */
const SILENCE_MAX_MS = 120_000;

/** Sends one file as a form, whole. @throws UploadError, or AbortError when it was cancelled */
export function sendVideo(file: File, { onProgress, signal }: UploadOptions): Promise<VideoUpload> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const body = new FormData();
    body.append("video", file);
    let timer = 0;
    const heard = () => {
      clearTimeout(timer);
      timer = window.setTimeout(() => {
        reject(new UploadError("Upload timed out", true));
        request.abort();
      }, SILENCE_MAX_MS);
    };
    request.open("POST", "/api/upload/video");
    request.upload.onprogress = (event) => {
      heard();
      onProgress(event.total > 0 ? event.loaded / event.total : 0);
    };
    request.onerror = () => reject(new UploadError("Network error during upload", true));
    request.onabort = () => reject(new DOMException("The upload was cancelled", "AbortError"));
    request.onloadend = () => clearTimeout(timer);
    request.onload = () => {
      try {
        resolve(takeAnswer(request.status, request.responseText));
      } catch (error) {
        reject(error instanceof Error ? error : new UploadError("Failed to upload file", true));
      }
    };
    signal.addEventListener("abort", () => request.abort(), { once: true });
    heard();
    request.send(body);
  });
}

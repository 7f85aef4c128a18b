import {
  DISK_FULL_TEXT,
  HTTP_STATUS,
  VIDEO_SIZE_TEXT,
  VIDEO_TYPE_TEXT,
  VIDEO_UPLOAD_MAX_BYTES,
  videoUploadOutput,
  type VideoUpload,
} from "@nightjar/contract";
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

/** @throws UploadError where the server refused */
export function assertTaken(status: number, body: string): void {
  if (status >= 200 && status <= 299) return;
  throw new UploadError(refusalText(status, body), status >= 500 || status === 429 || status === 408);
}

/** Why it was refused, in the words of whoever refused. */
export function refusalText(status: number, body: string): string {
  return ownWords(body) ?? silent(status, parsed(body) !== null);
}

function ownWords(body: string): string | undefined {
  const { error, message } = fieldsOf(parsed(body));
  return textOf(error) ?? textOf(message);
}

/** What stands before our server says so while that is away, as when it is started again; our own 503 has words. */
export const isServerAway = (status: number, body: string): boolean =>
  (status === 502 || status === 503 || status === 504) && ownWords(body) === undefined;

/** An answer to HEAD has no body, and one of a proxy says nothing to anybody. */
function silent(status: number, isOurs: boolean): string {
  if (status === HTTP_STATUS["disk-full"]) return DISK_FULL_TEXT;
  return isOurs ? "Upload failed" : `Upload failed with status ${status}`;
}

/** What the server answered to the whole file. @throws UploadError */
export function takeAnswer(status: number, body: string): VideoUpload {
  assertTaken(status, body);
  const upload = videoUploadOutput.safeParse(parsed(body));
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

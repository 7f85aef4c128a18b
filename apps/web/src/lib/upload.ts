import { reasonOf, RequestError, UploadTimeoutError } from "./errors.ts";
import { renewCookie } from "./session.ts";
import { whenSilent } from "./silence.ts";

/** While bytes go, something is heard all the time. */
const SILENCE_MAX_MS = 60_000;
/** A master of two gigabytes is read for a while on a machine that is busy. */
const ANSWER_MAX_MS = 10 * 60_000;

export interface UploadOptions {
  /** 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/**
 * Sends one file as a form; the session's cookie says who we are. fetch() tells nothing of an upload's progress, so this is
 * XMLHttpRequest. Resolves with the answer's JSON.
 * @throws RequestError with the server's reason, Error('Upload failed') when the server was not reached,
 * UploadTimeoutError when nothing was heard of it any more, AbortError when cancelled
 */
export function uploadFile(path: string, field: string, file: File, { onProgress, signal }: UploadOptions): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const request = new XMLHttpRequest();
  const hearing = whenSilent(() => {
    reject(new UploadTimeoutError());
    request.abort();
  });
  const body = new FormData();
  body.append(field, file);
  request.open("POST", path);
  request.upload.onprogress = (event) => {
    hearing.heard(SILENCE_MAX_MS);
    onProgress(event.total > 0 ? event.loaded / event.total : 0);
  };
  request.upload.onload = () => hearing.heard(ANSWER_MAX_MS);
  request.onerror = () => reject(new Error("Upload failed"));
  request.onabort = () => reject(new DOMException("The upload was cancelled", "AbortError"));
  request.onload = () => {
    if (request.status < 200 || request.status > 299) {
      reject(new RequestError(request.status, reasonOf(request.responseText, request.statusText)));
      return;
    }
    try {
      resolve(JSON.parse(request.responseText));
    } catch {
      reject(new Error("Upload failed"));
    }
  };
  signal.addEventListener("abort", () => request.abort(), { once: true });
  hearing.heard(SILENCE_MAX_MS);
  renewCookie();
  request.send(body);
  return promise.finally(() => hearing.end());
}

import { reasonOf, RequestError } from "./errors.ts";

export interface UploadOptions {
  /** 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/**
 * Sends one file as a form; the session's cookie says who we are. fetch() tells nothing of an upload's progress, so this is
 * XMLHttpRequest. Resolves with the answer's JSON.
 * @throws RequestError with the server's reason, Error('Upload failed') when the server was not reached, AbortError when cancelled
 */
export function uploadFile(path: string, field: string, file: File, { onProgress, signal }: UploadOptions): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const body = new FormData();
    body.append(field, file);
    request.open("POST", path);
    request.upload.onprogress = (event) => onProgress(event.total > 0 ? event.loaded / event.total : 0);
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
    request.send(body);
  });
}

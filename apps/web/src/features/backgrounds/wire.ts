import { TIMED_OUT } from "../../lib/errors.ts";
import { renewCookie } from "../../lib/session.ts";
import { whenSilent } from "../../lib/silence.ts";
import { LostError, SIGN_MAX_MS } from "./go-on.ts";
import { type Answer, type Step, UNREACHED } from "./send-in-pieces.ts";

/** While bytes go, something is heard all the time. */
const SILENCE_MAX_MS = 30_000;

/** One request; the session's cookie says who we are. fetch() tells nothing of an upload's progress, so this is XMLHttpRequest. */
export function sendStep({ body, headers = {}, method, onSent, url }: Step, signal: AbortSignal): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const { end, heard } = whenSilent(() => {
      reject(new LostError(TIMED_OUT));
      request.abort();
    });
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => {
      heard(SILENCE_MAX_MS);
      onSent?.(loaded);
    };
    request.upload.onload = () => heard(SIGN_MAX_MS);
    request.onerror = () => reject(new LostError(UNREACHED));
    request.onabort = () => reject(new DOMException("The upload was cancelled", "AbortError"));
    request.onloadend = end;
    request.onload = () => {
      const { responseText: text, status } = request;
      resolve({ status, text, header: (name) => request.getResponseHeader(name) });
    };
    signal.addEventListener("abort", () => request.abort(), { once: true });
    heard(body === undefined && method !== "POST" ? SILENCE_MAX_MS : SIGN_MAX_MS);
    renewCookie();
    request.send(body ?? null);
  });
}

/** By its last byte: of one that was cut the first is there still. */
export async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(-1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

/** A browser that has been without a network says so when it has one again. */
export function restUntilOnline(ms: number, wake: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = new AbortController();
    const end = () => {
      over.abort();
      resolve();
    };
    const timer = setTimeout(end, ms);
    over.signal.addEventListener("abort", () => clearTimeout(timer));
    addEventListener("online", end, { signal: over.signal });
    wake.addEventListener("abort", end, { signal: over.signal });
    if (wake.aborted) end();
  });
}

import type { VideoUpload } from "@nightjar/contract";
import { type BackOff, backOffMs } from "@nightjar/kit";
import { assertTaken, isServerAway, refusalText, takeAnswer, UploadError } from "./send-video.ts";

export interface Answer {
  readonly status: number;
  readonly text: string;
  header(name: string): string | null;
}
export interface Step {
  readonly method: "POST" | "HEAD" | "PATCH" | "DELETE";
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Blob;
  /** Told how many bytes of the body have gone. */
  readonly onSent?: (bytes: number) => void;
}
/** The specification's sentence for a connection that is gone. */
export const UNREACHED = "Network error during upload";

/** It may go on by itself: no answer of our server came, or its last connection still holds the file. Its message is what an operator reads. */
export class LostError extends Error {
  override readonly name = "LostError";
}

export interface Held {
  /** Why, as a sentence without its full stop. */
  readonly reason: string;
  readonly tryNow: () => void;
}

export interface SendOptions {
  /** 0 to 1. */
  readonly onProgress: (share: number) => void;
  /** It waits, and goes on by itself. null: it goes on. */
  readonly onHeld: (held: Held | null) => void;
  readonly signal: AbortSignal;
}

export interface SendPorts {
  /** @throws LostError, or AbortError */
  wire(step: Step, signal: AbortSignal): Promise<Answer>;
  /** Rests until the time is over, or the connection is back, or it is woken. */
  rest(ms: number, wake: AbortSignal): Promise<void>;
  nowMs(): number;
}

export interface Sender {
  send(file: File, options: SendOptions): Promise<VideoUpload>;
  /** What lies on the server is not needed any more; where that cannot be said, it goes by itself within a day. */
  forget(file: File): void;
}

const RESTS: BackOff = { firstMs: 1000, longestMs: 15_000 };
/** Without any progress for so long it is given up; another try goes on from there. */
const GIVEN_UP_AFTER_MS = 30 * 60_000;
const PROTOCOL = { "Tus-Resumable": "1.0.0" };

/** Upload metadata are words in base64, of UTF-8. */
const inBase64 = (text: string) => btoa(String.fromCodePoint(...new TextEncoder().encode(text)));

/** Sends files by the protocol tus 1.0: what the server has already is not sent again, whatever happens to the connection. */
export function createSender({ wire, rest, nowMs }: SendPorts): Sender {
  /** Where each lies that was begun, for another try. */
  const begun = new WeakMap<File, string>();

  /** @throws LostError, or AbortError */
  const ask = async (step: Step, signal: AbortSignal): Promise<Answer> => {
    const answer = await wire(step, signal);
    if (isServerAway(answer.status, answer.text)) throw new LostError(refusalText(answer.status, answer.text));
    return answer;
  };
  const begin = async (file: File, signal: AbortSignal): Promise<string> => {
    const headers = { ...PROTOCOL, "Upload-Length": String(file.size), "Upload-Metadata": `filename ${inBase64(file.name)}` };
    const answer = await ask({ method: "POST", url: "/api/uploads", headers }, signal);
    assertTaken(answer.status, answer.text);
    const url = answer.header("Location");
    if (url === null) throw new UploadError("Invalid response format", true);
    begun.set(file, url);
    return url;
  };
  /** null: the server knows nothing of it any more. */
  const offsetOf = async (url: string, signal: AbortSignal): Promise<number | null> => {
    const answer = await ask({ method: "HEAD", url, headers: PROTOCOL }, signal);
    if (answer.status === 404 || answer.status === 410) return null;
    assertTaken(answer.status, answer.text);
    return offsetIn(answer);
  };
  const sendRest = async (file: File, url: string, from: number, { onProgress, signal }: SendOptions) => {
    let offset = from;
    while (offset < file.size) {
      const at = offset;
      const headers = { ...PROTOCOL, "Upload-Offset": String(at), "Content-Type": "application/offset+octet-stream" };
      const onSent = (bytes: number) => onProgress(Math.min(1, (at + bytes) / file.size));
      const answer = await ask({ method: "PATCH", url, headers, body: file.slice(at), onSent }, signal);
      // The connection before this one has not let go of it yet, or brought more than it said.
      if (answer.status === 409 || answer.status === 423) throw new LostError(refusalText(answer.status, answer.text));
      assertTaken(answer.status, answer.text);
      offset = offsetIn(answer);
    }
  };
  const attempt = async (file: File, options: SendOptions): Promise<VideoUpload> => {
    const { onProgress, signal } = options;
    const known = begun.get(file);
    const before = known === undefined ? null : await offsetOf(known, signal);
    const url = known === undefined || before === null ? await begin(file, signal) : known;
    onProgress(file.size === 0 ? 1 : (before ?? 0) / file.size);
    await sendRest(file, url, before ?? 0, options);
    const answer = await ask({ method: "POST", url: `${url}/video` }, signal);
    const upload = takeAnswer(answer.status, answer.text);
    forget(file);
    return upload;
  };
  const forget = (file: File) => {
    const url = begun.get(file);
    begun.delete(file);
    if (url !== undefined) wire({ method: "DELETE", url, headers: PROTOCOL }, new AbortController().signal).catch(() => undefined);
  };

  const send = async (file: File, options: SendOptions): Promise<VideoUpload> => {
    let lastProgressMs = nowMs();
    let failures = 0;
    let most = 0;
    const watched: SendOptions = {
      ...options,
      onProgress(share) {
        options.onProgress(share);
        // Told at each try; only what had not arrived before is progress.
        if (share <= most) return;
        most = share;
        lastProgressMs = nowMs();
        failures = 0;
      },
    };
    try {
      for (;;) {
        const wake = new AbortController();
        try {
          return await attempt(file, watched);
        } catch (error) {
          if (!(error instanceof LostError)) throw error;
          if (nowMs() - lastProgressMs > GIVEN_UP_AFTER_MS) throw new UploadError(error.message, true);
          options.onHeld({ reason: error.message, tryNow: () => wake.abort() });
        }
        await rest(backOffMs(RESTS, failures++), AbortSignal.any([wake.signal, options.signal]));
        options.signal.throwIfAborted();
        options.onHeld(null);
      }
    } catch (error) {
      // Cancelled, or refused for what it is: it is of no use there.
      if (options.signal.aborted || (error instanceof UploadError && !error.mayWork)) forget(file);
      throw error;
    }
  };
  return { send, forget };
}

/** @throws UploadError */
function offsetIn(answer: Answer): number {
  const offset = Number(answer.header("Upload-Offset") ?? Number.NaN);
  if (!Number.isSafeInteger(offset) || offset < 0) throw new UploadError("Invalid response format", true);
  return offset;
}

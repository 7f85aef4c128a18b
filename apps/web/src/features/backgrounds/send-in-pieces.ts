import type { VideoUpload } from "@nightjar/contract";
import { assertTaken, takeAnswer, UploadError } from "./send-video.ts";

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
/** No answer came: the connection is gone, or nothing was heard for so long that it must be. */
export class LostError extends Error {
  override readonly name = "LostError";
  readonly isSilence: boolean;

  constructor(isSilence: boolean) {
    super("The connection was lost");
    this.isSilence = isSilence;
  }
}

export interface SendOptions {
  /** 0 to 1. */
  readonly onProgress: (share: number) => void;
  /** The connection is lost, and it goes on by itself; what is handed over tries at once. null: it goes on. */
  readonly onHeld: (tryNow: (() => void) | null) => void;
  readonly signal: AbortSignal;
}

export interface SendPorts {
  /** @throws LostError, or AbortError */
  wire(step: Step, signal: AbortSignal): Promise<Answer>;
  /** Rests until the time is over, or the connection is back, or it is woken. */
  rest(ms: number, wake: AbortSignal): Promise<void>;
  nowMs(): number;
}

const FIRST_REST_MS = 1000;
const LONGEST_REST_MS = 15_000;
/** Without any progress for so long it is given up; another try goes on from there. */
const GIVEN_UP_AFTER_MS = 30 * 60_000;
const PROTOCOL = { "Tus-Resumable": "1.0.0" };

/** Upload metadata are words in base64, of UTF-8. */
const inBase64 = (text: string) => btoa(String.fromCodePoint(...new TextEncoder().encode(text)));

/** Sends files by the protocol tus 1.0: what the server has already is not sent again, whatever happens to the connection. */
export function createSender({ wire, rest, nowMs }: SendPorts): (file: File, options: SendOptions) => Promise<VideoUpload> {
  /** Where each lies that was begun, for another try. */
  const begun = new WeakMap<File, string>();

  const begin = async (file: File, signal: AbortSignal): Promise<string> => {
    const headers = { ...PROTOCOL, "Upload-Length": String(file.size), "Upload-Metadata": `filename ${inBase64(file.name)}` };
    const answer = await wire({ method: "POST", url: "/api/uploads", headers }, signal);
    assertTaken(answer.status, answer.text);
    const url = answer.header("Location");
    if (url === null) throw new UploadError("Invalid response format", true);
    begun.set(file, url);
    return url;
  };
  /** null: the server knows nothing of it any more. */
  const offsetOf = async (url: string, signal: AbortSignal): Promise<number | null> => {
    const answer = await wire({ method: "HEAD", url, headers: PROTOCOL }, signal);
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
      const answer = await wire({ method: "PATCH", url, headers, body: file.slice(at), onSent }, signal);
      // The connection before this one has not let go of it yet, or brought more than it said.
      if (answer.status === 409 || answer.status === 423) throw new LostError(false);
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
    const answer = await wire({ method: "POST", url: `${url}/video` }, signal);
    const upload = takeAnswer(answer.status, answer.text);
    forget(file);
    return upload;
  };
  /** What lies on the server is not needed any more; where that cannot be said, it goes by itself within a day. */
  const forget = (file: File) => {
    const url = begun.get(file);
    begun.delete(file);
    if (url !== undefined) wire({ method: "DELETE", url, headers: PROTOCOL }, new AbortController().signal).catch(() => undefined);
  };

  return async (file, options) => {
    let lastProgressMs = nowMs();
    let restMs = FIRST_REST_MS;
    let most = 0;
    const watched: SendOptions = {
      ...options,
      onProgress(share) {
        options.onProgress(share);
        // Told at each try; only what had not arrived before is progress.
        if (share <= most) return;
        most = share;
        lastProgressMs = nowMs();
        restMs = FIRST_REST_MS;
      },
    };
    try {
      for (;;) {
        try {
          return await attempt(file, watched);
        } catch (error) {
          if (!(error instanceof LostError)) throw error;
          if (nowMs() - lastProgressMs > GIVEN_UP_AFTER_MS) throw givenUp(error);
        }
        const wake = new AbortController();
        options.onHeld(() => wake.abort());
        await rest(restMs, AbortSignal.any([wake.signal, options.signal]));
        options.signal.throwIfAborted();
        options.onHeld(null);
        restMs = Math.min(2 * restMs, LONGEST_REST_MS);
      }
    } catch (error) {
      // Cancelled, or refused for what it is: it is of no use there.
      if (options.signal.aborted || (error instanceof UploadError && !error.mayWork)) forget(file);
      throw error;
    }
  };
}

const givenUp = ({ isSilence }: LostError) => new UploadError(isSilence ? "Upload timed out" : "Network error during upload", true);

/** @throws UploadError */
function offsetIn(answer: Answer): number {
  const offset = Number(answer.header("Upload-Offset") ?? Number.NaN);
  if (!Number.isSafeInteger(offset) || offset < 0) throw new UploadError("Invalid response format", true);
  return offset;
}

import { HTTP_STATUS, type VideoUpload } from "@nightjar/contract";
import { TIMED_OUT } from "../../lib/errors.ts";
import { goOn, type GoOnOptions, type GoOnPorts, LostError } from "./go-on.ts";
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
/** The specification's sentence, with why. */
export const UNREADABLE = "Failed to upload file. It was changed or moved since it was chosen: choose it once more";

export interface SendOptions extends GoOnOptions {
  /** 0 to 1. */
  readonly onProgress: (share: number) => void;
}

export interface SendPorts extends GoOnPorts {
  /** @throws LostError, or AbortError */
  wire(step: Step, signal: AbortSignal): Promise<Answer>;
  /** False: the file is another one by now, or is gone. */
  isReadable(file: File): Promise<boolean>;
}

export interface Sender {
  send(file: File, options: SendOptions): Promise<VideoUpload>;
  /** What lies on the server is not needed any more; where that cannot be said, it goes by itself within a day. */
  forget(file: File): void;
}

const PROTOCOL = { "Tus-Resumable": "1.0.0" };

/** Upload metadata are words in base64, of UTF-8. */
const inBase64 = (text: string) => btoa(String.fromCodePoint(...new TextEncoder().encode(text)));

/** Sends files by the protocol tus 1.0: what the server has already is not sent again, whatever happens to the connection. */
export function createSender(ports: SendPorts): Sender {
  const { isReadable, wire } = ports;
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
      // Nothing came for so long, as while this machine slept: what had come is kept.
      if (answer.status === HTTP_STATUS["too-slow"]) throw new LostError(TIMED_OUT);
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
    let most = 0;
    const tryOnce = async (cameFurther: () => void) => {
      const onProgress = (share: number) => {
        options.onProgress(share);
        // Told at each try; only what had not arrived before is progress.
        if (share <= most) return;
        most = share;
        cameFurther();
      };
      try {
        return await attempt(file, { ...options, onProgress });
      } catch (error) {
        // To a browser that cannot read the file any more, it looks like a lost connection.
        if (error instanceof LostError && !(await isReadable(file))) throw new UploadError(UNREADABLE, false);
        throw error;
      }
    };
    try {
      return await goOn(tryOnce, options, ports);
    } catch (error) {
      // Cancelled, or refused for what it is: it is of no use there.
      if (options.signal.aborted || (error instanceof UploadError && !error.mayWork)) forget(file);
      if (error instanceof LostError) throw new UploadError(error.message, true);
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

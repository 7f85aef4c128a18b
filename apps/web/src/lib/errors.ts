import { CancelledError } from "@tanstack/react-query";
import { TRPCClientError } from "@trpc/client";
import { fieldsOf, numberOf, textOf } from "./shape.ts";
import { asSignedOut, type SignedOut } from "./signed-out.ts";

/** The HTTP status our server answered with; null when it did not answer. */
export function statusOf(error: unknown): number | null {
  if (!(error instanceof TRPCClientError)) return null;
  return numberOf(fieldsOf(error.data)["httpStatus"]) ?? null;
}

/** Nothing was heard of an upload for so long that its connection must be dead. */
export class UploadTimeoutError extends Error {
  override readonly name = "UploadTimeoutError";

  constructor() {
    super(TIMED_OUT);
  }
}

/** A proxy answers with a page of its own, and over HTTP/2 nothing has a status text. */
const isSentence = (reason: string): boolean => reason !== "" && !reason.trimStart().startsWith("<");

/** The server's own sentence, or the fallback when it sent none. */
export function messageOf(error: unknown, fallback: string): string {
  if (error instanceof UploadTimeoutError) return error.message;
  if (error instanceof RequestError) return isSentence(error.reason) ? error.reason : fallback;
  if (error instanceof TRPCClientError && statusOf(error) !== null && error.message !== "") return error.message;
  return fallback;
}

/** The specification's sentence for an upload. */
export const TIMED_OUT = "Upload timed out";

export const UNREACHABLE = "The server cannot be reached.";

export const UNANSWERED = "The server did not answer in time. See whether it was done before you try again.";

/** What is said of a failure: the text, and beside it why the server gave none of its own. */
export interface Said {
  readonly text: string;
  readonly reason?: string;
}

/** The server's own sentence; the fallback where it said nothing, and why it said nothing. */
export function saidOf(error: unknown, fallback: string): Said {
  const reason = silenceOf(error);
  return reason === null ? { text: messageOf(error, fallback) } : { text: fallback, reason };
}

/** Both in one line. */
export const inOneLine = ({ text, reason }: Said): string => (reason === undefined ? text : `${text} ${reason}`);

/** Why the server said nothing; null: it did. What is read is cancelled where the line died. */
export function silenceOf(error: unknown): string | null {
  if (error instanceof CancelledError) return UNREACHABLE;
  if (error instanceof RequestError) return isSentence(error.reason) ? null : wordless(error.status);
  if (!(error instanceof TRPCClientError) || statusOf(error) !== null) return null;
  return error.cause instanceof DOMException && error.cause.name === "TimeoutError" ? UNANSWERED : UNREACHABLE;
}

/** In place of a proxy's page. Our own server says itself what is too large for it; a proxy's limit is only known to whoever runs that. */
const wordless = (status: number): string =>
  status === 413
    ? "The proxy in front of the studio takes no file of this size. Whoever runs it can allow larger ones."
    : `The server answered with status ${status}.`;

/** Why the server no longer takes our token; null: it has not said that. */
export function sessionEndOf(error: unknown): SignedOut | null {
  const status = statusOf(error);
  // Signed in still, and shut out since.
  if (status === 403) return "rejected";
  return status === 401 ? asSignedOut(textOf(detailsOf(error)["sessionEnded"])) : null;
}

/** What the server's refusal tells beside its sentence. */
export const detailsOf = (error: unknown) => fieldsOf(fieldsOf(error instanceof TRPCClientError ? error.data : null)["details"]);

const FILE_FIELDS: readonly unknown[] = ["fileUrl", "videoUrl", "artworkUrl", "thumbnailUrl"];

/** Refused because a file that it names is not on the server: what nothing shows is taken away a day after it was uploaded. */
export function isFileGone(error: unknown): boolean {
  const { issues } = fieldsOf(error instanceof TRPCClientError ? error.data : null);
  return Array.isArray(issues) && issues.some((issue) => FILE_FIELDS.includes(fieldsOf(issue)["path"]));
}

/** The tracks that were deleted meanwhile, where that is why it was refused. */
export function goneTracksOf(error: unknown): ReadonlySet<string> {
  const { missing } = detailsOf(error);
  return new Set(Array.isArray(missing) ? missing.map(String) : []);
}

/** True when the server could not be reached at all. */
export const isUnreachable = (error: unknown): boolean => error instanceof TRPCClientError && statusOf(error) === null;

/** A failed `/api` call: its message is the status, a colon and the reason. */
export class RequestError extends Error {
  override readonly name = "RequestError";
  readonly status: number;
  readonly reason: string;

  constructor(status: number, reason: string) {
    super(`${status}: ${reason}`);
    this.status = status;
    this.reason = reason;
  }
}

/** The reason in an answer's body: the JSON message field, else the raw text, else the status text. */
export function reasonOf(body: string, statusText: string): string {
  try {
    const message = textOf(fieldsOf(JSON.parse(body))["message"]);
    if (message !== undefined) return message;
  } catch {
    return body === "" ? statusText : body;
  }
  return body === "" ? statusText : body;
}

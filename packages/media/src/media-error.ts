import { ProcessError } from "./process-error.ts";

/**
 * Why a file is refused. `unsupported-format`: not one of the containers we take, whatever its name says;
 * `no-audio`, `no-video`: nothing of that kind in it; `single-picture`: a video of one frame; `no-duration`: nothing that lasts; `too-many-pixels`: of each
 * picture; `damaged`: it begins well but cannot be read or decoded.
 */
export type MediaErrorKind =
  | "unsupported-format"
  | "no-audio"
  | "no-video"
  | "single-picture"
  | "no-duration"
  | "too-many-pixels"
  | "damaged";

/** The file is at fault, not the machine (that would be a ProcessError). */
export class MediaError extends Error {
  override readonly name = "MediaError";
  readonly kind: MediaErrorKind;

  constructor(kind: MediaErrorKind, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

/** What a tool could not open or read is the file's fault; anything else (no tool, no time, no room) stays what it is. */
export function asMediaError(error: unknown, kind: MediaErrorKind, message: string): unknown {
  const isTheFile = error instanceof ProcessError && (error.kind === "failed" || error.kind === "output-too-large");
  return isTheFile && !isTheMachine(error) ? new MediaError(kind, message, error) : error;
}

/** Ended from outside (by whoever was short of memory), or there was no room to write to. A tool that crashes by itself crashed at the file. */
const isTheMachine = ({ signal, stderrTail }: ProcessError) =>
  signal === "SIGKILL" || signal === "SIGTERM" || stderrTail.includes("No space left on device");

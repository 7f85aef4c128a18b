import { access } from "node:fs/promises";
import { JobCancelledError, MediaError, ProcessError } from "@nightjar/media";
import { isDiskFull } from "../../render/disk.ts";
import { SourceError, type SourceFault } from "../../render/source-error.ts";
import { UnitError } from "../../render/unit-writer.ts";
import { WriteGateClosedError } from "../../render/write-gate.ts";

/** What ffmpeg says when the machine, not the file, is at fault. */
const MACHINE_WORDS = /no space left|cannot allocate memory|too many open files|input\/output error|permission denied/i;
/** Of what an encoder says, as much as a sentence for an operator takes. */
const CAUSE_MAX = 160;

/** Whether a failed preparation was the file's fault; null: the machine's, which may be over in a moment. */
export function faultOf(error: unknown): SourceFault | null {
  if (error instanceof SourceError) return error.fault;
  if (isDiskFull(error)) return null;
  if (error instanceof MediaError) return error.cause instanceof ProcessError && isMachines(error.cause) ? null : "unreadable";
  if (error instanceof UnitError) return "unreadable";
  if (error instanceof ProcessError) return isMachines(error) ? null : "unreadable";
  return null;
}

/** Nobody needed it any more: that says nothing of the file, nor of the machine. */
export function isGivenUp(error: unknown): boolean {
  if (error instanceof MediaError) return isGivenUp(error.cause);
  if (error instanceof ProcessError) return error.kind === "aborted";
  return (
    error instanceof JobCancelledError || error instanceof WriteGateClosedError || (error instanceof Error && error.name === "AbortError")
  );
}

/** Killed, out of time, missing, or without a resource; what is left is an exit code that the input earned. */
function isMachines({ kind, signal, stderrTail }: ProcessError): boolean {
  return (kind !== "failed" && kind !== "output-too-large") || signal !== null || MACHINE_WORDS.test(stderrTail);
}

/** The file is not there: its folder being out of reach is the machine's fault, and not told apart here. */
export async function isGone(path: string): Promise<boolean> {
  return access(path).then(
    () => false,
    (error: unknown) => error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR"),
  );
}

/** The last line the encoder wrote, without paths of ours: what it says of a file is said of the upload. */
export function causeOf(error: unknown): string {
  const words = error instanceof ProcessError ? error.stderrTail : error instanceof Error ? error.message : "";
  const [last = ""] = words.trim().split("\n").slice(-1);
  return last
    .replaceAll(/(?:file:)?\/\S+/gu, "the file")
    .replaceAll(/\s+/gu, " ")
    .slice(0, CAUSE_MAX)
    .trim();
}

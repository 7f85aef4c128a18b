/** Why a child process did not give a result. `output-too-large`: it wrote more than the caller was ready to hold. */
export type ProcessErrorKind = "not-found" | "timeout" | "aborted" | "failed" | "output-too-large";

export interface ProcessFailure {
  readonly kind: ProcessErrorKind;
  /** As given to run(); the arguments are left out because they may name private things. */
  readonly command: string;
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stderrTail: string;
  readonly cause?: unknown;
}

export class ProcessError extends Error {
  override readonly name = "ProcessError";
  readonly kind: ProcessErrorKind;
  readonly command: string;
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** The last bytes of standard error, for the log. */
  readonly stderrTail: string;

  constructor(failure: ProcessFailure) {
    super(describe(failure), { cause: failure.cause });
    this.kind = failure.kind;
    this.command = failure.command;
    this.exitCode = failure.exitCode;
    this.signal = failure.signal;
    this.stderrTail = failure.stderrTail;
  }
}

function describe({ kind, command, exitCode, signal, stderrTail }: ProcessFailure): string {
  const program = command.split("/").at(-1) ?? command;
  const lastLine = stderrTail.trimEnd().split("\n").at(-1) ?? "";
  switch (kind) {
    case "not-found":
      return `${program} was not found or may not be executed`;
    case "timeout":
      return `${program} did not finish in time`;
    case "aborted":
      return `${program} was aborted`;
    case "output-too-large":
      return `${program} wrote more than expected`;
    case "failed": {
      const how = signal === null ? `exit code ${exitCode ?? "unknown"}` : `signal ${signal}`;
      return lastLine === "" ? `${program} ended with ${how}` : `${program} ended with ${how}: ${lastLine}`;
    }
  }
}

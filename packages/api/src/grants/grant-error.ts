import { AppError } from "@nightjar/contract";

/**
 * lost: the service takes the grant no more (`invalid_grant`), and somebody has to connect again · refused: it refuses us for another reason ·
 * unreachable: it could not be asked, or did not answer · not-configured: the studio has no client at it.
 */
export type GrantFailure = "lost" | "refused" | "unreachable" | "not-configured";

/** Why a foreign service gave no token. Its message is a sentence for the operator. */
export class GrantError extends AppError {
  readonly failure: GrantFailure;

  constructor(failure: GrantFailure, message: string, extra: { cause?: unknown } = {}) {
    super(failure === "lost" ? "conflict" : "unavailable", message, extra);
    this.failure = failure;
  }
}

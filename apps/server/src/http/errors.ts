import { consentHtml, notConnected } from "@nightjar/api";
import { AppError, HTTP_STATUS } from "@nightjar/contract";
import type { AppContext } from "./types.ts";

/** The one shape of errors outside tRPC. Uploads tell the text under both names the specification uses. */
export function errorResponse(c: AppContext, error: unknown, options: { readonly isUpload?: boolean } = {}): Response {
  const known = knownError(error);
  const { code, details, issues, message } = known;
  if (typeof details["retryAfterSeconds"] === "number") c.header("Retry-After", String(details["retryAfterSeconds"]));
  if (code === "unauthenticated") c.header("WWW-Authenticate", "Bearer");
  const body = { message, ...(options.isUpload ? { error: message } : {}), ...(issues.length > 0 ? { issues } : {}), ...details };
  return c.json(body, HTTP_STATUS[code]);
}

/** The same for a browser that another site sent here: a refusal is a page, too. */
export function errorPage(c: AppContext, error: unknown): Response {
  const { code, message } = knownError(error);
  return c.html(consentHtml(notConnected(message)), HTTP_STATUS[code]);
}

const knownError = (error: unknown): AppError =>
  error instanceof AppError ? error : new AppError("internal", "Something went wrong", { cause: error });

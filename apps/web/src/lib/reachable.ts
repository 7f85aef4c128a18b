import { UNREACHABLE } from "./errors.ts";

/** A connection that died without a word answers nothing and ends nothing. */
const ANSWER_WITHIN_MS = 5000;

/** Whether our server answers now. */
export const isReachable = (): Promise<boolean> =>
  fetch("/api/health", { cache: "no-store", signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );

export const UPDATED = "The studio has been updated. Please reload the page.";

/** Why code cannot be had: a server that answers has another version of the studio. */
export const missingText = (isThere: boolean): string => (isThere ? UPDATED : UNREACHABLE);

import { UNREACHABLE } from "./errors.ts";

/** Whether our server answers now. */
export const isReachable = (): Promise<boolean> =>
  fetch("/api/health", { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );

export const UPDATED = "The studio has been updated. Please reload the page.";

/** Why code cannot be had: a server that answers has another version of the studio. */
export const missingText = (isThere: boolean): string => (isThere ? UPDATED : UNREACHABLE);

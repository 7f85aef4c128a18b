import { statusOf } from "./errors.ts";

/** Tells of a failure; what is gone by now, or another than was read, is read again: theirs is shown beside what was entered. */
export const tellAndReadAgain = (tell: (error: unknown) => void, readAgain: () => Promise<unknown>) => (error: unknown) => {
  tell(error);
  if ([404, 409].includes(statusOf(error) ?? 0)) void readAgain();
};

import { statusOf } from "../../lib/errors.ts";
import { complain, complainOf } from "../../lib/toast.ts";

/** The specification's notice; why a call is refused the server knows better, and what it stumbled over says nothing to anybody. */
export const failedTo =
  (text: string) =>
  (error: unknown): void => {
    if ((statusOf(error) ?? 0) >= 500) complain("Error", text);
    else complainOf(error, ["Error", text]);
  };

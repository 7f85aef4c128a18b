import { messageOf, statusOf, UNREACHABLE } from "../../lib/errors.ts";
import { complain } from "../../lib/toast.ts";

/** The specification's notice; why a call is refused the server knows better, and that it was not reached is said beside it. */
export const failedTo =
  (text: string) =>
  (error: unknown): void => {
    const status = statusOf(error);
    if (status === null) complain("Error", `${text}. ${UNREACHABLE}`);
    else complain("Error", status < 500 ? messageOf(error, text) : text);
  };

import { messageOf, statusOf } from "../../lib/errors.ts";
import { complain, complainOf } from "../../lib/toast.ts";

/** The specification's notice, and beside it why a call is refused or cannot be carried out now. What the server stumbled over says nothing to anybody. */
export const failedTo =
  (text: string) =>
  (error: unknown): void => {
    if (statusOf(error) === 500) complain("Error", text);
    else complainOf(error, ["Error", text, "always"]);
  };

/** The same in a line, beside what failed by itself. */
export function failedLine(error: unknown, text: string): string {
  const why = statusOf(error) === 500 ? "" : messageOf(error, "");
  return why === "" ? text : `${text}. ${why}`;
}

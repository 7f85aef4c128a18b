import type { FieldErrors, FieldValues, Resolver } from "react-hook-form";

/** Fetches the rules of these forms, which weigh more than the forms: when somebody begins to type. */
export const fetchRules = () => import("./rules.ts");

/** Rules that may still be on their way when the form is sent. */
export function rulesLater<Values extends FieldValues>(
  pick: (rules: Awaited<ReturnType<typeof fetchRules>>) => Resolver<Values, unknown, Values>,
): Resolver<Values, unknown, Values> {
  return async (values, context, options) => {
    const rules = await fetchRules().catch(() => null);
    if (rules !== null) return pick(rules)(values, context, options);
    const message = unconfirmed(values);
    if (message === null) return { values, errors: {} };
    const errors: FieldErrors = { confirmPassword: { type: "custom", message } };
    return { values: {}, errors: errors as FieldErrors<Values> };
  };
}

/**
 * What is wrong with a password that is typed twice. Rules that cannot be had are held by the server, in the same words, but for this one:
 * it is never sent the second.
 */
export function unconfirmed(values: Readonly<Record<string, unknown>>): string | null {
  const { confirmPassword, currentPassword, newPassword, password = newPassword } = values;
  if (confirmPassword === undefined) return null;
  if (confirmPassword === "" && currentPassword !== undefined) return "Please confirm your password";
  return confirmPassword === password ? null : "Passwords don't match";
}

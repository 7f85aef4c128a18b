import type { FieldValues, Resolver } from "react-hook-form";

/** Fetches the rules of these forms, which weigh more than the forms: when somebody begins to type. */
export const fetchRules = () => import("./rules.ts");

/** Rules that may still be on their way when the form is sent. */
export function rulesLater<Values extends FieldValues>(
  pick: (rules: Awaited<ReturnType<typeof fetchRules>>) => Resolver<Values, unknown, Values>,
): Resolver<Values, unknown, Values> {
  return async (values, context, options) => {
    const rules = await fetchRules().catch(() => null);
    // Those that cannot be had are held by the server, in the same words.
    return rules === null ? { values, errors: {} } : pick(rules)(values, context, options);
  };
}

import { destinationInput, type DestinationInput } from "@nightjar/contract";

export interface CheckedDestination {
  /** null: something is wrong. */
  readonly input: DestinationInput | null;
  readonly errors: Readonly<Partial<Record<keyof DestinationInput, string>>>;
}

/** By the server's own rules; of what is wrong with a field the first. */
export function checkDestination(values: DestinationInput): CheckedDestination {
  const { data, error } = destinationInput.safeParse(values);
  const issues = (error?.issues ?? []).toReversed();
  return { input: data ?? null, errors: Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message])) };
}

// The first file of every screen does without zod, which weighs as much as a screen: what it reads is this plain.

/** The fields of a value that has some. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};

export const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** A text that an address carries: a figure stands there without quotes. */
export const addressTextOf = (value: unknown): string | undefined => textOf(typeof value === "number" ? String(value) : value);

export const numberOf = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);

/** The value if it is one of those known. */
export const oneOf = <T extends string>(known: readonly T[], value: unknown): T | undefined => known.find((one) => one === value);

import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";

/** @throws when an answer is not what its schema says, or says more than that: what is not named there is not meant to be told */
export function checkOutput(schema: z.ZodType, value: unknown, name: string): void {
  const { data, error } = schema.safeParse(value);
  if (error) throw new Error(`${name} answers what its schema does not say: ${error.message}`);
  // What came through a schema has lost what that does not name.
  if (!isDeepStrictEqual(plain(data), plain(value))) throw new Error(`${name} answers more than its schema says`);
}

/** As it goes over the wire; what has no form there (a stream of events) is compared as it is. */
const plain = (value: unknown): unknown => (isWire(value) ? JSON.parse(JSON.stringify(value)) : value);
const isWire = (value: unknown) =>
  typeof value === "object" && value !== null && !Object.values(value).some((one) => typeof one === "function");

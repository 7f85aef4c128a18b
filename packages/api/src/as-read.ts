import { AppError } from "@nightjar/contract";

type Fields = Readonly<Record<string, unknown>>;

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Refuses who was slower, unless they want what whoever was faster has set. @param was as what they read it, each field by itself
 * @throws AppError 409 with what both have set, and how all of it is now
 */
export function assertAsRead(of: "background" | "stream", now: Fields, was: Fields, wanted: Fields): void {
  const fields = Object.keys(was).filter((name) => !isSame(now[name], was[name]) && !isSame(now[name], wanted[name]));
  if (fields.length === 0) return;
  throw new AppError("conflict", `The ${of} was changed by somebody else in the meantime`, { details: { fields, [of]: now } });
}

import { destinations } from "@nightjar/db";
import type { Services } from "../context.ts";
import { openOrNull } from "./plan-destinations.ts";

/** A sentence about stored stream keys that secret.key does not open; null: it opens them all. */
export function lostKeysText({ db, secrets }: Pick<Services, "db" | "secrets">): string | null {
  const rows = db.select({ streamKeySealed: destinations.streamKeySealed }).from(destinations).all();
  const lost = rows.filter((row) => openOrNull(secrets, row) === null).length;
  if (lost === 0) return null;
  const which = lost === 1 ? "The stream key of 1 destination" : `The stream keys of ${lost} destinations`;
  const stored = lost === 1 ? "it was" : "they were";
  return (
    `${which} cannot be read, because secret.key is not the one ${stored} stored with. ` +
    `Put the right secret.key back into the data folder and start again, or enter the ${lost === 1 ? "key" : "keys"} again.`
  );
}

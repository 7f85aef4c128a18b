import type { Services } from "../context.ts";
import type { Missing } from "../ports.ts";
import { lostKeysText } from "./lost-keys.ts";

/** All that keeps the studio from serving as it should. */
export async function missingNow(services: Pick<Services, "db" | "readiness" | "secrets">): Promise<readonly Missing[]> {
  const lostKeys = lostKeysText(services);
  return [...(await services.readiness()), ...(lostKeys === null ? [] : [{ kind: "service" as const, sentence: lostKeys }])];
}

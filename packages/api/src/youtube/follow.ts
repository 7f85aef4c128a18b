import type { Services } from "../context.ts";
import { endedGrants } from "../grants/index.ts";

/** Does what follows when a stream's channel is left: also what an earlier process did not come to. @returns the way to stop */
export function followYoutube(services: Services): () => void {
  const giveBack = () => {
    for (const id of endedGrants(services.db, "google")) {
      services.accessTokens.giveBack(id).catch((error: unknown) => services.log.error({ err: error }, "a grant could not be given back"));
    }
  };
  const stop = services.live.subscribe((event) => {
    if (event.type === "changed" && event.entity === "streams") giveBack();
  });
  giveBack();
  return stop;
}

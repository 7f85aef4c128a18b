import { streams } from "@nightjar/db";
import type { Services } from "../context.ts";
import { studioDefaults } from "./background-turns.ts";
import { pushPlans } from "./push-plan.ts";
import { wantedStreams } from "./wanted.ts";

/** After a commit that adds or removes a background: it takes, or loses, its turn. */
export function pushTurns(services: Services): void {
  const { autoSwitch: studio } = studioDefaults(services.db);
  const rows = services.db.select({ id: streams.id, autoSwitch: streams.autoSwitch }).from(streams).all();
  const turning = new Set(rows.filter(({ autoSwitch }) => (autoSwitch ?? studio) !== "never").map(({ id }) => id));
  pushPlans(
    services,
    wantedStreams(services.db).filter((id) => turning.has(id)),
  );
}

/** After a commit that changes the studio's defaults. */
export function pushFollowers(services: Services): void {
  const rows = services.db.select().from(streams).all();
  const own = new Set(rows.filter(({ transition, autoSwitch }) => transition !== null && autoSwitch !== null).map(({ id }) => id));
  pushPlans(
    services,
    wantedStreams(services.db).filter((id) => !own.has(id)),
  );
}

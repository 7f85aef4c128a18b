import { streams } from "@nightjar/db";
import type { Services } from "../context.ts";
import { studioDefaults } from "./background-turns.ts";
import { pushPlans } from "./push-plan.ts";

/** After a commit that adds or removes a background: it takes, or loses, its turn. */
export function pushTurns(services: Services): void {
  const { autoSwitch: studio } = studioDefaults(services.db);
  const rows = services.db.select({ id: streams.id, autoSwitch: streams.autoSwitch }).from(streams).all();
  const turning = rows.filter(({ autoSwitch }) => (autoSwitch ?? studio) !== "never");
  pushPlans(
    services,
    turning.map(({ id }) => id),
  );
}

/** After a commit that changes the studio's defaults. */
export function pushFollowers(services: Services): void {
  const rows = services.db.select().from(streams).all();
  const following = rows.filter(({ transition, autoSwitch }) => transition === null || autoSwitch === null);
  pushPlans(
    services,
    following.map(({ id }) => id),
  );
}

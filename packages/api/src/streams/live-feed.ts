import type { Services } from "../context.ts";
import { followJournal } from "./as-run-follower.ts";
import { isTestId } from "../plan/test-plans.ts";
import { toldOnAir } from "../plan/observed.ts";

/** Passes the engine's events to whoever watches, and takes its journal into the database. @returns the way to stop */
export function followEngine(services: Services): () => void {
  const stops = [
    services.engine.subscribe((event) => {
      if (event.type !== "on-air" || isTestId(event.streamId)) return;
      services.live.publish({ ...event, onAir: toldOnAir(services, event.streamId, event.onAir) });
    }),
    followJournal(services),
  ];
  return () => stops.forEach((stop) => stop());
}

import type { Services } from "../context.ts";
import { followJournal } from "./as-run-follower.ts";

/** Passes the engine's events to whoever watches, and takes its journal into the database. @returns the way to stop */
export function followEngine(services: Services): () => void {
  const stops = [
    services.engine.subscribe((event) => {
      if (event.type === "on-air") services.live.publish(event);
    }),
    followJournal(services),
  ];
  return () => stops.forEach((stop) => stop());
}

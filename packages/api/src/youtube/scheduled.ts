import type { YtBroadcast } from "./port.ts";

/** YouTube takes only a start in the future, by its own clock: ours may be minutes behind. */
const SOON_MS = 5 * 60_000;
export const soon = (nowMs: number): string => new Date(nowMs + SOON_MS).toISOString();

/** What an update says of a broadcast's times: as read, but of one that has not begun YouTube takes no start that is over. */
export function scheduled(
  { lifeCycle, scheduledEndTime, scheduledStartTime }: YtBroadcast,
  nowMs: number,
): Pick<YtBroadcast, "scheduledEndTime" | "scheduledStartTime"> {
  const hasBegun = lifeCycle !== "created" && lifeCycle !== "ready";
  if (hasBegun || Date.parse(scheduledStartTime) >= nowMs + SOON_MS) return { scheduledEndTime, scheduledStartTime };
  // Nor an end before its start.
  const isOver = scheduledEndTime !== undefined && Date.parse(scheduledEndTime) <= nowMs + SOON_MS;
  return { scheduledStartTime: soon(nowMs), scheduledEndTime: isOver ? undefined : scheduledEndTime };
}

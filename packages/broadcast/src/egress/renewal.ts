import { createHash } from "node:crypto";
import type { PlanDestination } from "@nightjar/contract";

/** FLV, and with it RTMP as most ingests read it, has signed timestamps of 32 bits: 24.8 days. */
const CLOCK_LIMIT_MS = 2 ** 31;
/** From here on at the next track; where a single track lasts longer than what is left, within it. */
const MARGIN_MS = 60 * 60 * 1000;
const AT_ONCE_MS = 10 * 60 * 1000;
/** Connections that began together are renewed apart: one destination of a stream at a time, and not all streams at once. */
const SPREAD_MS = 24 * 60 * 60 * 1000;

/** Below this no connection is renewed. */
export const RENEWED_FROM_MS = CLOCK_LIMIT_MS - MARGIN_MS - SPREAD_MS;

/**
 * Whether a connection is to be left for another, whose clock begins with it.
 * @param clockMs newest timestamp of the connection
 * @param destination decides which moment of the spread is its own; twins, which have one clock, are renewed together
 */
export function renewalDue(clockMs: number, { id, twinId }: Pick<PlanDestination, "id" | "twinId">): "not-yet" | "next-track" | "at-once" {
  if (clockMs >= CLOCK_LIMIT_MS - AT_ONCE_MS) return "at-once";
  if (clockMs < RENEWED_FROM_MS) return "not-yet";
  const share =
    createHash("sha256")
      .update(twinId !== undefined && twinId < id ? twinId : id)
      .digest()
      .readUInt32BE(0) /
    2 ** 32;
  return clockMs >= CLOCK_LIMIT_MS - MARGIN_MS - share * SPREAD_MS ? "next-track" : "not-yet";
}

import type { OnAirState } from "@nightjar/contract";

const SENT: ReadonlySet<OnAirState> = new Set(["on-air", "reconnecting", "slate"]);

/** Something is produced that can be listened to. */
export const isSent = (state: OnAirState): boolean => SENT.has(state);

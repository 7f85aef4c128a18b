import type { DestinationState, OnAirState } from "@nightjar/contract";

/** Every change of a stream's actual state that may happen; anything else is a bug and is refused. */
export const STREAM_TRANSITIONS: Readonly<Record<OnAirState, readonly OnAirState[]>> = {
  off: ["preparing"],
  preparing: ["on-air", "slate", "reconnecting", "stopping", "failed"],
  // Back to preparing: what was changed cannot go on over the same connection.
  "on-air": ["slate", "reconnecting", "preparing", "stopping", "failed"],
  slate: ["on-air", "reconnecting", "preparing", "stopping", "failed"],
  reconnecting: ["on-air", "slate", "preparing", "stopping", "failed"],
  stopping: ["off"],
  failed: ["preparing", "stopping"],
};

/** Likewise for one destination. */
export const DESTINATION_TRANSITIONS: Readonly<Record<DestinationState, readonly DestinationState[]>> = {
  waiting: ["connecting", "stopped"],
  connecting: ["sending", "stalled", "refused", "waiting", "stopped"],
  sending: ["stalled", "refused", "waiting", "stopped"],
  stalled: ["sending", "refused", "waiting", "stopped"],
  refused: ["connecting", "stopped"],
  stopped: [],
};

export class TransitionError extends Error {
  override readonly name = "TransitionError";
}

/** @returns `next`; @throws TransitionError unless the table has the change (staying is none). */
export function checkTransition<State extends string>(table: Readonly<Record<State, readonly State[]>>, from: State, next: State): State {
  if (from !== next && !table[from].includes(next)) throw new TransitionError(`${from} cannot become ${next}`);
  return next;
}

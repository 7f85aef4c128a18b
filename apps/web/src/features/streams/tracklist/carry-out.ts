import type { Known, StreamId, TracklistStep } from "@nightjar/contract";
import { goneTracksOf } from "../../../lib/errors.ts";
import { trpcClient } from "../../../lib/trpc.ts";

const NONE: ReadonlySet<string> = new Set();

export interface CarriedOut {
  /** After it. */
  readonly revision: number;
  /** What was deleted from the library since it was removed stays away. */
  readonly gone: ReadonlySet<string>;
}

/** @param step null: there is nothing left to do */
export async function carryOut(id: StreamId, step: TracklistStep | null, known: Known, isPutBack: boolean): Promise<CarriedOut> {
  const nothing = { revision: known.own.at(-1) ?? known.readAt, gone: NONE };
  if (!step) return nothing;
  try {
    const { revision } = await trpcClient.streams.stepTracklist.mutate({ id, step, readAt: known.readAt, own: [...known.own] });
    return { revision, gone: NONE };
  } catch (error) {
    const gone = goneTracksOf(error);
    if (step.is !== "insert" || !isPutBack || gone.size === 0) throw error;
    const entries = step.entries.filter(({ trackId }) => !gone.has(trackId));
    if (entries.length === 0) return { ...nothing, gone };
    const rest = await carryOut(id, { ...step, entries }, known, isPutBack);
    return { ...rest, gone: new Set([...gone, ...rest.gone]) };
  }
}

import type { StreamHead } from "@nightjar/contract";
import type { LiveSnapshot } from "../../lib/live/live-store.ts";
import { urgencyOf } from "../streams/state/urgency.ts";

/** Behind every stream that is live. */
const OFF_AIR = 8;

/** What is wrong first, then what is live, then what is off air; else as the list has them. */
export function wallOrder<S extends Pick<StreamHead, "id" | "isLive">>(streams: readonly S[], entries: LiveSnapshot["streams"]): S[] {
  const place = ({ id, isLive }: S) => {
    const onAir = entries.get(id)?.onAir;
    // What was never started and cannot be is as wrong as what has failed.
    return isLive || onAir?.state === "failed" ? urgencyOf(onAir) : OFF_AIR;
  };
  return streams.toSorted((a, b) => place(a) - place(b));
}

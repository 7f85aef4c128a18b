import type { DestinationId, DestinationKind, StreamId } from "@nightjar/contract";

export const UNPLANNABLE = "What is stored of this stream cannot be put on air; the log says why.";

/** A destination that is stored and cannot be sent to. */
export interface LeftOut {
  readonly id: DestinationId;
  readonly kind: DestinationKind;
  readonly host: string;
  /** A sentence for the operator. */
  readonly reason: string;
}

/** What stood in the way when a stream was planned last. */
export interface PlanTrouble {
  /** A sentence where nothing of what is stored could be told to the engine; null: it was told. */
  readonly failure: string | null;
  /** A sentence where nothing can be sent anywhere. */
  readonly nowhere: string | null;
  readonly leftOut: readonly LeftOut[];
  /** ISO 8601. */
  readonly since: string;
}

/** Remembers it until the stream is planned well, or not wanted any more: the engine knows nothing of it. */
export interface PlanBook {
  trouble(id: StreamId): PlanTrouble | null;
  /** @returns whether that is news */
  note(id: StreamId, trouble: PlanTrouble | null): boolean;
}

export function createPlanBook(): PlanBook {
  const troubles = new Map<StreamId, PlanTrouble>();
  return {
    trouble: (id) => troubles.get(id) ?? null,
    note(id, trouble) {
      const before = troubles.get(id) ?? null;
      if (isSame(before, trouble)) return false;
      if (trouble) troubles.set(id, trouble);
      else troubles.delete(id);
      return true;
    },
  };
}

const isSame = (a: PlanTrouble | null, b: PlanTrouble | null) =>
  JSON.stringify({ ...a, since: "" }) === JSON.stringify({ ...b, since: "" });

import type { DestinationId, StreamId } from "@nightjar/contract";
import { Recent } from "@nightjar/kit";

/** Whoever asks again because an answer was lost does so within minutes. */
const KEPT_MAX = 1000;

/** Who replaces a destination, and of which stream. */
export interface Replacing {
  readonly sessionKey: string;
  readonly streamId: StreamId;
}

/** What each sign-in has put in the place of a destination: who asks again after a lost answer knows only what stood there before. */
export interface OwnReplacements {
  /** @param was null: there was none */
  note(by: Replacing, was: DestinationId | null, id: DestinationId): void;
  /** @returns what that sign-in has put there last; `was` itself where it has put nothing */
  newestOf(by: Replacing, was: DestinationId | null): DestinationId | null;
}

/** Forgotten by a restart: what stands there is then told to be somebody else's, and nothing is replaced unasked. */
export function createOwnReplacements(): OwnReplacements {
  const replacements = new Recent<string, DestinationId>({ most: KEPT_MAX });
  const keyOf = ({ sessionKey, streamId }: Replacing, was: DestinationId | null) => `${sessionKey} ${streamId} ${was ?? "none"}`;
  return {
    note: (by, was, id) => replacements.set(keyOf(by, was), id),
    newestOf(by, was) {
      let newest = was;
      for (let next = replacements.get(keyOf(by, was)); next !== undefined; next = replacements.get(keyOf(by, next))) newest = next;
      return newest;
    },
  };
}

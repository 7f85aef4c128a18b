import type { BackgroundId } from "@nightjar/contract";
import { trpc } from "../../lib/trpc.ts";
import type { ToldPreparation } from "./words.ts";

/** The engine works at its own pace, and tells when asked. */
const ASK_EVERY_MS = 2000;
/** While nothing is prepared: a stream may choose another profile, and with it another picture. */
const ASK_SELDOM_MS = 15_000;

/** What is being done to each background, asked for more often while there is something; null: that could not be read. */
export function usePreparations(): ReadonlyMap<BackgroundId, ToldPreparation> | null {
  const {
    data,
    dataUpdatedAt: receivedAtMs,
    isError,
  } = trpc.backgrounds.preparations.useQuery(undefined, {
    refetchInterval: ({ state }) => (state.data?.length ? ASK_EVERY_MS : ASK_SELDOM_MS),
  });
  if (data === undefined || isError) return null;
  return new Map(data.map((preparation) => [preparation.backgroundId, { ...preparation, receivedAtMs }]));
}

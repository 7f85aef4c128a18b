import { OFF_AIR } from "@nightjar/contract";
import type { EnginePort, Logger } from "@nightjar/contract";
import type { Scheduler } from "@nightjar/media";

/** The engine with the end of its life, which only the server decides. */
export interface Engine extends EnginePort {
  /** Leaves publishers running for the next start, unless they are to go off air too. */
  close(wish: { readonly offAir: boolean }): Promise<void>;
}

export interface EngineNeeds {
  readonly dataDir: string;
  readonly ffmpegPath: string;
  readonly ffprobePath: string;
  readonly cacheMaxBytes: number;
  readonly log: Logger;
  readonly scheduler: Scheduler;
}

/** The one place that joins packages/broadcast to the server. */
export async function startEngine(needs: EngineNeeds): Promise<Engine> {
  needs.log.warn({}, "this build has no playout engine: nothing goes on air");
  return {
    reconcile: async () => undefined,
    apply: () => undefined,
    stop: () => undefined,
    onAir: () => ({ ...OFF_AIR, state: "failed", reason: "The playout engine is unavailable" }),
    subscribe: () => () => undefined,
    close: async () => undefined,
  };
}

/** Ends the publishers an earlier process left behind, where no server runs. @returns how many were ended */
export async function endRecordedPublishers(_needs: Pick<EngineNeeds, "dataDir" | "log">): Promise<number> {
  return 0;
}

import { createEngine } from "@nightjar/broadcast";
import type { Engine, PlayoutHealth } from "@nightjar/broadcast";
import { OFF_AIR, PROFILES, RENDER_ENCODERS, expectedRenderSpeed } from "@nightjar/contract";
import type { Logger } from "@nightjar/contract";
import { createScheduler } from "@nightjar/media";
import type { Scheduler } from "@nightjar/media";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { assets } from "./assets.ts";
import type { Tools } from "./tools.ts";

export type { Engine } from "@nightjar/broadcast";

/** V8 lets it grow to 48 MB and more after a burst; what the playout thread makes anew each second is far less. */
const PLAYOUT_YOUNG_MB = 12;

export interface EngineNeeds {
  readonly dataDir: string;
  readonly tools: Tools;
  readonly log: Logger;
  readonly scheduler: Scheduler;
  /** Told once a second how the playout thread keeps its time. */
  readonly onHealth?: (health: PlayoutHealth) => void;
  /** How large the cache of what is rendered may grow; by default the engine's share of what is free. */
  readonly cacheMaxBytes?: number | undefined;
}

/** The one place that joins packages/broadcast to the server. */
export async function startEngine({ cacheMaxBytes, dataDir, log, onHealth, scheduler, tools }: EngineNeeds): Promise<Engine> {
  // The studio opens all the same, and says what to install.
  if (tools.missing.length > 0) return unavailableEngine(tools.missing.join("; "));
  return createEngine({
    engineDir: join(dataDir, "engine"),
    ffmpegPath: tools.ffmpegPath,
    ffprobePath: tools.ffprobePath,
    scheduler,
    log,
    cacheMaxBytes,
    ...(onHealth ? { onHealth } : {}),
    startWorker: startPlayoutWorker,
    async loadSceneHost() {
      const { createNodeSceneHost } = await import("@nightjar/scene/node");
      return createNodeSceneHost({ readSceneFile: async (name) => assets.read(`scene/${name}`) });
    },
  });
}

export function startPlayoutWorker(): Worker {
  const { source, eval: isText } = assets.workerSource("playout-worker");
  return new Worker(source, { eval: isText, resourceLimits: { maxYoungGenerationSizeMb: PLAYOUT_YOUNG_MB } });
}

function unavailableEngine(reason: string): Engine {
  return {
    reconcile: async () => undefined,
    apply: () => undefined,
    prepare: () => undefined,
    takeIn: () => undefined,
    preparing: () => [],
    filesInUse: () => new Set(),
    stop: () => undefined,
    skip: () => false,
    reconnect: () => undefined,
    jump: () => false,
    updateContent: () => Promise.resolve({ isUpdated: false, reason }),
    liftQuarantine: () => false,
    tryDestination: () => Promise.resolve({ isAccepted: false, sentence: reason }),
    takenLately: () => [],
    sentNow: () => Promise.resolve([]),
    sentPicture: () => null,
    listen: () => null,
    troubles: [],
    cacheBytes: 0,
    onAir: () => ({ ...OFF_AIR, state: "failed", reason }),
    backgroundNow: () => null,
    renderSpeed: (profileId) => expectedRenderSpeed(PROFILES[profileId]),
    renderEncoders: async () => RENDER_ENCODERS.map((encoder) => ({ encoder, isAvailable: false, reason })),
    subscribe: () => () => undefined,
    journal: { pending: () => [], acknowledge: () => undefined, subscribe: () => () => undefined },
    close: async () => undefined,
  };
}

/** Ends the publishers an earlier process left behind, where no server runs: nothing is wanted, so all of them go. */
export async function endRecordedPublishers(needs: Omit<EngineNeeds, "scheduler">): Promise<void> {
  const scheduler = createScheduler({ concurrency: 1, now: () => performance.now(), log: needs.log });
  const engine = await startEngine({ ...needs, scheduler });
  await engine.reconcile([]);
  await engine.close({ offAir: true });
  await scheduler.close();
}

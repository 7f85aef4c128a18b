import { join } from "node:path";
import { type Scheduler, createScheduler } from "@nightjar/media";
import { createNodeSceneHost } from "@nightjar/scene/node";
import { Workshop, type WorkshopOptions } from "../../src/director/workshop/workshop.ts";
import { UnitCache } from "../../src/render/cache.ts";
import { type LogLine, memoryLog } from "./engine.ts";

/** A workshop with real ffmpeg, without any stream. */
export interface TestWorkshop {
  readonly workshop: Workshop;
  readonly cache: UnitCache;
  readonly scheduler: Scheduler;
  readonly lines: readonly LogLine[];
  /** Kinds of all units that were rendered so far, in the order of their ends. */
  rendered(): unknown[];
  close(): Promise<void>;
}

/** @param engineDir may hold what another one left */
export async function openWorkshop(engineDir: string, options: Partial<WorkshopOptions> = {}): Promise<TestWorkshop> {
  const { log, lines } = memoryLog();
  const cache = new UnitCache(join(engineDir, "cache"), { log, graceMs: 0, sparesDir: join(engineDir, "spares") });
  await cache.open();
  const scheduler = createScheduler({ concurrency: 2, now: () => performance.now(), log });
  const workshop = new Workshop({
    ...{ engineDir, ffmpegPath: "ffmpeg", ffprobePath: "ffprobe", ffmpegVersion: "test", scheduler, log, cache },
    loadSceneHost: () => createNodeSceneHost(),
    inUse: () => [],
    onUnit: () => undefined,
    onChange: () => undefined,
    onRoom: () => undefined,
    onBetter: () => undefined,
    onEncoderLost: () => undefined,
    demanding: () => [],
    ...options,
  });
  return {
    workshop,
    cache,
    scheduler,
    lines,
    rendered: () => lines.filter(({ message }) => message === "unit rendered").map(({ fields }) => fields["kind"]),
    close: async () => {
      workshop.close({ isReleased: false });
      // Whoever removes its folder next meets nobody who still writes there.
      await workshop.end();
      await scheduler.close();
    },
  };
}

import type { Worker } from "node:worker_threads";
import type { Logger, StreamId } from "@nightjar/contract";
import type { Scheduler } from "@nightjar/media";
import type { NodeSceneHost } from "@nightjar/scene/node";
import type { FirstTimes } from "./director/session/session-port.ts";
import type { TrialWaits } from "./egress/trial.ts";
import type { PlayoutHealth } from "./playout/protocol.ts";
import type { DiskSpace } from "./render/disk.ts";

export interface EngineOptions {
  /** The engine's own folder: cache, session records. */
  readonly engineDir: string;
  readonly ffmpegPath: string;
  readonly ffprobePath: string;
  readonly scheduler: Scheduler;
  readonly log: Logger;
  /** For tests: begins a stream's clocks near their limits. */
  readonly clocksOf?: (streamId: StreamId) => FirstTimes;
  /** Starts the playout thread (`worker-entry`). */
  readonly startWorker: () => Worker;
  /** For tests: after so long without a word the thread is taken for one that hangs. */
  readonly threadSilenceMs?: number;
  /** For tests: how long the test of a destination waits. */
  readonly trialWaits?: () => TrialWaits;
  /** Told once a second. */
  readonly onHealth?: (health: PlayoutHealth) => void;
  /** Loads canvas and fonts; called when the first scene is drawn. */
  readonly loadSceneHost: () => Promise<NodeSceneHost>;
  /** How large the cache may grow; by default four fifths of what is free, the cache itself included, counted anew each minute. */
  readonly cacheMaxBytes?: number | undefined;
  /** For tests: what the file system says. */
  readonly diskSpace?: ((dir: string) => Promise<DiskSpace>) | undefined;
}

import type { OnAir, Plan, StreamId } from "@nightjar/contract";
import { type RtmpIngest, startRtmpIngest } from "@nightjar/rtmp-ingest";
import { afterAll, beforeAll } from "vitest";
import type { EngineOptions } from "../../src/index.ts";
import { testPlan } from "./engine.ts";
import { type Studio, named, openStudio, rtmp } from "./studio.ts";

/** What the tests of a file share: a studio that nothing is wanted of yet, and an ingest that records. Open while they run. */
export interface LiveStudio {
  readonly studio: Studio;
  readonly ingest: RtmpIngest;
  /** A plan of a stream of this name, sent to the ingest under it. */
  plan(name: string, items: Plan["items"], changes?: Partial<Plan>): Plan;
  /** Ends it. @returns its recordings: one a connection */
  finish(plan: Plan): Promise<string[]>;
}

/** To be called once, at the top of a file. */
export function liveStudio(options: Partial<EngineOptions> = {}): LiveStudio {
  let open: { studio: Studio; ingest: RtmpIngest } | null = null;
  const opened = () => {
    if (!open) throw new Error("open while tests run only");
    return open;
  };
  beforeAll(async () => {
    open = { studio: await openStudio(undefined, options), ingest: await startRtmpIngest() };
    await open.studio.engine.reconcile([]);
  });
  afterAll(async () => {
    await open?.studio.close();
    await open?.ingest.remove();
  });
  return {
    get studio() {
      return opened().studio;
    },
    get ingest() {
      return opened().ingest;
    },
    plan: (name, items, changes = {}) => {
      const { url } = opened().ingest;
      return testPlan(items, url, name, { ...named(name), destinations: [rtmp(name, url, name)], ...changes });
    },
    finish: async ({ streamId, destinations: [first] }) => {
      const { studio, ingest } = opened();
      studio.engine.stop(streamId);
      await off(studio, streamId);
      return ingest.recordings(first?.streamKey ?? "");
    },
  };
}

function off(studio: Studio, streamId: StreamId): Promise<OnAir> {
  return studio.waitFor(streamId, ({ state }) => state === "off");
}

import { createEngineDouble as createPortDouble } from "@nightjar/api/testing";
import type { EngineDouble as PortDouble } from "@nightjar/api/testing";
import type { Engine } from "../../src/engine.ts";

/** The port's double with what the composition root asks of an engine besides. */
export interface EngineDouble extends PortDouble, Pick<Engine, "cacheBytes" | "close"> {
  troubles: readonly string[];
  readonly closed: { offAir: boolean }[];
}

export function createEngineDouble(): EngineDouble {
  const closed: { offAir: boolean }[] = [];
  return Object.assign(createPortDouble(), {
    ...{ troubles: [], cacheBytes: 0, closed },
    close: async (wish: { readonly offAir: boolean }) => void closed.push({ ...wish }),
  });
}

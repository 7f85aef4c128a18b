import { DEFAULT_PROFILE_ID, DEFAULT_QUALITY } from "@nightjar/contract";
import type { EnginePort, Logger } from "@nightjar/contract";
import { backgroundFiles, backgrounds } from "@nightjar/db";
import type { Db } from "@nightjar/db";
import { desc, inArray } from "drizzle-orm";
import type { Entity } from "../changes.ts";
import { isFileOfBackground, planBackgroundOf } from "../files/background-file.ts";
import type { LiveHub } from "../live-hub.ts";
import type { Files } from "../ports.ts";
import { readRenderEncoder } from "./render-encoder.ts";

/** Older ones are made when a stream chooses them. */
const TAKEN_IN_MAX = 50;
/** Several changes at once are told once. */
const REST_MS = 200;

/** Of each depends what is to be ready: the settings choose the encoder, whose streams begin otherwise than another's. */
const DECIDING: ReadonlySet<Entity> = new Set(["backgrounds", "settings"]);

/** Tells the engine which backgrounds there are, so that the first stream to choose one finds it ready. */
export interface TakenIn {
  /** At boot: from now on they are told. */
  begin(): void;
  close(): void;
}

interface Needs {
  readonly db: Db;
  readonly engine: Pick<EnginePort, "takeIn">;
  readonly files: Files;
  readonly live: Pick<LiveHub, "subscribe">;
  readonly log: Logger;
}

export function createTakenIn(needs: Needs): TakenIn {
  let timer: NodeJS.Timeout | null = null;
  const tell = () => {
    try {
      tellBackgrounds(needs);
    } catch (error) {
      needs.log.error({ err: error }, "the engine could not be told of the backgrounds");
    }
  };
  const wind = () => {
    if (timer) clearTimeout(timer);
    timer = setTimeout(tell, REST_MS).unref();
  };
  let unsubscribe = () => undefined as unknown;
  return {
    begin() {
      unsubscribe = needs.live.subscribe((event) => {
        if (event.type === "changed" && DECIDING.has(event.entity)) wind();
      });
      wind();
    },
    close() {
      unsubscribe();
      if (timer) clearTimeout(timer);
    },
  };
}

/** An upload whose normalised copy is still being made is not told: that copy is what will air. */
function tellBackgrounds({ db, engine, files }: Needs): void {
  const rows = db
    .select({ file: backgroundFiles })
    .from(backgrounds)
    .innerJoin(backgroundFiles, isFileOfBackground)
    .where(inArray(backgroundFiles.mezzanineState, ["ready", "unneeded"]))
    .orderBy(desc(backgrounds.createdAt))
    .limit(TAKEN_IN_MAX)
    .all();
  const choice = { profileId: DEFAULT_PROFILE_ID, quality: DEFAULT_QUALITY, renderEncoder: readRenderEncoder(db) };
  engine.takeIn(
    rows.map(({ file }) => planBackgroundOf(files, file)),
    choice,
  );
}

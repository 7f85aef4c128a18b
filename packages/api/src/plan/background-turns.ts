import { AUTO_SWITCHES, type AutoSwitch, type BackgroundTransition, type PlanBackground, TRANSITIONS } from "@nightjar/contract";
import { STREAM_SETTINGS_ID, backgroundFiles, backgrounds, streamSettings } from "@nightjar/db";
import type { Db, Tx } from "@nightjar/db";
import { asc, eq } from "drizzle-orm";
import { isFileOfBackground, planBackgroundOf } from "../files/background-file.ts";
import type { Services } from "../context.ts";

export interface BackgroundDefaults {
  readonly transition: BackgroundTransition;
  readonly autoSwitch: AutoSwitch;
}

/** For streams that have chosen none of their own. */
export function studioDefaults(db: Db | Tx): BackgroundDefaults {
  const row = db.select().from(streamSettings).where(eq(streamSettings.id, STREAM_SETTINGS_ID)).get();
  // A downgrade may leave a name that this version does not know.
  return {
    transition: TRANSITIONS.find((known) => known === row?.transition) ?? "fade",
    autoSwitch: AUTO_SWITCHES.find((known) => known === row?.autoSwitch) ?? "never",
  };
}

/** All backgrounds with a file, in the order of their creation: they take turns where a stream switches by itself. */
export function rotationOf({ db, files }: Pick<Services, "db" | "files">): PlanBackground[] {
  const rows = db
    .select({ file: backgroundFiles })
    .from(backgrounds)
    .innerJoin(backgroundFiles, isFileOfBackground)
    .orderBy(asc(backgrounds.createdAt), asc(backgrounds.id))
    .all();
  return rows.map(({ file }) => planBackgroundOf(files, file));
}

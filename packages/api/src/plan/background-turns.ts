import { AUTO_SWITCHES, TRANSITIONS } from "@nightjar/contract";
import type { AutoSwitch, BackgroundTransition, PlanBackground, StreamId } from "@nightjar/contract";
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

/** All backgrounds with a file, in the order of their creation. */
const withFiles = (db: Db) =>
  db
    .select({ background: backgrounds, file: backgroundFiles })
    .from(backgrounds)
    .innerJoin(backgroundFiles, isFileOfBackground)
    .orderBy(asc(backgrounds.createdAt), asc(backgrounds.id))
    .all();

/** They take turns where a stream switches by itself. */
export function rotationOf({ db, files }: Pick<Services, "db" | "files">): PlanBackground[] {
  return withFiles(db).map(({ file }) => planBackgroundOf(files, file));
}

type Background = typeof backgrounds.$inferSelect;

/** Answers what the engine has on air in a stream, or in its test: several of one file; none off air, or where the plain default is. */
export function backgroundsNow({ db, engine }: Pick<Services, "db" | "engine">): (id: StreamId) => readonly Background[] {
  const rows = withFiles(db);
  return (id) => {
    const now = engine.backgroundNow(id);
    if (now === null || now.kind === "default") return [];
    const { sha256 } = now.file;
    // Until the next plan the upload itself goes on, though its copy is there.
    return rows.filter(({ file }) => file.sha256 === sha256 || file.mezzanineSha256 === sha256).map(({ background }) => background);
  };
}

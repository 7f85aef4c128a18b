import { backgroundPreparation } from "@nightjar/contract";
import type { BackgroundId, BackgroundPreparation, PreparingBackground } from "@nightjar/contract";
import { backgroundFiles, backgrounds } from "@nightjar/db";
import { z } from "zod";
import type { Services } from "../context.ts";
import { isFileOfBackground, shownFile } from "../files/background-file.ts";
import type { BackgroundFileRow } from "../files/background-file.ts";
import { defineVerb } from "../verb.ts";
import { mezzanineJob } from "./mezzanine.ts";

/** What is being done to backgrounds before they can go on air at once, and when that ends. */
export const getBackgroundPreparations = defineVerb({
  name: "backgrounds.preparations",
  access: "approved",
  kind: "query",
  input: z.void(),
  output: z.array(backgroundPreparation),
  run: ({ ctx }) => readPreparations(ctx.services),
});

/** Before this much is done the rest of the time cannot be told. */
const TOLD_FROM = 0.03;

type Work = PreparingBackground["making"];

function readPreparations(services: Services): BackgroundPreparation[] {
  const { db, engine, jobs } = services;
  const states = jobs.states();
  const renders = rendersByFile(engine.preparing());
  const copyOf = ({ sha256 }: BackgroundFileRow): Work => {
    const state = states.get(mezzanineJob(sha256));
    return state?.isRunning === true ? state : null;
  };
  return db
    .select({ id: backgrounds.id, file: backgroundFiles })
    .from(backgrounds)
    .innerJoin(backgroundFiles, isFileOfBackground)
    .all()
    .flatMap(({ id, file }) => {
      if (file.mezzanineState === "pending") return [told(id, "copy", copyOf(file))];
      const render = renders.get(shownFile(file)?.sha256 ?? "");
      return render === undefined ? [] : [told(id, "render", render)];
    });
}

/** Of one file in several sizes what is furthest is told. */
function rendersByFile(preparing: readonly PreparingBackground[]): ReadonlyMap<string, Work> {
  const byFile = new Map<string, Work>();
  for (const { sha256, making } of preparing) {
    const known = byFile.get(sha256) ?? null;
    byFile.set(sha256, (making?.progress ?? -1) > (known?.progress ?? -1) ? making : known);
  }
  return byFile;
}

function told(backgroundId: BackgroundId, step: BackgroundPreparation["step"], work: Work): BackgroundPreparation {
  const progress = Math.min(1, Math.max(0, work?.progress ?? 0));
  const leftMs = work && progress >= TOLD_FROM ? Math.round((work.elapsedMs * (1 - progress)) / progress) : null;
  return { backgroundId, step, isUnderWay: work !== null, progress, leftMs };
}

import type { Plan, PlanBackground, PlanFile, PlanItem } from "@nightjar/contract";
import type { PictureLook } from "../../timeline/segment.ts";
import type { Place } from "../air/air.ts";

interface Makers {
  readonly plans: readonly Plan[];
  readonly places: readonly Place[];
}

/**
 * Those of the asked files that these may still be made of. What sounds or is shown is rendered by then, but its junction into what follows,
 * the transition away from its background, and it itself where it proves broken are made of the files.
 */
export function filesInUse(asked: ReadonlySet<string>, makers: Makers): ReadonlySet<string> {
  const used = new Set<string>();
  for (const file of filesOf(makers)) if (file && asked.has(file.sha256)) used.add(file.sha256);
  return used;
}

function* filesOf({ places, plans }: Makers): Iterable<Pick<PlanFile, "sha256"> | null> {
  for (const { background, items, media, rotation } of plans) {
    for (const item of items) yield* ofItem(item);
    for (const one of [background, ...rotation]) yield ofBackground(one);
    yield* Object.values(media);
  }
  for (const { earlier, given, item, label, viewFor, writtenPictures } of places) {
    if (item) yield* ofItem(item);
    if (label.audioSha256 !== undefined) yield { sha256: label.audioSha256 };
    if (viewFor) yield* [viewFor.item.artwork, ofBackground(viewFor.background)];
    for (const shown of [earlier, given, ...writtenPictures]) if (shown?.look) yield ofBackground(shown.look.background);
  }
}

const ofItem = ({ artwork, audio }: PlanItem) => [artwork, audio];

function ofBackground(background: PlanBackground | PictureLook["background"]): PlanFile | null {
  return background.kind === "default" ? null : background.file;
}

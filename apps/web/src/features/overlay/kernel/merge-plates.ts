import type { ElementId, ScenePlate } from "@nightjar/contract";
import { samePlates } from "./diff.ts";

type Plates = readonly ScenePlate[];
/** Panels by the one of the base that they are, or by themselves where they are new. */
type Origins = ReadonlyMap<ScenePlate, ScenePlate>;

export interface PlateVersions {
  readonly base: Plates;
  readonly mine: Plates;
  readonly theirs: Plates;
  /** They have no such element: where it comes back, it comes back onto its panel. */
  readonly isGone: (id: ElementId) => boolean;
  /** We have it: what stood on a panel and stands on none was taken off it, and did not go with it. */
  readonly isHere: (id: ElementId) => boolean;
}

/** Panels as `merge` merges elements: an element stands on the panel that it was put onto here, else on theirs. */
export function mergePlates({ base, mine, theirs, isGone, isHere }: PlateVersions): Plates {
  if (samePlates(base, theirs)) return mine;
  const [ours, others] = [originsOf(base, mine), originsOf(base, theirs)];
  /** They removed it, and it was changed here: it comes back. */
  const isRevived = (origin: ScenePlate | undefined) => {
    const own = origin && base.includes(origin) && !others.has(origin) ? ours.get(origin) : undefined;
    return own !== undefined && origin !== undefined && !samePlates([{ ...own, elementIds: origin.elementIds }], [origin]);
  };
  const originOver = (id: ElementId) => {
    const own = under(ours, id);
    const isMine = own !== base.find(({ elementIds }) => elementIds.includes(id)) || isGone(id) || isRevived(own);
    return isMine ? own : under(others, id);
  };
  return [...new Set([...others.keys(), ...ours.keys()])].flatMap((origin) => {
    const [was, own, other] = [base.find((plate) => plate === origin), ours.get(origin), others.get(origin)];
    // Removed here, whatever they did to it; one that only lost its elements is there for what they have put onto it.
    if (own === undefined && was?.elementIds.some((id) => isHere(id) && under(ours, id) === undefined)) return [];
    const elementIds = [...new Set([...(other?.elementIds ?? []), ...(own?.elementIds ?? [])])].filter((id) => originOver(id) === origin);
    const look = was && own && other ? mergeLook(was, own, other) : (own ?? other);
    return look === undefined || elementIds.length === 0 ? [] : [{ ...look, elementIds }];
  });
}

/** A panel has no name: it is the one of before with which it shares an element. */
function originsOf(base: Plates, plates: Plates): Origins {
  const origins = new Map<ScenePlate, ScenePlate>();
  for (const plate of plates) {
    const origin = base.find((one) => !origins.has(one) && one.elementIds.some((id) => plate.elementIds.includes(id)));
    origins.set(origin ?? plate, plate);
  }
  return origins;
}

const under = (origins: Origins, id: ElementId): ScenePlate | undefined =>
  [...origins].find(([, { elementIds }]) => elementIds.includes(id))?.[0];

function mergeLook(was: ScenePlate, own: ScenePlate, other: ScenePlate): Omit<ScenePlate, "elementIds"> {
  const pick = <Name extends keyof ScenePlate>(name: Name): ScenePlate[Name] => (own[name] === was[name] ? other : own)[name];
  return {
    ...{ color: pick("color"), opacity: pick("opacity"), radiusPx: pick("radiusPx") },
    ...{ paddingPx: pick("paddingPx"), paddingRightPx: pick("paddingRightPx") },
  };
}

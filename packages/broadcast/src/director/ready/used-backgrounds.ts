import type { Plan, PlanBackground } from "@nightjar/contract";
import { backgroundKey } from "../choose/rotation.ts";
import { type HeaderChoice, headerName } from "../prepare/header-choice.ts";

/** A background that a stream shows, or would show, or may choose. */
export interface UsedBackground {
  readonly background: PlanBackground;
  readonly choice: HeaderChoice;
  readonly isOnAir: boolean;
}

/** More are not kept ready: each takes some megabytes of the cache. */
const USED_MAX = 200;

/** What these plans show, those on air first, their turns behind, and what is in the library last. The default background is none of it: the slate is its picture. */
export function usedBackgrounds(
  onAir: readonly Plan[],
  offAir: readonly Plan[],
  takenIn: readonly UsedBackground[] = [],
): UsedBackground[] {
  const live = onAir.map((choice) => ({ background: choice.background, choice, isOnAir: true }));
  const turns = onAir.flatMap((choice) => turnsOf(choice).map((background) => ({ background, choice, isOnAir: true })));
  const rest = offAir.map((choice) => ({ background: choice.background, choice, isOnAir: false }));
  const named = [...live, ...turns, ...rest, ...takenIn].filter(({ background }) => background.kind !== "default");
  const distinct = new Map<string, UsedBackground>();
  for (const used of named) if (!distinct.has(usedName(used))) distinct.set(usedName(used), used);
  return [...distinct.values()].slice(0, USED_MAX);
}

/** One for each background and each kind of headers. */
export function usedName({ background, choice }: Pick<UsedBackground, "background" | "choice">): string {
  return `${headerName(choice)} ${backgroundKey(background)}`;
}

function turnsOf({ rotation, autoSwitch }: Plan): readonly PlanBackground[] {
  return autoSwitch === "never" ? [] : rotation;
}

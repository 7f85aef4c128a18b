import type { BackgroundId, StreamHead } from "@nightjar/contract";

interface Shown {
  readonly id: BackgroundId;
  readonly isActive: boolean;
}

/** The stream's own background, else the studio's; undefined: the plain default. */
export const activeOf = <B extends Shown>(
  { activeBackgroundId }: Pick<StreamHead, "activeBackgroundId">,
  all: readonly B[],
): B | undefined => all.find(({ id }) => id === activeBackgroundId) ?? all.find(({ isActive }) => isActive);

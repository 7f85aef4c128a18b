import type { Activity } from "@nightjar/contract";

/** Who did something, as it is told everywhere. */
export const byWhom = ({ by, isByStudio }: Pick<Activity, "by" | "isByStudio">): string =>
  by ?? (isByStudio ? "The studio" : "A deleted account");

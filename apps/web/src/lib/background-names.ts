import type { AutoSwitch, BackgroundTransition } from "@nightjar/contract";

/** The words for how backgrounds give way to each other. */
export const TRANSITION_NAMES: Readonly<Record<BackgroundTransition, string>> = { fade: "Fade", slide: "Slide", instant: "Instant" };
export const AUTO_SWITCH_NAMES: Readonly<Record<AutoSwitch, string>> = {
  never: "Never",
  "5-minutes": "Every 5 minutes",
  "10-minutes": "Every 10 minutes",
  "every-song": "Every song",
};

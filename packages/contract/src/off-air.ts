import type { OnAir } from "./on-air.ts";

/** Without zod, as first screens know it. */
export const OFF_AIR: OnAir = {
  state: "off",
  reason: null,
  sessionId: null,
  startedAt: null,
  positionMs: 0,
  track: null,
  nextTrack: null,
  render: { ready: false, progress: 0 },
  destinations: [],
  picture: { level: "wanted", reason: null },
  conditions: [],
  quarantine: [],
  history: [],
  renders: [],
};

/// <reference types="node" />
// The reference lets the web app check its types against ours without knowing Node.
export * from "./access.ts";
export * from "./rooms/index.ts";
export { prepareFirstAdministrator } from "./auth/first-administrator.ts";
export { resetOnMachine } from "./auth/reset-on-machine.ts";
export type { MachineReset } from "./auth/reset-on-machine.ts";
export { sweepResetTokens } from "./auth/reset-tokens.ts";
export { createSessions as storedSessions } from "./auth/sessions.ts";
export { prepareAllPending } from "./backgrounds/mezzanine.ts";
export { commit } from "./changes.ts";
export * from "./context.ts";
export * from "./http/route.ts";
export { measureAllPending } from "./library/loudness.ts";
export { sweepStrays, sweepUnused } from "./files/sweep-files.ts";
export { createMediaSweep } from "./files/sweep-media.ts";
export { seedTemplates } from "./overlays/seed-templates.ts";
export type { IncomingFile, IncomingForm } from "./files/receive-upload.ts";
export * from "./ports.ts";
export * from "./services.ts";
export type { AsRunExport } from "./streams/as-run.ts";
export type { EventSource } from "./streams/events.ts";
export { followEngine } from "./streams/live-feed.ts";
export { reconcileWanted, stopAllWanted } from "./plan/push-plan.ts";
export { endAllSessions } from "./plan/wanted.ts";
export * from "./verb.ts";

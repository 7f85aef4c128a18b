import { readFileSync } from "node:fs";
import type { Plan } from "@nightjar/contract";
import { memoryLog, openEngine } from "./engine.ts";

/** An engine in a process of its own, for tests that kill it: `host.ts ENGINE_DIR PLANS.json`. SIGTERM releases it. */
const [, , engineDir = "", plansPath = ""] = process.argv;
// Plans of our own tests, written by them as JSON.
const plans: Plan[] = JSON.parse(readFileSync(plansPath, "utf8"));
/** By how much somebody has set the machine's clock back: what this process reads from it, but not the monotonic one. */
let backMs = 0;
const MachineDate = Date;
globalThis.Date = new Proxy(MachineDate, {
  construct: (target, args) => (args.length > 0 ? Reflect.construct(target, args) : new target(MachineDate.now() - backMs)),
  get: (target, name) => (name === "now" ? () => MachineDate.now() - backMs : Reflect.get(target, name)),
});
process.on("message", (message) => {
  if (typeof message === "object" && message !== null && "backMs" in message) backMs = Number(message.backMs);
});
const { log, lines } = memoryLog();
const engine = await openEngine(engineDir, log);
engine.subscribe((event) => process.connected && process.send?.({ ...event, lines: lines.splice(0) }));
await engine.reconcile(plans);
process.send?.({ type: "reconciled" });
// Not `once`: execa's own listener ends the process where it finds itself alone at the signal.
process.on("SIGTERM", () => void engine.close({ offAir: false }).then(() => process.exit(0)));
process.on("SIGINT", () => void engine.close({ offAir: true }).then(() => process.exit(0)));
// A test that was ended itself: nothing of it may stay on air.
process.once("disconnect", () => void engine.close({ offAir: true }).then(() => process.exit(1)));

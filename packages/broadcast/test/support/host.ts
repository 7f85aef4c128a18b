import { readFileSync } from "node:fs";
import type { Plan } from "@nightjar/contract";
import { memoryLog, openEngine } from "./engine.ts";

/** An engine in a process of its own, for tests that kill it: `host.ts ENGINE_DIR PLANS.json`. SIGTERM releases it. */
const [, , engineDir = "", plansPath = ""] = process.argv;
// Plans of our own tests, written by them as JSON.
const plans: Plan[] = JSON.parse(readFileSync(plansPath, "utf8"));
const { log, lines } = memoryLog();
const engine = await openEngine(engineDir, log);
engine.subscribe((event) => process.connected && process.send?.({ ...event, lines: lines.splice(0) }));
await engine.reconcile(plans);
process.send?.({ type: "reconciled" });
process.once("SIGTERM", () => void engine.close({ offAir: false }).then(() => process.exit(0)));
process.once("SIGINT", () => void engine.close({ offAir: true }).then(() => process.exit(0)));
// A test that was ended itself: nothing of it may stay on air.
process.once("disconnect", () => void engine.close({ offAir: true }).then(() => process.exit(1)));

import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";
import { startTicksOf } from "../src/egress/kernel/index.ts";
import { reap } from "../src/egress/reap.ts";

const DIR = "/of-no-one/publisher-d-1";
/** So much memory that the kernel takes some 50 ms to take it back: as long, the process is dying and not gone. */
const HOLD_MEMORY = "globalThis.held = Buffer.alloc(600e6, 1); process.stdout.write('held'); setInterval(() => {}, 1e3)";

it("publishers that are reaped are gone when it answers, and not only dying", async () => {
  for (let round = 0; round < 10; round += 1) {
    const child = spawn(process.execPath, ["-e", HOLD_MEMORY, DIR], { stdio: ["ignore", "pipe", "ignore"] });
    const pid = child.pid ?? 0;
    await once(child.stdout, "data");
    const record = { destinationId: "d", generation: 1, pid, startTicks: startTicksOf(pid) ?? 0, dir: DIR, startedAtMs: 0, targetHash: "" };
    expect(await reap([record])).toBe(1);
    expect(startTicksOf(pid)).toBeNull();
  }
});

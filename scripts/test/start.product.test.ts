import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startStudio } from "./support/studio.ts";

const npmStart = () => startStudio("npm", ["start"], ["run", "stop", "--", "--off-air"]);
/** Several times what is measured, and far below what installing and building take. */
const STARTED_WITHIN_MS = 8_000;
const serverPid = (dataDir: string) => Number(readFileSync(join(dataDir, "server.pid"), "utf8"));

describe("npm start", () => {
  it("is ready within seconds when nothing changed", async () => {
    // How many it are is the benchmark's to say: see `npm run bench -- start`. Here the machine may be anybody's.
    expect((await npmStart()).startedInMs).toBeLessThan(STARTED_WITHIN_MS);
  });

  it.each(["SIGTERM", "SIGINT"] as const)("passes %s on, and the server ends within 5 s", async (signal) => {
    const studio = await npmStart();
    const pid = serverPid(studio.dataDir);
    const askedAt = performance.now();
    studio.signal(signal);
    await studio.ended;
    expect(performance.now() - askedAt).toBeLessThan(5_000);
    expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  });

  it("takes a signal to the whole group for one wish, and ends in order", async () => {
    const studio = await npmStart();
    studio.signalGroup("SIGTERM");
    await studio.ended;
    // Left behind by a server that was not given the time.
    expect(existsSync(join(studio.dataDir, "server.pid"))).toBe(false);
  });

  it("ends with 137 when the server is killed", async () => {
    const studio = await npmStart();
    process.kill(serverPid(studio.dataDir), "SIGKILL");
    expect(await studio.ended).toBe(137);
  });
});

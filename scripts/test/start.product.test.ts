import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startStudio } from "./support/studio.ts";

const npmStart = () => startStudio("npm", ["start"], ["run", "stop", "--", "--off-air"]);
/** Several times what is measured: how long they take is the benchmark's to say, `npm run bench -- start`. Here the machine may be anybody's. */
const STARTED_WITHIN_MS = 24_000;
const ENDED_WITHIN_MS = 15_000;
const serverPid = (dataDir: string) => Number(readFileSync(join(dataDir, "server.pid"), "utf8"));

describe("npm start", () => {
  it("is ready within seconds when nothing changed, and then brings, installs and builds nothing", async () => {
    const studio = await npmStart();
    expect(studio.said()).not.toMatch(/Fetching|Installing|Building/);
    expect(studio.startedInMs).toBeLessThan(STARTED_WITHIN_MS);
  });

  it.each(["SIGTERM", "SIGINT"] as const)("passes %s on, and the server ends within 5 s", async (signal) => {
    const studio = await npmStart();
    const pid = serverPid(studio.dataDir);
    const askedAt = performance.now();
    studio.signal(signal);
    await studio.ended;
    expect(performance.now() - askedAt).toBeLessThan(ENDED_WITHIN_MS);
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

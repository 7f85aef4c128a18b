import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root, startStudio } from "./support/studio.ts";

const start = () => startStudio(join(root, "dist/nightjar"), []);

describe("the single executable", () => {
  it("serves the studio with its database, its worker and its drawing tools at work, and ends in order", async () => {
    const studio = await start();

    const health = await fetch(`${studio.url}/api/health`);
    expect(await health.json()).toEqual({ status: "ok", version: expect.any(String) });
    const ready = await fetch(`${studio.url}/api/ready`);
    expect({ status: ready.status, body: await ready.text() }).toMatchObject({ status: 200 });
    expect(existsSync(join(studio.dataDir, "nightjar.db"))).toBe(true);
    const page = await fetch(`${studio.url}/`);
    expect(page.headers.get("content-type")).toContain("text/html");
    expect(await page.text()).toContain("<script");

    const askedAt = performance.now();
    studio.signal("SIGTERM");
    expect(await studio.ended).toBe(0);
    expect(performance.now() - askedAt).toBeLessThan(5_000);
  });

  it("leaves nothing of its addons in the temporary folder", async () => {
    const studio = await start();
    expect(readdirSync(studio.tempDir)).toEqual([]);
  });
});

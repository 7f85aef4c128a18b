import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mountSmallDisk } from "../../tooling/small-disk.ts";
import { barriers } from "../src/axe.ts";
import { DESKTOP, PHONE } from "../src/browser.ts";
import { seatFor } from "../src/studio-for.ts";
import { makeTone, TONES } from "../src/tones.ts";
import { tool } from "../src/tool.ts";

const FULL = "The disk is full: nothing can be saved until space is freed on the server. What is on air goes on.";
const [ONE] = TONES;
if (!ONE) throw new Error("too few tones");

const disk = mountSmallDisk(64 * 1024 * 1024);
const METRICS_TOKEN = "read-by-the-test-of-a-full-disk";

describe.skipIf(disk === null)("an upload onto a full disk", () => {
  afterAll(() => disk?.remove());
  const open = seatFor("full-disk", { DATA_DIR: join(disk?.dir ?? "", "data"), METRICS_TOKEN });
  let page: Page;
  beforeAll(() => void ({ page } = open().person));

  /** What is being made would give back its room when it finds the disk full, in the moment before somebody saves. */
  async function nothingIsMade(): Promise<void> {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    const metrics = async () => (await fetch(`${open().studio.url}/metrics`, { headers })).text();
    const isAtRest = (text: string) => ["running", "queued"].every((state) => text.includes(`\nnightjar_jobs_${state} 0\n`));
    await expect.poll(async () => isAtRest(await metrics()), { timeout: 60_000 }).toBe(true);
  }

  /** Its dialog closes by itself, and takes a step back then, which would end the next visit. */
  async function isTaken(name: string): Promise<void> {
    await page.getByRole("dialog", { name: "Upload Background Video" }).waitFor({ state: "detached" });
    await page.getByRole("region", { name: "Upload Background" }).getByText(name).waitFor();
    await page.waitForFunction(() => history.state?.layer === undefined);
  }

  it.each([
    ["wide", DESKTOP],
    ["on a phone", PHONE],
  ] as const)("of music says so in a notice, and takes the file once there is room, %s", async (name, size) => {
    const path = await makeTone(open().folder, { ...ONE, fileName: `${name}.wav`, seconds: 58 });
    await page.setViewportSize(size);
    await page.goto("/library");
    await page.getByRole("button", { name: "Add Music" }).click();
    await page.getByRole("button", { name: "Upload Audio File" }).click();
    const upload = page.getByRole("dialog", { name: "Upload Audio File" });
    await nothingIsMade();
    disk?.fill();
    await upload.getByLabel("Audio file").setInputFiles(path);
    await page.locator("[data-notice]").filter({ hasText: "Upload Failed" }).getByText(FULL, { exact: true }).waitFor();
    disk?.makeRoom();
    await upload.getByLabel("Audio file").setInputFiles(path);
    await page.getByRole("dialog", { name: "Complete Track Details" }).getByText("Audio file ready").waitFor();
  });

  it("of a background says so where it is chosen, and is taken by Try Again once there is room", async () => {
    const path = join(open().folder, "noise.mp4");
    const noise = "nullsrc=s=640x360:r=30:d=3,geq=random(1)*255:128:128";
    await tool("ffmpeg", ["-v", "error", "-y", "-f", "lavfi", "-i", noise, "-b:v", "9M", "-pix_fmt", "yuv420p", path]);
    await page.setViewportSize(DESKTOP);
    await page.goto("/backgrounds");
    await page.getByRole("button", { name: /^Upload Video/ }).click();
    const dialog = page.getByRole("dialog", { name: "Upload Background Video" });
    await nothingIsMade();
    disk?.fill();
    await dialog.locator("input[type=file]").setInputFiles(path);
    await dialog.getByRole("alert").filter({ hasText: FULL }).waitFor();
    expect(await barriers(page)).toEqual([]);
    disk?.makeRoom();
    await dialog.getByRole("button", { name: "Try Again" }).click();
    await isTaken("noise.mp4");
  });

  it("that fills up on the way says so as well, keeps what has come, and goes on from there by Try Again", async () => {
    const path = join(open().folder, "long-noise.mp4");
    const noise = "nullsrc=s=640x360:r=30:d=4,geq=random(1)*255:128:128";
    await tool("ffmpeg", ["-v", "error", "-y", "-f", "lavfi", "-i", noise, "-b:v", "9M", "-pix_fmt", "yuv420p", path]);
    const wire = await page.context().newCDPSession(page);
    await wire.send("Network.enable");
    const line = { offline: false, latency: 0, downloadThroughput: -1 };
    await wire.send("Network.emulateNetworkConditions", { ...line, uploadThroughput: 250_000 });
    const offsets: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "PATCH") offsets.push(request.headers()["upload-offset"] ?? "");
    });
    await page.goto("/backgrounds");
    await page.getByRole("button", { name: /^Upload Video/ }).click();
    const dialog = page.getByRole("dialog", { name: "Upload Background Video" });
    await nothingIsMade();
    await dialog.locator("input[type=file]").setInputFiles(path);
    await dialog.getByText(/Uploading... [1-9]/).waitFor();
    disk?.fill();
    await dialog.getByRole("alert").filter({ hasText: FULL }).waitFor();
    disk?.makeRoom();
    await wire.send("Network.emulateNetworkConditions", { ...line, uploadThroughput: -1 });
    await dialog.getByRole("button", { name: "Try Again" }).click();
    await isTaken("long-noise.mp4");
    expect(offsets.filter((offset) => offset === "0")).toHaveLength(1);
    expect(Number(offsets.at(-1))).toBeGreaterThan(0);
    await wire.detach();
  });

  it("lets an edit that cannot be saved stand in its dialog, with the reason beside", async () => {
    await page.goto("/streaming");
    await page.getByRole("button", { name: "Create New Stream" }).first().click();
    const making = page.getByRole("dialog", { name: "Create New Stream" });
    await making.getByLabel("Title").fill("Night Desk");
    await making.getByLabel("Description").fill("x".repeat(4900));
    await nothingIsMade();
    disk?.fill();
    await making.getByRole("button", { name: "Create" }).click();
    await page.locator("[data-notice]").filter({ hasText: "Error" }).getByText(FULL, { exact: true }).waitFor();
    expect(await making.getByLabel("Title").inputValue()).toBe("Night Desk");
    disk?.makeRoom();
    await making.getByRole("button", { name: "Create" }).click();
    await making.waitFor({ state: "detached" });
    await page.getByRole("heading", { name: "Night Desk", level: 2 }).waitFor();
  });
});

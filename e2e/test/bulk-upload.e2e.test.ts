// What only a real browser can say of uploads: a folder that is dropped, and the question before a page in mid-upload goes away.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { isFocused } from "../src/command-box.ts";
import { doublePress } from "../src/double-press.ts";
import { hold } from "../src/hold.ts";
import { goTo } from "../src/newcomer.ts";
import { reloadAndStay } from "../src/reload-and-stay.ts";
import { standsOnce } from "../src/stands-once.ts";
import { seatFor } from "../src/studio-for.ts";
import { makeTone, type Tone } from "../src/tones.ts";

const open = seatFor("bulk-upload");
let page: Page;
let folder = "";
beforeAll(() => {
  ({ folder } = open());
  ({ page } = open().person);
});
beforeEach(async () => {
  await page.goto("/");
  await goTo(page, "Music Library");
});

const tone = (fileName: string, title: string): Tone => ({
  ...{ fileName, title, artist: "Night Kiln", pitchHz: 500, rateHz: 48_000, channels: 1, seconds: 3 },
});
const bulk = async () => {
  await page.getByRole("button", { name: "Bulk Upload" }).click();
  return page.getByRole("dialog", { name: "Bulk Upload" });
};

/** As the system does it when somebody lets go of a file or a folder over the page. */
async function drop(target: Locator, path: string): Promise<void> {
  const { x, y, width, height } = (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const wire = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"] as const) {
    await wire.send("Input.dispatchDragEvent", { type, x: x + width / 2, y: y + height / 2, data });
  }
  await wire.detach();
}

describe("a folder dropped on the bulk upload", () => {
  it("is walked through to its last folder: its sounds in the order of their paths, and how many others were left out", async () => {
    const album = join(folder, "Album");
    for (const disc of ["Disc 2", "Disc 10", "Disc 2/Bonus"]) mkdirSync(join(album, disc), { recursive: true });
    await makeTone(album, tone("Disc 10/01.mp3", "Third"));
    await makeTone(album, tone("Disc 2/01.mp3", "First"));
    await makeTone(album, tone("Disc 2/Bonus/01.flac", "Second"));
    await makeTone(album, tone("Disc 2/10.mp3", "Fourth"));
    await makeTone(album, tone("Disc 2/9.mp3", "Fifth"));
    writeFileSync(join(album, "notes.txt"), "Recorded at night");
    const dialog = await bulk();
    await drop(dialog.getByText("Drop files here"), album);
    await page.getByText("1 non-audio files were skipped", { exact: true }).waitFor();
    const rows = dialog.getByRole("list", { name: "Files" }).getByRole("listitem");
    await expect.poll(() => rows.count()).toBe(5);
    await expect.poll(() => rows.filter({ hasText: "Night Kiln" }).count()).toBe(5);
    const titles = await rows.evaluateAll((items) =>
      items.map((item) => /First|Second|Third|Fourth|Fifth/.exec(item.textContent ?? "")?.[0]),
    );
    expect(titles).toEqual(["First", "Fifth", "Fourth", "Second", "Third"]);
  });
});

describe("what was just added", () => {
  it("is no duplicate of itself: the check leaves it out, and where nothing else is left there is nothing to check", async () => {
    const dialog = await bulk();
    const check = dialog.getByRole("button", { name: "Check Duplicates" });
    await dialog.getByLabel("Audio files").setInputFiles(await makeTone(folder, tone("added.mp3", "Just Added")));
    await dialog.getByLabel("ISRC code for added.mp3").fill("GBAYE2400060");
    await dialog.getByRole("button", { name: "Upload Tracks" }).click();
    await dialog.getByText("Success", { exact: true }).waitFor();
    await page.locator("[data-notice]").getByText("1 tracks uploaded successfully, 0 failed").waitFor();
    expect(await check.isDisabled()).toBe(true);
    await dialog.getByLabel("Audio files").setInputFiles(await makeTone(folder, tone("fresh.mp3", "To Come")));
    await dialog.getByLabel("ISRC code for fresh.mp3").fill("GBAYE2400061");
    await check.click();
    await page.locator("[data-notice]").getByText("All tracks are new and ready to upload", { exact: true }).waitFor();
  });
});

describe("the files of a bulk upload", () => {
  /** Nothing is sent before anybody looks into them. */
  const recording = (name: string) => ({ name, mimeType: "audio/wav", buffer: Buffer.from("nothing that is heard") });
  const remove = (dialog: Locator, name: string) => dialog.getByRole("button", { name: `Remove ${name}` });

  it("are taken off the list one by a double press, and not the one that has moved up", async () => {
    const dialog = await bulk();
    const [first = "", ...others] = ["a", "b", "c", "d", "e", "f", "g"].map((letter) => `${letter}.wav`);
    await dialog.getByLabel("Audio files").setInputFiles([first, ...others].map(recording));
    // Each row is as high as it will be.
    for (const name of [first, ...others]) await dialog.getByLabel(`Artist of ${name}`).waitFor();
    await doublePress(page, remove(dialog, first), remove(dialog, others[0] ?? ""));
    expect(await dialog.getByRole("listitem").count()).toBe(others.length);
    for (const name of others) await remove(dialog, name).click();
  });

  it.each(["a double press", "Enter that is held"])("are not taken off the list as one is cancelled, by %s", async (by) => {
    const dialog = await bulk();
    const files = ["a.wav", "b.wav"];
    await dialog.getByLabel("Audio files").setInputFiles(files.map(recording));
    await dialog.getByRole("checkbox", { name: "Look up what the files leave out by their codes" }).uncheck();
    for (const [at, name] of files.entries()) {
      await dialog.getByLabel(`Artist of ${name}`).fill("Night Kiln");
      await dialog.getByLabel(`ISRC code for ${name}`).fill(`GBAYE240007${at}`);
    }
    // Held until it is cancelled: let go by then, it would be answered twice.
    await page.route("**/api/upload/**", () => undefined);
    await dialog.getByRole("button", { name: "Upload Tracks" }).click();
    const cancel = (name: string) => dialog.getByRole("button", { name: `Cancel ${name}` });
    await cancel("a.wav").waitFor();
    if (by === "a double press") await doublePress(page, cancel("a.wav"), remove(dialog, "a.wav"));
    else {
      await cancel("a.wav").focus();
      await page.keyboard.down("Enter");
      await expect.poll(() => isFocused(remove(dialog, "a.wav"))).toBe(true);
      // As the keyboard repeats it.
      await page.keyboard.down("Enter");
      await page.keyboard.up("Enter");
    }
    await dialog.getByRole("listitem").filter({ hasText: "a.wav" }).getByText("Pending", { exact: true }).waitFor();
    expect(await dialog.getByLabel("ISRC code for a.wav").inputValue()).toBe("GBAYE2400070");
    await cancel("b.wav").click();
    for (const name of files) await remove(dialog, name).click();
    await page.unroute("**/api/upload/**");
  });
});

describe("in mid-upload", () => {
  it("of many files the browser asks before the page is reloaded, and the upload goes on for who stays", async () => {
    const dialog = await bulk();
    await dialog.getByLabel("Audio files").setInputFiles(await makeTone(folder, tone("many.mp3", "Of Many")));
    await dialog.getByLabel("ISRC code for many.mp3").fill("GBAYE2400077");
    const letGo = await hold(page, "**/api/upload/**");
    await dialog.getByRole("button", { name: "Upload Tracks" }).click();
    await dialog.getByText("Processing").waitFor();
    expect(await reloadAndStay(page)).toBe("beforeunload");
    letGo();
    await dialog.getByText("Success", { exact: true }).waitFor({ timeout: 30_000 });
    await page.unroute("**/api/upload/**");
  });

  it("of many files a code that is corrected before its file has its turn is the one that counts", async () => {
    const dialog = await bulk();
    const files = [tone("first.mp3", "Sent First"), tone("second.mp3", "Sent Second")];
    await dialog.getByLabel("Audio files").setInputFiles(await Promise.all(files.map((file) => makeTone(folder, file))));
    for (const [at, { fileName }] of files.entries()) await dialog.getByLabel(`ISRC code for ${fileName}`).fill(`GBAYE240008${at}`);
    const letGo = await hold(page, "**/api/upload/**");
    await dialog.getByRole("button", { name: "Upload Tracks" }).click();
    await dialog.getByText("Processing").waitFor();
    await dialog.getByLabel("ISRC code for second.mp3").fill("GBAYE2400099");
    letGo();
    await expect.poll(() => dialog.getByText("Success", { exact: true }).count()).toBe(2);
    const tracks = Object.values(await open().call("GET", "/api/tracks"));
    expect(tracks).toContainEqual(expect.objectContaining({ title: "Sent Second", isrcCode: "GBAYE2400099" }));
    await page.unroute("**/api/upload/**");
  });

  it("of many files each shows its progress, one that is cancelled is not made while the others go on, and none can be cancelled once it is added", async () => {
    const dialog = await bulk();
    const files = [tone("dropped.mp3", "Cancelled"), tone("kept.mp3", "Went On")];
    await dialog.getByLabel("Audio files").setInputFiles(await Promise.all(files.map((file) => makeTone(folder, file))));
    for (const [at, { fileName }] of files.entries()) await dialog.getByLabel(`ISRC code for ${fileName}`).fill(`GBAYE240007${at}`);
    const [letGo, letAdd] = [await hold(page, "**/api/upload/**"), await hold(page, /tracks\.create/)];
    const row = (fileName: string) => dialog.getByRole("listitem").filter({ hasText: fileName });
    const isSent = page.waitForRequest("**/api/upload/**");
    await dialog.getByRole("button", { name: "Upload Tracks" }).click();
    await isSent;
    await dialog.getByRole("progressbar", { name: "Progress of dropped.mp3" }).waitFor();
    await dialog.getByRole("button", { name: "Cancel dropped.mp3" }).click();
    await row("dropped.mp3").getByText("Pending", { exact: true }).waitFor();
    await dialog.getByRole("progressbar", { name: "Progress of kept.mp3" }).waitFor();
    letGo();
    await row("kept.mp3").getByText("Adding", { exact: true }).waitFor();
    expect(await dialog.getByRole("button", { name: "Cancel kept.mp3" }).isDisabled()).toBe(true);
    letAdd();
    await row("kept.mp3").getByText("Success", { exact: true }).waitFor();
    const tracks = Object.values(await open().call("GET", "/api/tracks"));
    expect(tracks).toContainEqual(expect.objectContaining({ title: "Went On" }));
    expect(tracks).not.toContainEqual(expect.objectContaining({ title: "Cancelled" }));
    await dialog.getByRole("button", { name: "Remove dropped.mp3" }).click();
    await page.unrouteAll();
  });

  it("of one file it asks as well", async () => {
    await page.getByRole("button", { name: "Add Music" }).click();
    await page.getByRole("button", { name: "Upload Audio File" }).click();
    const upload = page.getByRole("dialog", { name: "Upload Audio File" });
    const letGo = await hold(page, "**/api/upload/**");
    await upload.getByLabel("Audio file").setInputFiles(await makeTone(folder, tone("one.mp3", "Of One")));
    await upload.getByText(/Uploading|Reading/).waitFor();
    expect(await reloadAndStay(page)).toBe("beforeunload");
    const complete = await standsOnce(page, "Upload Complete!");
    letGo();
    await complete.seen;
    await page.unroute("**/api/upload/**");
  });
});

/// <reference lib="dom" />
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { FAILURE } from "../src/answering.ts";
import { givenStream, givenTracks, NOWHERE } from "../src/given.ts";
import { hold } from "../src/hold.ts";
import { studioFor } from "../src/studio-for.ts";
import { makeTone, type Tone } from "../src/tones.ts";
import { tool } from "../src/tool.ts";

// Notices that no other walk comes by, each in its situation.

const TONE: Tone = { fileName: "moth.mp3", title: "Moth", artist: "Cold Harbour", pitchHz: 400, rateHz: 44_100, channels: 2, seconds: 6 };
const CODE = "DEA012400001";

const open = studioFor("notices");
let folder = "";
const ids = { stream: "", track: "" };

beforeAll(async () => {
  ({ folder } = open());
  const { call } = open();
  const tones = ["Moth", "Rain", "Pier"].map((title, at) => ({ ...TONE, title, fileName: `${title}.mp3`, pitchHz: 300 + 100 * at }));
  const tracks = await givenTracks(call, folder, tones);
  ids.track = tracks[0] ?? "";
  ids.stream = await givenStream(call, "Night Desk", { trackIds: tracks });
});

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name }).or(page.getByRole("alertdialog", { name }));
/** By its own mark: while a dialog is open, all beside it is hidden from roles. */
const told = (page: Page, title: string, text: string) =>
  page.locator("[data-notice]").filter({ hasText: title }).getByText(text, { exact: true }).waitFor();

describe("a bulk upload", () => {
  it("tells of files that are no music, of missing codes, of what could not be checked, and of doubles", async () => {
    const page = await open().signedIn();
    await page.goto("/library");
    await button(page, "Bulk Upload").click();
    const bulk = dialog(page, "Bulk Upload");
    const first = await makeTone(folder, { ...TONE, fileName: "first.mp3", pitchHz: 800 });
    const letter = join(folder, "letter.txt");
    writeFileSync(letter, "no music");
    await bulk.getByLabel("Audio files").setInputFiles([first, letter]);
    await told(page, "Invalid Files", "1 non-audio files were skipped");
    const code = bulk.getByLabel("ISRC code for first.mp3");
    await code.waitFor();
    await button(page, "Check Duplicates").click();
    await told(page, "No ISRC Codes", "Please enter ISRC codes for your files");
    await code.evaluate((field) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text", "GBAYE2400010\nGBAYE2400011\n");
      field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    });
    await told(page, "More codes than files", "1 line of the pasted column found no file.");
    await code.fill(CODE);
    await page.route(/tracks\.checkDuplicates/, (route) => route.abort());
    await button(page, "Check Duplicates").click();
    await told(page, "Duplicate Check Failed", "The server cannot be reached.");
    expect(await code.inputValue()).toBe(CODE);
    await page.unroute(/tracks\.checkDuplicates/);
    await button(page, "Check Duplicates").click();
    await told(page, "No Duplicates", "All tracks are new and ready to upload");
    await open().call("PATCH", `/api/tracks/${ids.track}`, { isrcCode: CODE });
    await button(page, "Check Duplicates").click();
    await told(page, "Duplicates Found", "1 tracks already exist in your library");
    await button(page, "Upload Tracks").click();
    await told(page, "No Valid Files", "Please ensure all files have ISRC codes and are not duplicates");
  });
});

describe("the library", () => {
  it("tells of a file that was taken and read, and of a track that was deleted", async () => {
    const page = await open().signedIn();
    await page.goto("/library");
    await button(page, "Add Music").click();
    const details = dialog(page, "Complete Track Details");
    await details.getByRole("button", { name: "Upload Audio File" }).click();
    const path = await makeTone(folder, { ...TONE, fileName: "fresh.mp3", pitchHz: 1000 });
    // The next notice takes its place a second and a half later.
    const taken = page.waitForFunction(
      (texts) =>
        [...document.querySelectorAll("[data-notice]")].some(({ textContent }) => texts.every((text) => textContent?.includes(text))),
      ["File Uploaded Successfully", "fresh.mp3 uploaded and ready"],
    );
    await dialog(page, "Upload Audio File").getByLabel("Audio file").setInputFiles(path);
    await taken;
    await told(page, "Metadata Extracted", "The form was filled in from the file. Please check it.");
    await details.getByLabel("Title").fill("Fresh");
    await details.getByRole("button", { name: "Upload Track" }).click();
    await told(page, "Track Uploaded", "Fresh by Cold Harbour");
    await page.getByRole("row").filter({ hasText: "Fresh" }).getByRole("button", { name: "Delete Fresh" }).click();
    await dialog(page, "Delete Track").getByRole("button", { name: "Delete" }).click();
    await told(page, "Track deleted", "Fresh by Cold Harbour");
  });

  it.each(["before", "after"])(
    "says so where a file cannot be played, found out %s the studio has noted what plays, and plays it later",
    async (order) => {
      const page = await open().signedIn();
      await page.goto("/library");
      const [noted, failed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      await page.route(/settings\.patch/, async (route) => {
        if (order === "before") await failed.promise;
        await route.continue();
      });
      await page.route(/\/api\/files\/audio\//, async (route) => {
        if (order === "after") await noted.promise;
        await route.abort();
      });
      const play = page.getByRole("row").filter({ hasText: "Rain" }).getByRole("button", { name: "Play Rain" });
      const answer = page.waitForResponse(/settings\.patch/);
      await play.click();
      if (order === "after") await told(page, "Now Playing", "Rain by Cold Harbour");
      noted.resolve();
      await told(page, "Playback failed", "The audio file could not be played.");
      failed.resolve();
      await (await answer).finished();
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      await told(page, "Playback failed", "The audio file could not be played.");
      expect(await page.locator("[data-notice]").filter({ hasText: "Now Playing" }).count()).toBe(0);

      await page.unroute(/\/api\/files\/audio\//);
      await play.click();
      await told(page, "Now Playing", "Rain by Cold Harbour");
    },
  );
});

/** @returns its path */
async function picture(name: string, colour: string): Promise<string> {
  const path = join(folder, name);
  await tool("ffmpeg", ["-v", "error", "-y", "-f", "lavfi", "-i", `color=${colour}:s=640x360`, "-frames:v", "1", path]);
  return path;
}

async function chooseBackgrounds(page: Page, paths: readonly string[]): Promise<Locator> {
  await page.goto("/backgrounds");
  await page.getByRole("button", { name: /^Upload Video/ }).click();
  const uploading = dialog(page, "Upload Background Video");
  const chooser = page.waitForEvent("filechooser");
  await uploading.getByText("choose them").click();
  await (await chooser).setFiles(paths);
  return uploading;
}

describe("several backgrounds", () => {
  const sendTwo = async (page: Page, names: readonly [string, string]) => {
    const uploading = await chooseBackgrounds(page, [await picture(`${names[0]}.png`, "tan"), await picture(`${names[1]}.png`, "gold")]);
    await uploading
      .getByRole("button", { name: /^(Go On in the Background|Close)$/ })
      .last()
      .click();
    return page.getByRole("region", { name: "Uploads" }).getByRole("listitem");
  };
  const card = (page: Page, title: string) =>
    page.getByRole("list", { name: "Backgrounds" }).getByRole("listitem", { name: title, exact: true });

  it("say of each that was sent that it could not be made, and make it at another try", async () => {
    const page = await open().signedIn();
    await page.route(/backgrounds\.create/, (route) => route.fulfill({ status: 500, json: [FAILURE] }));
    const rows = await sendTwo(page, ["clay", "corn"]);
    for (const name of ["clay.png", "corn.png"]) await rows.filter({ hasText: name }).getByText("Failed to create background").waitFor();
    await page.unroute(/backgrounds\.create/);
    await rows.filter({ hasText: "clay.png" }).getByRole("button", { name: "Try Again" }).click();
    await card(page, "clay").waitFor();
  });

  it("whose making gets no answer say that they go on by themselves, and are there once each when the connection is back", async () => {
    const page = await open().signedIn();
    let is: "cut" | "its answer lost" | "whole" = "cut";
    await page.route(/backgrounds\.create/, async (route) => {
      if (is === "whole") return route.continue();
      if (is === "its answer lost") {
        await route.fetch();
        is = "whole";
      }
      return route.abort();
    });
    const rows = await sendTwo(page, ["sand", "gold"]);
    await rows.filter({ hasText: "sand.png" }).getByText("The server does not answer. It goes on by itself").waitFor();
    await rows.filter({ hasText: "gold.png" }).getByText("Waiting for its turn").waitFor();
    is = "its answer lost";
    for (const name of ["sand.png", "gold.png"]) await rows.filter({ hasText: name }).getByText("Added to the backgrounds").waitFor();
    await card(page, "gold").waitFor();
    expect(await card(page, "sand").count()).toBe(1);
  });
});

describe("a background whose file is gone while it is sent", () => {
  it("is not waited for: it is said, and another file is asked for", async () => {
    const page = await open().signedIn();
    const path = await picture("mist.png", "silver");
    const letGo = await hold(page, /\/api\/uploads$/);
    const uploading = await chooseBackgrounds(page, [path]);
    await uploading.getByText(/^Uploading/).waitFor();
    rmSync(path);
    letGo();
    await uploading
      .getByRole("alert")
      .getByText(/It was changed or moved since it was chosen: choose it once more/)
      .waitFor();
    await uploading.getByRole("button", { name: "Try Again" }).click();
    await uploading.getByText("Drop files here").waitFor();
  });
});

describe("a stream", () => {
  it("tells of destinations that were saved, added and removed", async () => {
    const page = await open().signedIn();
    await page.goto(`/streaming?stream=${ids.stream}`);
    const own = page.getByRole("region", { name: "RTMP destination" });
    const more = page.getByRole("region", { name: "More destinations" });
    const HIDDEN = "Its key will not be shown again.";
    await own.getByLabel("RTMP address").fill(NOWHERE.rtmpUrl);
    await own.getByLabel("Stream key").fill(NOWHERE.streamKey);
    await own.getByRole("button", { name: "Save Destination" }).click();
    await told(page, "Destination saved", HIDDEN);
    await more.getByRole("button", { name: "Add Another Destination" }).click();
    await more.getByLabel("RTMP address").fill(`${NOWHERE.rtmpUrl}/two`);
    await more.getByLabel("Stream key").fill("two");
    await more.getByRole("button", { name: "Add Destination" }).click();
    await told(page, "Destination added", HIDDEN);
    await more.getByRole("button", { name: `Remove ${NOWHERE.rtmpUrl}/two` }).click();
    await dialog(page, "Remove Destination").getByRole("button", { name: "Remove", exact: true }).click();
    await told(page, "Destination removed", "Night Desk");
  });

  it("tells of several tracks that were removed together, and of one that is played at once", async () => {
    const { call, operator } = open();
    await call("PUT", `/api/streams/${ids.stream}/destination`, NOWHERE);
    await call("POST", `/api/direct-streaming/start/${ids.stream}`, { title: "Night Desk" });
    const page = await operator();
    await page.goto(`/streaming?stream=${ids.stream}`);
    await page.getByRole("region", { name: "Actual state" }).getByText("Now playing").waitFor({ timeout: 60_000 });
    await button(page, "Actions for Rain").click();
    await page.getByRole("menuitem", { name: "Play now" }).click();
    await page.locator("[data-notice]").filter({ hasText: "Playing Next" }).getByText(/Rain/).waitFor();
    for (const title of ["Rain", "Pier"]) await page.getByRole("checkbox", { name: `Choose ${title}` }).click();
    await page
      .getByRole("group", { name: /chosen/i })
      .getByRole("button", { name: "Remove" })
      .click();
    await told(page, "Tracks Removed", "2 tracks");
    await call("POST", `/api/direct-streaming/stop/${ids.stream}`);
  });
});

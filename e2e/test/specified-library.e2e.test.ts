/// <reference lib="dom" />
// What the specification, part 1, says of the library: its bar, its list and its dialogs.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { givenTrack } from "../src/given.ts";
import { hold } from "../src/hold.ts";
import { standsOnce } from "../src/stands-once.ts";
import { studioFor } from "../src/studio-for.ts";
import { middleOf } from "../src/swipe.ts";
import { makeTone, TONES } from "../src/tones.ts";

const [ONE, TWO] = TONES;
if (!ONE || !TWO) throw new Error("too few tones");
const open = studioFor("specified-library");
let folder = "";
let moth = "";

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "nightjar-specified-"));
  const { call } = open();
  moth = await givenTrack(call, folder, { ...ONE, title: "Moth", artist: "Lamp" });
  await call("PATCH", `/api/tracks/${moth}`, { album: "Wings", genre: "House", mood: "dark", key: "A minor", bpm: 124, explicit: true });
  await givenTrack(call, folder, { ...TWO, title: "Wick", artist: "Kiln" });
  const { id } = await call("POST", "/api/playlists", { name: "P", entries: [{ title: "Ember", artist: "Ash" }] });
  const { tracks } = (await call("GET", `/api/playlists/${String(id)}`)) as { tracks: { id: string }[] };
  await call("POST", `/api/playlists/${String(id)}/import`, { entryIds: tracks.map((entry) => entry.id) });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name }).or(page.getByRole("alertdialog", { name }));
const row = (page: Page, title: string) => page.getByRole("row").filter({ hasText: title });
const notice = (page: Page, title: string) => page.locator("[data-notice]").filter({ hasText: title });

/** With the mouse, from its middle. */
async function pull(page: Page, place: Locator, byX: number, byY: number): Promise<void> {
  const { x, y } = await middleOf(place);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + byX, y + byY, { steps: 10 });
  await page.mouse.up();
}

async function library(): Promise<Page> {
  const page = await open().signedIn();
  await page.goto("/library");
  await row(page, "Moth").waitFor();
  return page;
}

describe("the library", () => {
  it("has its heading, two buttons, a search, four choices of what is present, a least BPM and an order", async () => {
    const page = await library();
    await page.getByRole("heading", { name: "Music Library", level: 1 }).waitFor();
    await page.getByText("Manage your track collection", { exact: true }).waitFor();
    for (const name of ["Add Music", "Bulk Upload"]) await button(page, name).waitFor();
    const bar = page.getByRole("search");
    const options = (label: string) => bar.getByLabel(label, { exact: true }).locator("option").allTextContents();
    expect(await options("Genre")).toEqual(["All Genres", "House"]);
    expect(await options("Artist")).toEqual(["All Artists", "Ash", "Kiln", "Lamp"]);
    expect(await options("Mood")).toEqual(["All Moods", "dark"]);
    expect(await options("Key")).toEqual(["All Keys", "A minor"]);
    expect(await options("Sort by")).toEqual(["Recently Added", "Alphabetical", "Most Played", "Popularity", "Energy", "BPM"]);
    expect(await bar.getByLabel("Sort by").inputValue()).toBe("recent");
    await bar.getByLabel("Minimum BPM").fill("125");
    await row(page, "Moth").waitFor({ state: "detached" });
    // What has no BPM passes.
    await row(page, "Wick").waitFor();
    expect(await bar.getByRole("textbox").or(bar.getByRole("searchbox")).or(bar.getByRole("combobox")).count()).toBe(7);
  });

  it("makes a track the current one by playing it, which a narrow notice tells that is swiped away to the right alone", async () => {
    const page = await library();
    const patched = page.waitForResponse(/settings\.patch/);
    await row(page, "Moth").getByRole("button", { name: "Play Moth" }).click();
    await notice(page, "Now Playing").waitFor();
    await patched;
    expect(await open().call("GET", "/api/stream-settings")).toMatchObject({ currentTrackId: moth });
    const told = notice(page, "Now Playing");
    const seen = await told.boundingBox();
    expect(seen?.width ?? 1000).toBeLessThanOrEqual(420);
    // Farther than the fifty pixels in a wrong direction, and less far in the right one.
    for (const [byX, byY] of [
      [-120, 0],
      [0, -120],
      [40, 0],
    ] as const) {
      await pull(page, told, byX, byY);
      expect(await told.getAttribute("data-state")).toBe("open");
    }
    await pull(page, told, 60, 0);
    await told.waitFor({ state: "detached" });
  });

  it("says that it loads its tracks", async () => {
    const page = await open().operator();
    const letGo = await hold(page, /tracks\.list/);
    await page.goto("/library");
    await page.getByText("Loading tracks...", { exact: true }).first().waitFor({ state: "attached" });
    letGo();
    await row(page, "Moth").waitFor();
  });
});

describe("the dialog of a track", () => {
  it("has every field, the six moods, a look-up beside the code, and needs a file", async () => {
    const page = await library();
    await button(page, "Add Music").click();
    const details = dialog(page, "Complete Track Details");
    for (const label of ["ISRC Code", "Title", "Artist", "Album", "Duration", "Genre", "Mood", "BPM", "Musical Key", "Language"]) {
      expect(await details.getByLabel(label).first().isEnabled(), label).toBe(true);
    }
    for (const label of ["Record Label", "Tags"]) await details.getByLabel(label).waitFor();
    const moods = await details.getByLabel("Mood").locator("option").allTextContents();
    expect(moods.slice(1)).toEqual(["energetic", "chill", "dark", "uplifting", "melancholic", "aggressive"]);
    await button(page, "Lookup").waitFor();
    await details.getByText("Audio file required to save track", { exact: true }).waitFor();
    expect(await details.getByRole("button", { name: "Upload Track" }).isDisabled()).toBe(true);
  });

  it("says when editing that a file is missing, refuses a second track of the same title and artist, and tells what it does", async () => {
    const page = await library();
    await row(page, "Ember").getByRole("button", { name: "Edit Ember" }).click();
    const edit = dialog(page, "Edit Track");
    await edit.getByText("No audio file - upload one to enable playback", { exact: true }).waitFor();
    await edit.getByLabel("Title").fill("moth");
    await edit.getByLabel("Artist").fill("LAMP");
    await edit.getByRole("button", { name: "Update Track" }).click();
    await page.getByText('Duplicate track detected: "moth" by LAMP already exists in your library', { exact: true }).first().waitFor();
    await edit.getByLabel("Title").fill("Ember Days");
    await edit.getByLabel("Duration").fill("3:21");
    const letGo = await hold(page, /tracks\.update/);
    await edit.getByRole("button", { name: "Update Track" }).click();
    await edit.getByRole("button", { name: "Updating..." }).waitFor();
    letGo();
    await notice(page, "Track Updated").waitFor();
    await edit.waitFor({ state: "detached" });
  });

  it("asks before it deletes, in the specification's words", async () => {
    const page = await library();
    await row(page, "Wick").getByRole("button", { name: "Delete Wick" }).click();
    const text =
      'Are you sure you want to delete "Wick" by Kiln? This action cannot be undone and will permanently remove the track from your library.';
    await dialog(page, "Delete Track").getByText(text, { exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await dialog(page, "Delete Track").waitFor({ state: "detached" });
  });
});

describe("the upload of a track's file", () => {
  it("says what it takes, cannot be closed while it sends, says why it failed, and that the track is sent", async () => {
    const page = await library();
    await button(page, "Add Music").click();
    const details = dialog(page, "Complete Track Details");
    await details.getByRole("button", { name: "Upload Audio File" }).click();
    const upload = dialog(page, "Upload Audio File");
    await upload.getByText("Upload an MP3 file. We'll extract metadata automatically.", { exact: true }).waitFor();
    const path = await makeTone(folder, { ...ONE, fileName: "fresh.mp3", title: "Fresh", pitchHz: 1100 });
    await page.route(/\/api\/upload\/audio/, (route) => route.abort());
    await upload.getByLabel("Audio file").setInputFiles(path);
    await notice(page, "Upload Failed").getByText("Failed to upload file", { exact: true }).waitFor();
    await page.unroute(/\/api\/upload\/audio/);
    const letGo = await hold(page, /\/api\/upload\/audio/);
    await upload.getByLabel("Audio file").setInputFiles(path);
    await upload.getByText(/^(Uploading|Reading)/).waitFor();
    await page.keyboard.press("Escape");
    await upload.getByText(/^(Uploading|Reading)/).waitFor();
    const complete = await standsOnce(page, "Upload Complete!");
    letGo();
    await complete.seen;
    await upload.waitFor({ state: "detached" });
    const letCreate = await hold(page, /tracks\.create/);
    await details.getByRole("button", { name: "Upload Track" }).click();
    await details.getByRole("button", { name: "Uploading..." }).waitFor();
    letCreate();
    await notice(page, "Track Uploaded").waitFor();
    await row(page, "Fresh").getByRole("button", { name: "Edit Fresh" }).click();
    await dialog(page, "Edit Track").getByRole("button", { name: "Replace Audio File" }).click();
    await dialog(page, "Replace Audio File")
      .getByText("Upload an MP3 file. We'll extract metadata automatically.", { exact: true })
      .waitFor();
  });
});

describe("bulk upload", () => {
  it("lists its files with a code, a status and a size in MB to two decimals, 384 px high at most", async () => {
    const page = await library();
    await button(page, "Bulk Upload").click();
    const bulk = dialog(page, "Bulk Upload");
    const path = join(folder, "two.wav");
    writeFileSync(path, Buffer.alloc(2_621_440));
    await bulk.getByLabel("Audio files").setInputFiles([path]);
    const item = bulk.getByRole("list", { name: "Files" }).getByRole("listitem").filter({ hasText: "two.wav" });
    await item.getByText(/^2\.50 MB/).waitFor();
    await item.getByText("Pending", { exact: true }).waitFor();
    await bulk.getByLabel("ISRC code for two.wav").waitFor();
    for (const name of ["Check Duplicates", "Upload Tracks"]) await bulk.getByRole("button", { name }).waitFor();
    expect(await bulk.getByRole("list", { name: "Files" }).evaluate((list) => getComputedStyle(list).maxHeight)).toBe("384px");
  });

  it("are in the list once they were sent", async () => {
    const page = await library();
    await button(page, "Bulk Upload").click();
    const bulk = dialog(page, "Bulk Upload");
    await bulk
      .getByLabel("Audio files")
      .setInputFiles(await makeTone(folder, { ...ONE, fileName: "dusk.mp3", title: "Dusk", pitchHz: 1300 }));
    await bulk.getByLabel("ISRC code for dusk.mp3").fill("GBAYE2400099");
    await bulk.getByRole("button", { name: "Upload Tracks" }).click();
    await notice(page, "Bulk Upload Complete").waitFor();
    await page.keyboard.press("Escape");
    await row(page, "Dusk").waitFor();
  });
});

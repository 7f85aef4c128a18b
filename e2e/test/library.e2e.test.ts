// Dialogs lose nothing that was typed, and Back means the dialog: tried where most is typed, at the library.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DESKTOP, PHONE } from "../src/browser.ts";
import type { Call } from "../src/call.ts";
import { doublePress } from "../src/double-press.ts";
import { givenArtwork } from "../src/given.ts";
import { goTo } from "../src/newcomer.ts";
import { reloadAndStay } from "../src/reload-and-stay.ts";
import { seatFor } from "../src/studio-for.ts";
import { makeCover, makeTone, type Tone, TONES } from "../src/tones.ts";
import { tool } from "../src/tool.ts";

/** Events of others may come together, some seconds late. */
const TIMEOUT_MS = 30_000;
const open = seatFor("library");
let page: Page;
let call: Call;
let folder = "";
beforeAll(async () => {
  ({ folder } = open());
  ({
    call,
    person: { page },
  } = open());
  page.setDefaultTimeout(TIMEOUT_MS);
  await addTrack("Lantern");
});
beforeEach(async () => {
  await page.setViewportSize(DESKTOP);
  // The entry that a closed dialog leaves in the history may still be on its way out, which ends another navigation.
  await page.goto("/").catch(() => page.goto("/"));
  await goTo(page, "Dashboard");
  await goTo(page, "Music Library");
});

const toneOf = (fileName: string, more: Partial<Tone> = {}): Tone => ({
  ...{ fileName, title: "Moth Light", artist: "Night Kiln", pitchHz: 500, rateHz: 44_100, channels: 2, seconds: 9 },
  ...more,
});

/** @returns its id */
async function addTrack(title: string): Promise<string> {
  const [tone] = TONES;
  if (!tone) throw new Error("there is no tone");
  const form = new FormData();
  form.set("audio", new File([await readFile(await makeTone(folder, tone))], "song.mp3", { type: "audio/mpeg" }));
  const { fileUrl } = await call("POST", "/api/upload/audio", form);
  const { id } = await call("POST", "/api/tracks", { title, artist: "Cold Harbour", duration: "0:07", fileUrl });
  return String(id);
}

const edit = async (title: string) => {
  await page.getByRole("button", { name: `Edit ${title}` }).click();
  return page.getByRole("dialog", { name: "Edit Track" });
};
/** Where the dialog stays, what became of the press is told. */
async function save(dialog: Locator): Promise<void> {
  const sent = page.waitForRequest(/tracks\.update/).then(
    () => "sent",
    () => "not sent",
  );
  const answered = page.waitForResponse(/tracks\.update/).then(
    (answer) => `answered with ${answer.status()}`,
    () => "not answered",
  );
  await dialog.getByRole("button", { name: "Update Track" }).click();
  await dialog.waitFor({ state: "detached" }).catch(async (cause: unknown) => {
    const said = await dialog.getByRole("alert").allTextContents();
    throw new Error(`${await sent}, ${await answered}; the dialog says: ${said.join(" ")}`, { cause });
  });
}
/** A dialog that has just been looked away from does not yet hear what is pressed beside it: pressed until it does. */
const pressedBeside = async () => {
  await page.mouse.click(5, 5);
  return question().isVisible();
};
const question = () => page.getByRole("alertdialog", { name: "Discard changes?" });

describe("a dialog", () => {
  it("is what Back closes, and the page behind it stays; with the next Back one leaves", async () => {
    const dialog = await edit("Lantern");
    await dialog.waitFor();
    await page.goBack();
    await dialog.waitFor({ state: "detached" });
    expect(new URL(page.url()).pathname).toBe("/library");
    await page.goBack();
    await page.waitForURL((url) => url.pathname !== "/library");
  });

  it("that was closed by its cross leaves no entry in the history", async () => {
    const dialog = await edit("Lantern");
    await dialog.getByRole("button", { name: "Close" }).click();
    await dialog.waitFor({ state: "detached" });
    // A function, as the page's own policy lets a text be evaluated at the first look only.
    await page.waitForFunction(() => history.state.layer === undefined);
    await page.goBack();
    await page.waitForURL((url) => url.pathname !== "/library");
  });

  it.each(["Escape", "the backdrop", "Back", "Cancel"])("with something typed in it asks before %s throws that away", async (way) => {
    const dialog = await edit("Lantern");
    await dialog.getByLabel("Album").fill("Night Ferries");
    const above = await page.evaluate<string>("history.state.layer");
    const leave = async () => {
      if (way === "Escape") await page.keyboard.press("Escape");
      else if (way === "the backdrop") await expect.poll(pressedBeside).toBe(true);
      else if (way === "Back") await page.goBack();
      else await dialog.getByRole("button", { name: "Cancel" }).click();
    };
    await leave();
    await question().getByRole("button", { name: "Keep Editing" }).click();
    await question().waitFor({ state: "detached" });
    expect(await dialog.getByLabel("Album").inputValue()).toBe("Night Ferries");
    // The question's own entry is still on its way out of the history; a Back at the same instant would be one step with it.
    await page.waitForFunction((layer) => history.state.layer === layer, above);
    await leave();
    await question().getByRole("button", { name: "Discard" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(new URL(page.url()).pathname).toBe("/library");
  });

  it("with something typed in it makes the browser ask before the page is reloaded", async () => {
    const dialog = await edit("Lantern");
    await dialog.getByLabel("Album").fill("Night Ferries");
    expect(await reloadAndStay(page)).toBe("beforeunload");
    expect(await dialog.getByLabel("Album").inputValue()).toBe("Night Ferries");
    await page.keyboard.press("Escape");
    await question().getByRole("button", { name: "Discard" }).click();
  });

  it("is closed by Back on a phone too, and its menu leads on without an entry of nothing", async () => {
    await page.setViewportSize(PHONE);
    await page.getByRole("button", { name: "Actions for Lantern" }).click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit Track" });
    await dialog.waitFor();
    await page.goBack();
    await dialog.waitFor({ state: "detached" });
    expect(new URL(page.url()).pathname).toBe("/library");
    await page.getByRole("button", { name: "Open menu" }).click();
    await goTo(page, "Stream Manager");
    await page.waitForURL("**/streaming**");
    await page.goBack();
    await page.waitForURL("**/library");
    await page.getByRole("heading", { name: "Music Library" }).waitFor();
  });
});

describe("the form of a track", () => {
  it("erases nothing that a colleague saves meanwhile, and shows what they changed with both ways out", async () => {
    const id = await addTrack("Moth");
    const get = () => call("GET", `/api/tracks/${id}`);
    const dialog = await edit("Moth");
    await dialog.getByLabel("BPM").fill("120");
    await call("PATCH", `/api/tracks/${id}`, { album: "Theirs", genre: "House" });
    const conflict = dialog
      .getByRole("alert")
      .filter({ hasText: "Somebody changed Album and Genre of this track while you were editing it." });
    await conflict.waitFor();
    await conflict.getByRole("button", { name: "Keep mine" }).click();
    await expect.poll(() => dialog.getByLabel("Album").inputValue()).toBe("Theirs");
    expect(await dialog.getByLabel("BPM").inputValue()).toBe("120");
    await save(dialog);
    expect(await get()).toMatchObject({ album: "Theirs", genre: "House", bpm: 120 });

    await (await edit("Moth")).getByLabel("Album").fill("Mine");
    await call("PATCH", `/api/tracks/${id}`, { album: "Theirs again" });
    await dialog.getByRole("button", { name: "Load theirs" }).click();
    await expect.poll(() => dialog.getByLabel("Album").inputValue()).toBe("Theirs again");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  });

  it("follows what others save while nothing is typed in it", async () => {
    const id = await addTrack("Followed");
    const dialog = await edit("Followed");
    await call("PATCH", `/api/tracks/${id}`, { album: "Theirs" });
    await expect.poll(() => dialog.getByLabel("Album").inputValue()).toBe("Theirs");
    await dialog.getByRole("button", { name: "Cancel" }).click();
  });

  it("says at the field what is wrong with tags and ISRC, and takes a pasted list and a title of 300 characters", async () => {
    const id = await addTrack("Tagged");
    const dialog = await edit("Tagged");
    await dialog.getByLabel("Tags").fill("x".repeat(150));
    await dialog.getByLabel("ISRC Code").fill("this is not an isrc");
    await dialog.getByRole("button", { name: "Update Track" }).click();
    await dialog.getByText("A tag has at most 100 characters; separate tags by commas").waitFor();
    await dialog.getByText("An ISRC has 12 characters").waitFor();
    await dialog.getByLabel("Tags").fill("night; slow; deep");
    await dialog.getByLabel("ISRC Code").fill("us-rc1-76-07839");
    await dialog.getByLabel("Title").fill("x".repeat(300));
    await save(dialog);
    const saved = { title: "x".repeat(300), tags: ["night", "slow", "deep"], isrcCode: "USRC17607839" };
    expect(await call("GET", `/api/tracks/${id}`)).toMatchObject(saved);
  });

  it("lets duration and cover follow a replaced file, with a word, and takes a picture of one's own", async () => {
    const id = await addTrack("Replaced");
    const coverPath = await makeCover(folder);
    const dialog = await edit("Replaced");
    await dialog.getByRole("button", { name: "Replace Audio File" }).click();
    const upload = page.getByRole("dialog", { name: "Replace Audio File" });
    await upload.getByLabel("Audio file").setInputFiles(await makeTone(folder, toneOf("longer.mp3", { coverPath })));
    await upload.waitFor({ state: "detached" });
    await dialog.getByText("The duration is the new file's: 0:09 instead of 0:07. So is the cover.").waitFor();
    expect(await dialog.getByLabel("Title").inputValue()).toBe("Replaced");
    await save(dialog);
    const replaced = await call("GET", `/api/tracks/${id}`);
    expect(replaced).toMatchObject({ duration: "0:09", artworkUrl: expect.stringContaining("/api/files/artwork/") });

    const other = join(folder, "other.png");
    await tool("ffmpeg", ["-v", "error", "-y", "-i", coverPath, "-vf", "hue=h=120", other]);
    await edit("Replaced");
    await dialog.getByLabel("Artwork file").setInputFiles(other);
    await dialog.getByText("PNG, JPEG or WebP, up to 10 MB").waitFor();
    await save(dialog);
    expect((await call("GET", `/api/tracks/${id}`))["artworkUrl"]).not.toBe(replaced["artworkUrl"]);
  });

  it("keeps its cover where the upload of another is cancelled by a double press", async () => {
    const path = await makeCover(folder);
    const artworkUrl = await givenArtwork(call, path);
    await call("PATCH", `/api/tracks/${await addTrack("Covered")}`, { artworkUrl });
    const dialog = await edit("Covered");
    // Held until it is cancelled.
    await page.route("**/api/upload/artwork", () => undefined);
    await dialog.getByLabel("Artwork file").setInputFiles(path);
    const remove = dialog.getByRole("button", { name: "Remove" });
    await doublePress(page, dialog.getByRole("button", { name: "Cancel upload" }), remove);
    expect(await remove.isVisible()).toBe(true);
    await page.unroute("**/api/upload/artwork");
  });
});

describe("bulk upload", () => {
  it("reads codes from files, takes a pasted column and a typed artist, finds a code that is there twice, and loses nothing", async () => {
    const plain = join(folder, "a untagged.wav");
    await tool("ffmpeg", ["-v", "error", "-y", "-f", "lavfi", "-i", "sine=frequency=300:duration=4", plain]);
    const tagged = join(folder, "b tagged.mp3");
    const source = await makeTone(folder, toneOf("plain.mp3"));
    await tool("ffmpeg", ["-v", "error", "-y", "-i", source, "-c", "copy", "-metadata", "TSRC=DE-A01-24-00001", tagged]);
    const third = await makeTone(folder, toneOf("c third.mp3", { title: "Third", pitchHz: 700 }));

    await page.getByRole("button", { name: "Bulk Upload" }).click();
    const dialog = page.getByRole("dialog", { name: "Bulk Upload" });
    await dialog.getByLabel("Audio files").setInputFiles([plain, tagged, third]);
    const code = (name: string) => dialog.getByLabel(`ISRC code for ${name}`);
    await expect.poll(() => code("b tagged.mp3").inputValue()).toBe("DEA012400001");
    await dialog.getByLabel("Artist of a untagged.wav").fill("Ada Lindqvist");

    await code("a untagged.wav").evaluate((field) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text", "GBAYE2400010\r\n\r\nGBAYE2400010\r\n");
      field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    });
    expect(await code("a untagged.wav").inputValue()).toBe("GBAYE2400010");
    expect(await code("b tagged.mp3").inputValue()).toBe("DEA012400001");
    await dialog.getByRole("button", { name: "Check Duplicates" }).click();
    await dialog.getByText("The same code as a untagged.wav").waitFor();
    await code("c third.mp3").fill("no code");
    await dialog.getByText("An ISRC has 12 characters").waitFor();

    await page.keyboard.press("Escape");
    await question().getByRole("button", { name: "Keep Editing" }).click();
    expect(await code("c third.mp3").inputValue()).toBe("no code");
    await dialog.getByRole("button", { name: "Upload Tracks" }).click();
    const ended = page.locator("[data-notice]").filter({ hasText: "Bulk Upload Complete" });
    await ended.getByText("2 tracks uploaded successfully, 0 failed", { exact: true }).waitFor({ timeout: 30_000 });
    await dialog.getByRole("listitem").filter({ hasText: "a untagged.wav" }).getByText("Success").waitFor();
    const tracks = Object.values(await call("GET", "/api/tracks"));
    expect(tracks).toContainEqual(expect.objectContaining({ title: "a untagged", artist: "Ada Lindqvist", isrcCode: "GBAYE2400010" }));
    expect(tracks).toContainEqual(expect.objectContaining({ title: "Moth Light", isrcCode: "DEA012400001" }));
    await dialog.getByRole("button", { name: "Remove c third.mp3" }).click();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  });
});

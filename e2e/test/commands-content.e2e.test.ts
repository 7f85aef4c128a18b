/// <reference lib="dom" />
import { beforeAll, describe, expect, it } from "vitest";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { box, choose, command, field, heading, isFocused, notice, option, selected } from "../src/command-box.ts";
import { givenBackground, givenStream, givenTracks, NOWHERE } from "../src/given.ts";
import { studioFor } from "../src/studio-for.ts";
import { TONES } from "../src/tones.ts";

// What stands in the library, found and changed by a few letters: tracks, backgrounds, playlists.

const [ONE, TWO] = TONES;
if (!ONE || !TWO) throw new Error("too few tones");

const open = studioFor("commands-content");

beforeAll(async () => {
  const { call, folder } = open();
  const trackIds = await givenTracks(call, folder, [ONE, TWO]);
  await givenStream(call, "Harbour Radio", { trackIds, destination: NOWHERE });
});

describe("a track", () => {
  it("is found by the server, never the whole library, and played or shown", async () => {
    const page = await open().operator();
    // A screen that asks for no tracks itself.
    await page.goto("/settings");
    await heading(page, "Settings").waitFor();
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("tracks.")) asked.push(decodeURIComponent(request.url()));
    });
    await command(page, ONE.title, `Play ${ONE.title}`);
    await notice(page, "Now Playing").waitFor();
    await page.getByRole("region", { name: "Player" }).getByText(ONE.title).waitFor();
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((url) => !/"search":"[^"]+".*"limit":5/.test(url))).toEqual([]);
    await page.keyboard.press("Control+k");
    await field(page).fill(ONE.title);
    await option(page, `${ONE.title} in the library`).click();
    await heading(page, "Music Library").waitFor();
    await page.getByRole("row").filter({ hasText: ONE.title }).waitFor();
    expect(new URL(page.url()).searchParams.get("search")).toBe(ONE.title);
  });

  it("that is found at last is the one Enter takes, where others stood there before it", async () => {
    const page = await open().operator();
    await page.keyboard.press("Control+k");
    await expect.poll(() => isFocused(field(page))).toBe(true);
    const [first = "", ...rest] = ONE.title;
    await page.keyboard.type(`edit ${first}`);
    await option(page, `Edit ${TWO.title}`).waitFor();
    await page.keyboard.type(rest.join(""));
    await option(page, `Edit ${TWO.title}`).waitFor({ state: "detached" });
    await selected(page)
      .filter({ hasText: `Edit ${ONE.title}` })
      .waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Edit Track" }).waitFor();
  });

  it("that could not be looked for leaves all else, and a sentence", async () => {
    const page = await open().operator();
    await page.route(/tracks\.list/, (route) => route.abort());
    await page.keyboard.press("Control+k");
    await field(page).fill("stream manager");
    await box(page).getByText("The tracks could not be searched. The server cannot be reached.").waitFor();
    await page.keyboard.press("Enter");
    await heading(page, "Stream Manager").waitFor();
  });
});

describe("a background", () => {
  it("is edited and deleted by a command, the active one too", async () => {
    const { call, folder, operator } = open();
    const id = await givenBackground(call, folder, "Quay", "navy");
    await call("PATCH", `/api/backgrounds/${id}/activate`);
    const page = await operator();
    await choose(page, "edit background quay", "Edit the background Quay");
    const dialog = page.getByRole("dialog", { name: "Edit Background" });
    await dialog.getByLabel("Title").fill("Pier");
    await dialog.getByRole("button", { name: "Save Changes" }).click();
    await notice(page, "Background Updated").waitFor();
    await dialog.waitFor({ state: "detached" });
    await choose(page, "delete background pier", "Delete the background Pier");
    await page.getByRole("alertdialog", { name: "Delete Background" }).getByRole("button", { name: "Delete" }).click();
    await notice(page, "Background Deleted").waitFor();
    expect(await call("GET", "/api/backgrounds")).toEqual([]);
  });
});

describe("a playlist", () => {
  it("is brought in from a file by a command, opened by its own, and deleted by one after the question", async () => {
    const { call, folder, operator } = open();
    const file = join(folder, "Dusk_Sessions.csv");
    writeFileSync(file, "Track Name,Artist Name(s)\nEmber,Ash\n");
    const page = await operator();
    await choose(page, "import csv", "Import CSV");
    const dialog = page.getByRole("dialog", { name: "Import CSV" });
    await dialog.locator("input[type=file]").setInputFiles(file);
    await dialog.getByRole("button", { name: "Analyze Playlist" }).click();
    await notice(page, "Playlist Analyzed").waitFor();
    await page.getByRole("heading", { name: "Dusk Sessions", level: 2 }).waitFor();
    await page.goto("/settings");
    await heading(page, "Settings").waitFor();
    await command(page, "dusk", "Dusk Sessions");
    await page.getByRole("heading", { name: "Dusk Sessions", level: 2 }).waitFor();
    await choose(page, "delete playlist dusk", "Delete the playlist Dusk Sessions");
    await page.getByRole("alertdialog", { name: "Delete playlist?" }).getByRole("button", { name: "Delete", exact: true }).click();
    await notice(page, "Playlist Deleted").getByText("Dusk Sessions").waitFor();
    await page.getByRole("alertdialog").waitFor({ state: "detached" });
    expect(await call("GET", "/api/playlists")).toEqual([]);
  });

  it("that somebody else deletes leaves its place to no other command while the list is open", async () => {
    const { call, operator } = open();
    const { id } = await call("POST", "/api/playlists", { name: "Harbour Nights", entries: [{ title: "Moth", artist: "Lamp" }] });
    const page = await operator();
    await page.keyboard.press("Control+k");
    await field(page).fill("harbour nights");
    await selected(page).filter({ hasText: "Harbour Nights" }).waitFor();
    const read = page.waitForResponse(/playlists\.list/);
    await call("DELETE", `/api/playlists/${String(id)}`);
    await (await read).finished();
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    expect(await selected(page).textContent()).toContain("Harbour Nights");
  });
});

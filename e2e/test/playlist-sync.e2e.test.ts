// /playlist-sync by a browser: a CSV file becomes a playlist, its tracks are found, imported and put into a stream.
import { playlistAnalysis, track } from "@nightjar/contract";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { barriers } from "../src/axe.ts";
import { read } from "../src/call.ts";
import { givenStream } from "../src/given.ts";
import { hold } from "../src/hold.ts";
import { pressHeld, SEEN_LATER } from "../src/press-held.ts";
import { studioFor } from "../src/studio-for.ts";

const open = studioFor("playlist-sync");
let folder = "";
beforeAll(() => {
  ({ folder } = open());
});

const HEAD = "Track Name,Artist Name(s),Duration (ms),Record Label,ISRC";
function fileOf(name: string, ...rows: string[]): string {
  const path = join(folder, name);
  writeFileSync(path, [HEAD, ...rows].join("\n"));
  return path;
}
const toast = (page: Page, title: string) => page.getByText(title, { exact: true }).waitFor();

async function bringIn(page: Page, path: string): Promise<void> {
  await page.goto("/playlist-sync");
  await page.getByRole("button", { name: "Import CSV" }).click();
  const dialog = page.getByRole("dialog", { name: "Import CSV" });
  await dialog.locator("input[type=file]").setInputFiles(path);
  await dialog.getByText(/^\d+ tracks?, /).waitFor();
  expect(await barriers(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Analyze Playlist" }).click();
  await toast(page, "Playlist Analyzed");
}
const row = (page: Page, title: string) =>
  page.getByRole("list", { name: "Tracks of the playlist" }).getByRole("listitem").filter({ hasText: title });

describe("a playlist by its address", () => {
  it("is asked for where no account is connected, too: a missing address is said first, then what is missing to read it", async () => {
    const page = await open().signedIn();
    await page.goto("/playlist-sync");
    const address = page.getByLabel("Spotify playlist URL");
    const analyze = page.getByRole("button", { name: "Analyze Playlist" });
    const notice = (title: string) => page.locator("[data-notice]").filter({ hasText: title });
    await analyze.click();
    await notice("Invalid URL").getByText("Please enter a valid Spotify playlist URL", { exact: true }).waitFor();
    await address.fill("a".repeat(22));
    await analyze.click();
    await notice("Analysis Failed").getByText("Spotify is not set up in this studio", { exact: false }).waitFor();
    expect(await address.inputValue()).toBe("a".repeat(22));
    expect(await barriers(page)).toEqual([]);
  });

  it("is sent by a button whose spinner takes the place of its picture, and only where that takes a while", async () => {
    const page = await open().signedIn();
    await page.goto("/playlist-sync");
    await page.getByLabel("Spotify playlist URL").fill("a".repeat(22));
    const letGo = await hold(page, /spotify\.startAnalysis/);
    const analyze = page.getByRole("button", { name: "Analyze Playlist" });
    expect(await pressHeld(analyze)).toEqual(SEEN_LATER);
    const [spinner, picture] = await Promise.all([0, 1].map((index) => analyze.locator("svg").nth(index).boundingBox()));
    expect(spinner?.x).toBeCloseTo(picture?.x ?? 0, 0);
    letGo();
    await page.getByText("Analysis Failed", { exact: true }).waitFor();
  });
});

describe("a playlist from a CSV file", () => {
  it("is previewed, analysed, filtered by label, imported by one and by all, and its tracks added to a stream", async () => {
    await givenStream(open().call, "Night Radio");
    const page = await open().operator();
    await bringIn(
      page,
      fileOf("Night.csv", "Moth,Lamp,263000,Sony Music Entertainment,USRC17607839", "Wick,Lamp,200000,Own,", "Ash,Lamp,180000,Own,"),
    );
    await page.getByRole("heading", { name: "Night", exact: true }).waitFor();
    expect(await row(page, "Moth").getByRole("checkbox").isDisabled()).toBe(true);

    await row(page, "Moth").getByRole("button", { name: "Import Moth" }).click();
    await toast(page, "Track Imported");
    await row(page, "Moth").getByText("No File").first().waitFor();

    await page.getByRole("button", { name: "Sony Music", exact: true }).click();
    await row(page, "Wick").waitFor({ state: "detached" });
    expect(await row(page, "Moth").count()).toBe(1);
    await page.reload();
    await row(page, "Moth").waitFor();
    expect(await row(page, "Wick").count()).toBe(0);
    await page.getByRole("button", { name: "All labels" }).click();

    await page.getByRole("button", { name: "Import 2 New Tracks" }).click();
    await toast(page, "Tracks Imported");
    await page.getByRole("button", { name: "Add to Stream" }).click();
    await toast(page, "Invalid Selection");
    await page.getByText("Please select a stream and at least one track", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Choose all in the library" }).click();
    await page.getByLabel("Stream", { exact: true }).selectOption({ label: "Night Radio" });
    await page.getByRole("button", { name: "Add to Stream" }).click();
    await toast(page, "Tracks Added");
    expect(await barriers(page)).toEqual([]);
  });

  it("counts a track as in the library wherever its code stands, says of one that came meanwhile that it is there, and adds neither twice", async () => {
    const page = await open().operator();
    const rows = ["Tide,Lamp,111000,,USRC17607840", "Tide Again,Lamp,111000,,USRC17607840", "Foam,Lamp,90000,,", "Foam,Lamp,90000,,"];
    await bringIn(page, fileOf("Twice.csv", ...rows));
    await row(page, "Tide Again").getByRole("button", { name: "Import Tide Again" }).click();
    await toast(page, "Track Imported");
    await row(page, "Tide").first().getByText("No File").first().waitFor();
    await row(page, "Foam").first().getByRole("button", { name: "Import Foam" }).click();
    await row(page, "Foam").first().getByText("No File").first().waitFor();
    await row(page, "Foam").last().getByRole("button", { name: "Import Foam" }).click();
    await toast(page, "Track Found");
  });

  it("asks where it is doubtful whether a track is in the library, and keeps the answer; on a phone as well", async () => {
    const page = await open().operator({ viewport: { width: 390, height: 844 } });
    await bringIn(page, fileOf("Doubt.csv", "Ash,Lamp,240000,,", "Ember,Lamp,100000,,"));
    await row(page, "Ash").getByRole("button", { name: "Decide about Ash" }).click();
    const dialog = page.getByRole("dialog", { name: "Is it in your library?" });
    await dialog.getByText("but 60 s shorter in the library").waitFor();
    expect(await barriers(page)).toEqual([]);
    await dialog.getByRole("button", { name: "This one" }).click();
    await row(page, "Ash").getByText("Found by somebody's word").waitFor();
    const width = await page.evaluate<number>("document.documentElement.scrollWidth");
    expect(width).toBeLessThanOrEqual(390);
    expect(await barriers(page)).toEqual([]);
  });

  it("says in the open dialog that somebody has decided meanwhile, and offers nothing that would take it back", async () => {
    const page = await open().operator();
    await bringIn(page, fileOf("Met.csv", "Ash,Lamp,240000,,"));
    await row(page, "Ash").getByRole("button", { name: "Decide about Ash" }).click();
    const dialog = page.getByRole("dialog", { name: "Is it in your library?" });
    await dialog.getByRole("button", { name: "This one" }).waitFor();
    const id = new URL(page.url()).searchParams.get("playlist") ?? "";
    const { tracks } = await read(open().call, playlistAnalysis, `/api/playlists/${id}`);
    await open().call("POST", `/api/playlists/${id}/decide`, { entryId: tracks[0]?.id, trackId: tracks[0]?.candidates[0]?.trackId });
    await dialog.getByText("This was decided meanwhile: it is in your library.").waitFor();
    expect(await dialog.getByRole("button", { name: "No, it is another" }).count()).toBe(0);
    expect(await barriers(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await row(page, "Ash").getByText("Found by somebody's word").waitFor();
  });

  it("shows before it is kept what is in the library and why, and what somebody says there counts", async () => {
    const page = await open().signedIn();
    await page.goto("/playlist-sync");
    await page.getByRole("button", { name: "Import CSV" }).click();
    const dialog = page.getByRole("dialog", { name: "Import CSV" });
    const rows = ["Moth,Somebody Else,263000,,USRC17607839", "Wick,Lamp,200000,,", "Ash,Lamp,240000,,", "Unheard,Lamp,100000,,"];
    await dialog.locator("input[type=file]").setInputFiles(fileOf("Before.csv", ...rows));
    await dialog.getByText("2 in the library, 1 new, 1 doubtful: say which they are, now or later.").waitFor();
    await dialog.getByText("Found by the same ISRC code").waitFor();
    await dialog.getByText("Found by the same title and artist, and as long").waitFor();
    expect(await barriers(page)).toEqual([]);
    const choice = dialog.getByLabel("What Ash is in the library");
    await choice.selectOption({ label: "Ash by Lamp, 3:00: it has the same title and artist, but 60 s shorter in the library" });
    await dialog.getByText("3 in the library, 1 new.").waitFor();
    await dialog.getByRole("button", { name: "Analyze Playlist" }).click();
    await toast(page, "Playlist Analyzed");
    await row(page, "Ash").getByText("Found by somebody's word").waitFor();
  });

  it("tells how far its labels are looked up where no account of Spotify is connected", async () => {
    const page = await open().signedIn();
    await bringIn(page, fileOf("Labels.csv", "Dusk,Lamp,120000,,USRC17607841"));
    await page.getByText("To analyze a Spotify playlist by its address", { exact: false }).waitFor();
    await page.getByText("Looking up record labels: 0 of 1", { exact: false }).waitFor();
    expect(await barriers(page)).toEqual([]);
  });

  it("whose labels are looked up has that cancelled by a key on a phone: it says so, the focus stays with the playlist, its tracks stay", async () => {
    const page = await open().signedIn({ viewport: { width: 390, height: 844 }, hasTouch: true });
    await bringIn(page, fileOf("Quiet.csv", "Dawn,Lamp,120000,,USRC17607842"));
    const cancel = page.getByRole("button", { name: "Cancel Quiet", exact: true });
    await cancel.waitFor();
    expect((await cancel.boundingBox())?.height).toBeGreaterThanOrEqual(40);
    expect(await barriers(page)).toEqual([]);
    await cancel.press("Enter");
    await toast(page, "Label Lookup Cancelled");
    await page.getByText("The look-up of record labels was cancelled. Import its file again later.", { exact: false }).waitFor();
    await cancel.waitFor({ state: "detached" });
    await expect.poll(() => page.evaluate<string>("document.activeElement?.querySelector('h2')?.textContent ?? ''")).toBe("Quiet");
    expect(await row(page, "Dawn").count()).toBe(1);
    expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
    expect(await barriers(page)).toEqual([]);
    await page.reload();
    await page.getByText("The look-up of record labels was cancelled.", { exact: false }).waitFor();
  });

  it("that cannot be read says why, and nothing is kept", async () => {
    const page = await open().signedIn();
    await page.goto("/playlist-sync");
    await page.getByRole("button", { name: "Import CSV" }).click();
    const dialog = page.getByRole("dialog", { name: "Import CSV" });
    const path = join(folder, "other.csv");
    writeFileSync(path, "a,b\n1,2\n");
    await dialog.locator("input[type=file]").setInputFiles(path);
    await dialog.getByText("The file has no columns for title and artist.").waitFor();
    expect(await dialog.getByRole("button", { name: "Analyze Playlist" }).isDisabled()).toBe(true);
  });

  it("is called after the file that was read last, never after one that was refused, and as somebody has named it", async () => {
    const page = await open().signedIn();
    await page.goto("/playlist-sync");
    await page.getByRole("button", { name: "Import CSV" }).click();
    const dialog = page.getByRole("dialog", { name: "Import CSV" });
    const give = (path: string) => dialog.locator("input[type=file]").setInputFiles(path);
    const name = dialog.getByLabel("Name", { exact: true });
    const isCalled = (text: string) => expect.poll(() => name.inputValue()).toBe(text);
    const [summer, winter] = [fileOf("Summer_Nights.csv", "Moth,Lamp,263000,,"), fileOf("Winter.csv", "Wick,Lamp,200000,,")];
    const report = join(folder, "report.csv");
    writeFileSync(report, "a,b\n1,2\n");
    await give(report);
    await dialog.getByText("The file has no columns for title and artist.").waitFor();
    for (const [path, text] of [[summer, "Summer Nights"] as const, [winter, "Winter"] as const]) {
      await give(path);
      await isCalled(text);
    }
    await name.fill("Ours");
    await give(summer);
    await dialog.getByText("Moth").waitFor();
    await isCalled("Ours");
    await name.fill("");
    await give(winter);
    await isCalled("Winter");
  });

  it("asks before a label that is typed to filter it is left for another playlist, and not as it is added", async () => {
    for (const name of ["Here", "There"])
      await open().call("POST", "/api/playlists", { name, entries: [{ title: "Moth", artist: "Lamp" }] });
    const page = await open().signedIn();
    await page.goto("/playlist-sync");
    const choose = (name: string) => page.getByRole("button", { name: new RegExp(`^${name}\\b`) }).click();
    const isOpen = (name: string) => page.getByRole("heading", { name, exact: true }).waitFor();
    const label = page.getByLabel("Another label");
    const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
    await choose("Here");
    await isOpen("Here");
    await label.fill("Own");
    await choose("There");
    await question.getByRole("button", { name: "Cancel" }).click();
    await question.waitFor({ state: "detached" });
    await page.waitForFunction(() => history.state?.layer === undefined);
    expect(await label.inputValue()).toBe("Own");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("group", { name: "Your labels" }).getByRole("button", { name: "Own" }).waitFor();
    await choose("There");
    await isOpen("There");
  });

  it("is exported as a file that holds its tracks, and deleted after a question: what was imported stays", async () => {
    const page = await open().signedIn();
    await bringIn(page, fileOf("Gone.csv", "Moth,Lamp,263000,,", '"Reed, Late",Lamp,200000,Own,USRC17607843'));
    await page.getByRole("heading", { name: "Gone", exact: true }).waitFor();
    await row(page, "Reed, Late").getByRole("button", { name: "Import Reed, Late" }).click();
    await toast(page, "Track Imported");
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export CSV" }).click();
    const exported = await download;
    expect([exported.suggestedFilename(), readFileSync(await exported.path(), "utf8").split("\r\n")]).toEqual([
      "Gone.csv",
      [
        "\uFEFFTitle,Artist,Album,Duration,ISRC,Record Label,Release Date,Explicit,Spotify ID",
        "Moth,Lamp,,4:23,,,,false,",
        '"Reed, Late",Lamp,,3:20,USRC17607843,Own,,false,',
        "",
      ],
    ]);
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("alertdialog").or(page.getByRole("dialog")).getByRole("button", { name: "Delete" }).click();
    await toast(page, "Playlist Deleted");
    await page.getByRole("button", { name: /^Gone/ }).waitFor({ state: "detached" });
    expect(await read(open().call, track.array(), "/api/tracks?search=reed")).toMatchObject([{ title: "Reed, Late" }]);
  });
});

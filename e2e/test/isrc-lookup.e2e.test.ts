/// <reference lib="dom" />
// The look-up by ISRC, by a browser and the real server, against services on this machine that refuse what the real ones refuse.
import { track } from "@nightjar/contract";
import type { Page } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import { startDeezer } from "../../tooling/music-services/deezer.ts";
import { startMusicBrainz } from "../../tooling/music-services/musicbrainz.ts";
import { barriers } from "../src/axe.ts";
import { read } from "../src/call.ts";
import { hold } from "../src/hold.ts";
import { studioFor } from "../src/studio-for.ts";
import { makeTone } from "../src/tones.ts";

const deezer = await startDeezer({
  USRC17607839: {
    ...{ title: "Moth", artist: "Lamp", album: "Wings", label: "Own Records", genre: "House", duration: 263, bpm: 124 },
    ...{ release_date: "2021-02-03", explicit_lyrics: false },
  },
  USRC17607840: {
    ...{ title: "Wick", artist: "Lamp", album: "Flames", label: "Other Records", genre: "House", duration: 200, bpm: 120 },
    ...{ release_date: "2020-01-01", explicit_lyrics: false },
  },
});
const musicbrainz = await startMusicBrainz({
  GBAYE0601498: [
    {
      ...{ id: "aaaa", title: "Old Song", length: 180_000, "first-release-date": "1969", label: "Small Label" },
      artists: [["Band", ""]],
      releases: [{ id: "bbbb", title: "Old Album", date: "1969", status: "Official" }],
      genres: [{ name: "rock", count: 3 }],
    },
  ],
  // Deezer knows it as well.
  USRC17607839: [
    {
      ...{ id: "cccc", title: "Moth (Live)", length: 263_000, "first-release-date": "2021", label: "Small Label" },
      artists: [["Lamp", ""]],
      releases: [],
      genres: [],
    },
  ],
});
afterAll(() => Promise.all([deezer.close(), musicbrainz.close()]));
const open = studioFor("isrc-lookup", {
  ...{ DEEZER_API_ROOT: deezer.root, MUSICBRAINZ_API_ROOT: musicbrainz.root, COVERART_API_ROOT: musicbrainz.root },
});

async function newTrack(page: Page) {
  await page.goto("/library");
  await page.getByRole("button", { name: "Add Music" }).click();
  const dialog = page.getByRole("dialog", { name: "Complete Track Details" });
  const look = async (code: string) => {
    await dialog.getByLabel("ISRC Code").fill(code);
    await dialog.getByRole("button", { name: "Lookup" }).click();
  };
  const values = () =>
    Promise.all(["Title", "Artist", "Album", "Record Label"].map((name) => dialog.getByLabel(name, { exact: false }).first().inputValue()));
  return { dialog, look, values };
}

describe("a look-up by ISRC", () => {
  it("fills the form in, names who answered, brings the cover as one of ours, and is taken back by Undo", async () => {
    const page = await open().signedIn();
    const { dialog, look, values } = await newTrack(page);
    await dialog.getByLabel("Title").fill("typed");
    await look("US-RC1-76-07839");
    await page.getByText("ISRC Lookup Successful", { exact: true }).waitFor();
    expect(await values()).toEqual(["Moth", "Lamp", "Wings", "Own Records"]);
    await dialog.getByText(/^Filled in from Deezer: /).waitFor();
    expect(musicbrainz.calls.filter((call) => call.includes("USRC17607839"))).toEqual([]);
    const cover = dialog.getByRole("group", { name: "Artwork" }).locator("img");
    expect(await cover.getAttribute("src")).toContain("/api/files/artwork/");
    expect(await barriers(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Undo" }).click();
    expect(await values()).toEqual(["typed", "", "", ""]);
  });

  it("is made once, however often Enter is pressed meanwhile, and Undo then puts back what stood there before", async () => {
    const page = await open().signedIn();
    const { dialog, values } = await newTrack(page);
    await dialog.getByLabel("Title").fill("typed");
    await dialog.getByLabel("ISRC Code").fill("USRC17607839");
    let asked = 0;
    page.on("request", (request) => (asked += request.url().split("tracks.lookupIsrc").length - 1));
    const letGo = await hold(page, /tracks\.lookupIsrc/);
    for (const _time of ["once", "again", "and again"]) await dialog.getByLabel("ISRC Code").press("Enter");
    await expect.poll(() => dialog.getByRole("button", { name: "Lookup" }).isDisabled()).toBe(true);
    letGo();
    await dialog.getByText(/^Filled in from Deezer: /).waitFor();
    expect(await values()).toEqual(["Moth", "Lamp", "Wings", "Own Records"]);
    expect(asked).toBe(1);
    await dialog.getByRole("button", { name: "Undo" }).click();
    expect(await values()).toEqual(["typed", "", "", ""]);
  });

  it("of another code, asked for while one is out, is the one that counts, and is under way until its own answer", async () => {
    const page = await open().signedIn();
    const { dialog, values } = await newTrack(page);
    const letGo = await hold(page, /tracks\.lookupIsrc.*07840/);
    for (const code of ["USRC17607997", "USRC17607840"]) {
      await dialog.getByLabel("ISRC Code").fill(code);
      await dialog.getByLabel("ISRC Code").press("Enter");
    }
    await page.locator("[data-notice]").filter({ hasText: "ISRC Lookup Failed" }).waitFor();
    const lookup = dialog.getByRole("button", { name: "Lookup" });
    // What ended with the notice is drawn by then.
    await lookup.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    expect(await lookup.isDisabled()).toBe(true);
    letGo();
    await dialog.getByText(/^Filled in from Deezer: /).waitFor();
    await expect.poll(() => lookup.isDisabled()).toBe(false);
    expect(await values()).toEqual(["Wick", "Lamp", "Flames", "Other Records"]);
  });

  it("asks MusicBrainz for what Deezer does not know, on a phone too", async () => {
    const page = await open().signedIn({ viewport: { width: 390, height: 844 } });
    const { dialog, look, values } = await newTrack(page);
    await look("GBAYE0601498");
    await dialog.getByText(/^Filled in from MusicBrainz: /).waitFor();
    expect(await values()).toEqual(["Old Song", "Band", "Old Album", "Small Label"]);
    expect(await barriers(page)).toEqual([]);
  });

  it("of a file in a bulk upload that says nothing of itself makes the track of what is known, its cover one of ours", async () => {
    const nothing = { fileName: "wick.wav", title: "", artist: "", pitchHz: 500, rateHz: 48_000, channels: 1, seconds: 3 } as const;
    const page = await open().signedIn();
    await page.goto("/library");
    await page.getByRole("button", { name: "Bulk Upload" }).click();
    const dialog = page.getByRole("dialog", { name: "Bulk Upload" });
    await dialog.getByLabel("Audio files").setInputFiles(await makeTone(open().folder, nothing));
    await dialog.getByLabel("ISRC code for wick.wav").fill("USRC17607840");
    await dialog.getByRole("button", { name: "Upload Tracks" }).click();
    await dialog.getByText("Told by Deezer.", { exact: true }).waitFor();
    await dialog.getByText("Success", { exact: true }).waitFor();
    expect(await read(open().call, track.array(), "/api/tracks")).toMatchObject([
      {
        ...{ title: "Wick", artist: "Lamp", album: "Flames", recordLabel: "Other Records", isrcCode: "USRC17607840", duration: "0:03" },
        artworkUrl: expect.stringContaining("/api/files/artwork/"),
      },
    ]);
  });

  it("says what is wrong with a code before anybody is asked, and names codes to try where nobody knows it", async () => {
    const page = await open().signedIn();
    const { dialog, look } = await newTrack(page);
    const before = deezer.calls.length;
    await look("moth");
    await dialog.getByText("An ISRC has 12 characters").waitFor();
    expect(deezer.calls.length).toBe(before);
    await look("USRC17607999");
    const notice = page.locator("[data-notice]").filter({ hasText: "ISRC Lookup Failed" });
    await notice.getByText("ISRC code not found. Try: USRC17607839").waitFor();
  });

  it("says which service did not answer", async () => {
    deezer.silence(true);
    const page = await open().signedIn();
    const { look } = await newTrack(page);
    await look("USRC17607998");
    const notice = page.locator("[data-notice]");
    await notice.getByText("Deezer did not answer. MusicBrainz does not know USRC17607998.").waitFor();
    deezer.silence(false);
  });
});

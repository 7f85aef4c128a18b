// /spotify and the analysis by address, by a browser and the real server, against a Spotify on this machine that is as strict as the real one.
import type { Page } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import { startDeezer } from "../../tooling/music-services/deezer.ts";
import { SPOTIFY_ACCOUNT, startSpotify } from "../../tooling/music-services/spotify.ts";
import type { SpotifyTrack } from "../../tooling/music-services/spotify.ts";
import { barriers } from "../src/axe.ts";
import { command, heading, notice } from "../src/command-box.ts";
import { doublePress } from "../src/double-press.ts";
import { studioFor } from "../src/studio-for.ts";

const [OWN = "", FOREIGN = "", LARGE = "", MIDDLING = "", LATER = ""] = ["a", "b", "c", "e", "f"].map((letter) => letter.repeat(22));
const CODE = "USRC17607839";
const song = (at: number): SpotifyTrack => ({
  id: String(at).padStart(22, "0"),
  name: `Song ${at}`,
  artists: ["Lamp"],
  duration_ms: 61_000,
});
const moth: SpotifyTrack = { id: "m".repeat(22), name: "Moth", artists: ["Lamp"], duration_ms: 263_000, isrc: CODE };
const deezer = await startDeezer({
  [CODE]: {
    ...{ title: "Moth", artist: "Lamp", album: "Wings", label: "Virgin Records", genre: "House", duration: 263, bpm: 124 },
    ...{ release_date: "2021-02-03", explicit_lyrics: false },
  },
});
const spotify = await startSpotify("client", [
  { id: OWN, name: "Night Songs", owner: SPOTIFY_ACCOUNT, items: [moth, song(1), "gone", "episode", "local", "unnamed"] },
  { id: FOREIGN, name: "Top 50", owner: "spotify", items: [song(2)] },
  { id: LARGE, name: "Everything", owner: SPOTIFY_ACCOUNT, items: Array.from({ length: 2000 }, (_, at) => song(at)) },
  { id: MIDDLING, name: "Three Pages", owner: SPOTIFY_ACCOUNT, items: Array.from({ length: 120 }, (_, at) => song(at)) },
  { id: LATER, name: "Read Late", owner: SPOTIFY_ACCOUNT, items: Array.from({ length: 60 }, (_, at) => song(at)) },
]);
afterAll(() => Promise.all([spotify.close(), deezer.close()]));
const open = studioFor("spotify", {
  ...{ SPOTIFY_CLIENT_ID: "client", SPOTIFY_API_ROOT: spotify.root, SPOTIFY_ACCOUNTS_ROOT: spotify.root, DEEZER_API_ROOT: deezer.root },
});

const toast = (page: Page, title: string) => page.getByText(title, { exact: true }).first().waitFor();
async function connect(page: Page, button: string): Promise<void> {
  const popup = page.waitForEvent("popup");
  await page.getByRole("button", { name: button }).click();
  await popup;
}
async function analyze(page: Page, url: string): Promise<void> {
  await page.getByLabel("Spotify playlist URL").fill(url);
  await page.getByRole("button", { name: "Analyze Playlist" }).click();
}
/** How many pages of a playlist were asked for. */
const pagesOf = (id: string) => spotify.calls.filter((call) => call.includes(`/playlists/${id}/items`)).length;
const row = (page: Page, title: string) =>
  page.getByRole("list", { name: "Tracks of the playlist" }).getByRole("listitem").filter({ hasText: title });

describe("Spotify", () => {
  it("is connected by a popup, lists the account's playlists, and syncs one of them with its counts", async () => {
    const page = await open().signedIn();
    await page.goto("/spotify");
    await connect(page, "Connect Spotify");
    await page.getByText("Connected as The Operator.").waitFor();
    await page.getByText("Night Songs", { exact: true }).waitFor();
    await page.getByText("Spotify lets nobody read the tracks of a playlist that is somebody else's.", { exact: false }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole("button", { name: "Sync Night Songs" }).click();
    await toast(page, "Sync Successful");
    await page.getByText("Added 3 tracks, updated 0", { exact: true }).first().waitFor();
    // The row says it as well, and after a reload.
    await page.reload();
    await page.getByText("Added 3 tracks, updated 0", { exact: true }).waitFor();
  });

  it("syncs a playlist by a command from another screen, which leads to where it stands what that did", async () => {
    const page = await open().signedIn();
    await page.goto("/library");
    // Before that nobody listens to the keys.
    await page.getByRole("button", { name: "Add Music" }).waitFor();
    await page.route(/spotify\.startSync/, (route) => route.abort());
    await command(page, "sync night", "Sync Night Songs");
    await notice(page, "Sync Failed").getByText("Could not sync playlist from Spotify").waitFor();
    await page.unroute(/spotify\.startSync/);
    await command(page, "sync night", "Sync Night Songs");
    await heading(page, "Spotify").waitFor();
    const line = page.getByRole("listitem").filter({ hasText: "Night Songs" });
    await line.getByText(/^Added 0 tracks, updated \d+$/).waitFor();
  });

  it("that refuses a sync is told beside the playlist, with the reason", async () => {
    const page = await open().signedIn();
    await page.goto("/spotify");
    await page.getByText("Night Songs", { exact: true }).waitFor();
    spotify.exhaust(1, { reason: "QUOTA_EXCEEDED" });
    await page.getByRole("button", { name: "Sync Night Songs" }).click();
    await toast(page, "Sync Failed");
    await page.getByText("Could not sync playlist from Spotify", { exact: true }).waitFor();
    await page.reload();
    await page.getByText("Spotify allows this studio no more calls today.", { exact: false }).waitFor();
    expect(await barriers(page)).toEqual([]);
  });

  it("keeps how often playlists are brought up to date, and says of the quality that it is local", async () => {
    const page = await open().signedIn({ viewport: { width: 390, height: 844 } });
    await page.goto("/spotify");
    await page.getByLabel("Sync Frequency").selectOption({ label: "Every hour" });
    await toast(page, "Sync settings saved");
    await page.reload();
    await page.getByText("Playlists that you have synced are looked at once an hour.").waitFor();
    await page.getByText("Local only, nothing is saved", { exact: false }).waitFor();
    expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
    expect(await barriers(page)).toEqual([]);
  });

  it("is analysed by an address: its tracks against the library, and the labels that Spotify does not tell", async () => {
    const page = await open().signedIn();
    await page.goto("/playlist-sync");
    await analyze(page, "https://example.com/playlist");
    await toast(page, "Invalid URL");
    await page.getByText("Please enter a valid Spotify playlist URL", { exact: true }).waitFor();
    await analyze(page, `https://open.spotify.com/intl-de/playlist/${OWN}?si=1`);
    await toast(page, "Playlist Analyzed");
    await page.getByText("3 of its items are left out: episodes, what is gone, and what has no title or artist.").waitFor();
    await row(page, "Moth").getByText("Virgin Records", { exact: false }).waitFor();
    await page.getByRole("button", { name: "Virgin", exact: true }).click();
    await row(page, "Song 1").waitFor({ state: "detached" });
    expect(await row(page, "Moth").count()).toBe(1);
    expect(await barriers(page)).toEqual([]);
  });

  it("explains why a foreign playlist cannot be read, with the two ways out", async () => {
    const page = await open().signedIn();
    await page.goto("/playlist-sync");
    await analyze(page, FOREIGN);
    await toast(page, "Analysis Failed");
    await page
      .getByText(/Copy the tracks into a playlist of your own and analyze that, or import the playlist from a CSV file/)
      .first()
      .waitFor();
  });

  it("of 2,000 tracks is read to its end, whoever reloads meanwhile, and says after that how far it is", async () => {
    const page = await open().signedIn();
    await page.goto("/playlist-sync");
    const answer = spotify.hold(50);
    const begun = page.waitForResponse(/spotify\.startAnalysis/);
    await analyze(page, LARGE);
    await begun;
    await page.reload();
    await page.getByText("Reading tracks from Spotify: 50 of 2,000", { exact: false }).waitFor();
    answer();
    await page.getByRole("button", { name: /^Everything/ }).click();
    await page.getByRole("button", { name: /^Import [\d,]+ New Tracks$/ }).waitFor();
    expect(pagesOf(LARGE)).toBeGreaterThanOrEqual(40);
  });

  it("takes nobody away from another playlist that they have turned to while it is read", async () => {
    const page = await open().signedIn();
    await page.goto("/playlist-sync");
    const answer = spotify.hold(50);
    await analyze(page, LATER);
    await page.getByText("Reading tracks from Spotify: 50 of 60", { exact: false }).waitFor();
    await page.getByRole("button", { name: /^Night Songs/ }).click();
    await page.getByLabel("Another label").fill("Half a na");
    answer();
    await notice(page, "Playlist Analyzed").getByText("Read Late: 60 tracks", { exact: true }).waitFor();
    await page.getByRole("button", { name: /^Read Late/ }).waitFor();
    expect(await page.getByLabel("Another label").inputValue()).toBe("Half a na");
    expect(await row(page, "Moth").count()).toBe(1);
  });

  it("is read no further once that is cancelled, with nothing of it kept, and from its beginning by who asks again", async () => {
    const page = await open().signedIn();
    await page.goto("/playlist-sync");
    const answer = spotify.hold(50);
    await analyze(page, MIDDLING);
    await page.getByText("Reading tracks from Spotify: 50 of 120", { exact: false }).waitFor();
    await expect.poll(() => pagesOf(MIDDLING)).toBe(2);
    expect(await barriers(page)).toEqual([]);
    await page.getByRole("button", { name: `Cancel Playlist ${MIDDLING}`, exact: true }).click();
    await toast(page, "Analysis Cancelled");
    answer();
    await page.getByText("The reading was cancelled. Nothing of it was kept.", { exact: false }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.reload();
    await page.getByRole("button", { name: /^Everything/ }).waitFor();
    expect(await page.getByRole("button", { name: /^Three Pages/ }).count()).toBe(0);
    expect(pagesOf(MIDDLING)).toBe(2);
    await analyze(page, MIDDLING);
    await page.getByRole("button", { name: /^Import \d+ New Tracks$/ }).waitFor();
    expect(pagesOf(MIDDLING)).toBe(5);
  });

  it("is synced no further once that is cancelled beside it, and can be synced again", async () => {
    const page = await open().signedIn();
    await page.goto("/spotify");
    const answer = spotify.hold(50);
    const sync = page.getByRole("button", { name: "Sync Three Pages" });
    await sync.click();
    const line = page.getByRole("listitem").filter({ hasText: "Three Pages" });
    await line.getByText("Reading tracks from Spotify: 50 of 120", { exact: true }).waitFor();
    await line.getByRole("button", { name: "Cancel Three Pages", exact: true }).press("Enter");
    await toast(page, "Sync Cancelled");
    answer();
    await line.getByText("The reading was cancelled. Nothing of it was kept.", { exact: true }).waitFor();
    await expect.poll(() => page.evaluate<string>("document.activeElement?.closest('li')?.textContent ?? ''")).toContain("Three Pages");
    await sync.click();
    await toast(page, "Sync Successful");
  });

  it("that takes the connection no more lists the playlists once it is connected again, in another browser as well", async () => {
    spotify.expire("refresh");
    const [page, other] = [await open().signedIn(), await open().signedIn()];
    for (const each of [page, other]) {
      await each.goto("/spotify");
      await each.getByRole("button", { name: "Try again" }).waitFor();
    }
    await connect(page, "Connect Again");
    for (const each of [page, other]) await each.getByText("Night Songs", { exact: true }).waitFor();
  });

  it("that is connected anew lists what that account has, in another browser as well", async () => {
    const [page, other] = [await open().signedIn(), await open().signedIn()];
    for (const each of [page, other]) {
      await each.goto("/spotify");
      await each.getByText("Night Songs", { exact: true }).waitFor();
    }
    await page.getByRole("button", { name: "Disconnect", exact: true }).click();
    await other.getByRole("button", { name: "Connect Spotify" }).waitFor();
    spotify.lists.push({ id: "d".repeat(22), name: "Day Songs", owner: SPOTIFY_ACCOUNT, items: [] });
    await connect(page, "Connect Spotify");
    await other.getByText("Day Songs", { exact: true }).waitFor();
  });

  it("is disconnected by a double press, whose second half does not lead back to its consent", async () => {
    const page = await open().signedIn();
    await page.goto("/spotify");
    let popups = 0;
    page.on("popup", () => (popups += 1));
    const connected = page.getByRole("button", { name: "Connect Spotify" });
    await doublePress(page, page.getByRole("button", { name: "Disconnect", exact: true }), connected);
    await toast(page, "Spotify Disconnected");
    await connect(page, "Connect Spotify");
    await page.getByText("Connected as The Operator.").waitFor();
    expect(popups).toBe(1);
  });

  it("that takes the connection no more asks to connect again, and is left by Disconnect", async () => {
    spotify.expire("refresh");
    const page = await open().signedIn();
    await page.goto("/spotify");
    await page.getByText("Spotify does not accept this connection any more", { exact: false }).first().waitFor();
    await page.reload();
    await page.getByRole("button", { name: "Connect Again" }).waitFor();
    await page.getByRole("button", { name: "Disconnect", exact: true }).click();
    await toast(page, "Spotify Disconnected");
    await page.getByRole("button", { name: "Connect Spotify" }).waitFor();
  });
});

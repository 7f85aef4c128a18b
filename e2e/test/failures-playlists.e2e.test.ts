import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SPOTIFY_ACCOUNT, startSpotify } from "../../tooling/music-services/spotify.ts";
import { type Failing, failuresOf, walkFailure } from "../src/failing.ts";
import { givenTrack } from "../src/given.ts";
import { studioFor } from "../src/studio-for.ts";
import { TONES } from "../src/tones.ts";

// Every change of /playlist-sync and /spotify that does not come about.

const LIST = "a".repeat(22);
const [ONE] = TONES;
if (!ONE) throw new Error("too few tones");

const spotify = await startSpotify("client", [
  {
    ...{ id: LIST, name: "Night Songs", owner: SPOTIFY_ACCOUNT },
    items: [{ id: "m".repeat(22), name: "Moth", artists: ["Lamp"], duration_ms: 263_000 }],
  },
]);
afterAll(() => spotify.close());
const open = studioFor("failures-playlists", {
  ...{ SPOTIFY_CLIENT_ID: "client", SPOTIFY_API_ROOT: spotify.root, SPOTIFY_ACCOUNTS_ROOT: spotify.root },
});
let playlistId = "";
let csvPath = "";

/** Somebody who has signed in. */
let storageState: NonNullable<BrowserContextOptions["storageState"]> = { cookies: [], origins: [] };

beforeAll(async () => {
  const { call, folder, operator } = open();
  await givenTrack(call, folder, ONE);
  csvPath = join(folder, "night.csv");
  writeFileSync(csvPath, "Track Name,Artist Name(s)\nWick,Lamp\n");
  // As long as nobody plays it: whether it is the track of the library is doubtful.
  const doubtful = { title: ONE.title, artist: ONE.artist, durationMs: 240_000 };
  const entries = [{ title: "Ash", artist: "Lamp" }, { title: "Ember", artist: "Lamp" }, doubtful];
  playlistId = String((await call("POST", "/api/playlists", { name: "Late", source: "csv", entries }))["id"]);
  const page = await operator();
  await connect(page);
  storageState = await page.context().storageState();
});

async function connect(page: Page): Promise<void> {
  await page.goto("/spotify");
  await page.getByRole("button", { name: /^Connect (Spotify|Again)$/ }).click();
  await page.locator("[data-notice]").filter({ hasText: "Spotify Connected" }).getByText("Your playlists are listed below.").waitFor();
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name }).or(page.getByRole("alertdialog", { name }));
const late = () => `/playlist-sync?playlist=${playlistId}`;

const PLAYLISTS: readonly Failing[] = [
  {
    ...{ change: "a playlist from a file", at: () => "/playlist-sync", call: "playlists.create", title: "Import Failed", sentence: null },
    async press({ page, hand }) {
      await hand.press(button(page, "Import CSV"));
      const importing = dialog(page, "Import CSV");
      await importing.locator("input[type=file]").setInputFiles(csvPath);
      await hand.type(importing.getByLabel("Name", { exact: true }), "Typed by hand");
      await hand.press(importing.getByRole("button", { name: "Analyze Playlist" }));
    },
    stays: async (page) => {
      const name = dialog(page, "Import CSV").getByLabel("Name", { exact: true });
      expect(await name.inputValue()).toBe("Typed by hand");
    },
  },
  {
    ...{ change: "an imported track", at: late, call: "playlists.importTracks", title: "Import Failed", sentence: null },
    press: ({ page, hand }) => hand.press(button(page, "Import Ash")),
    stays: (page) => button(page, "Import Ash").waitFor(),
  },
  {
    ...{ change: "the import of all that is new", at: late, call: "playlists.importTracks", title: "Import Failed", sentence: null },
    press: ({ page, hand }) => hand.press(button(page, "Import 2 New Tracks")),
    stays: (page) => button(page, "Import 2 New Tracks").waitFor(),
  },
  {
    ...{ change: "which track it is", at: late, call: "playlists.decide", title: "Error", sentence: "This could not be kept" },
    async press({ page, hand }) {
      await hand.press(button(page, `Decide about ${ONE.title}`));
      await hand.press(dialog(page, "Is it in your library?").getByRole("button", { name: "This one" }));
    },
    stays: (page) => dialog(page, "Is it in your library?").waitFor(),
  },
  {
    ...{ change: "the end of a look-up of labels", at: () => "/playlist-sync", call: "spotify.cancelJob" },
    ...{ title: "Error", sentence: "This could not be cancelled" },
    async press({ page, hand }) {
      // One that has just begun: nobody answers it, and it gives up after minutes.
      const entries = [{ title: "Cinder", artist: "Lamp", isrcCode: "USRC17607843" }];
      const { id } = await open().call("POST", "/api/playlists", { name: "Unlabelled", source: "csv", entries });
      await page.goto(`/playlist-sync?playlist=${String(id)}`);
      await button(page, "Cancel Unlabelled").waitFor();
      await hand.press(button(page, "Cancel Unlabelled"));
    },
    stays: (page) => button(page, "Cancel Unlabelled").waitFor(),
  },
  {
    ...{ change: "the deletion of a playlist", at: late, call: "playlists.delete" },
    ...{ title: "Error", sentence: "The playlist could not be deleted" },
    async press({ page, hand }) {
      await hand.press(button(page, "Delete"));
      await hand.press(dialog(page, "Delete playlist?").getByRole("button", { name: "Delete", exact: true }));
    },
    stays: (page) => dialog(page, "Delete playlist?").waitFor(),
  },
];

const SPOTIFY: readonly Failing[] = [
  {
    ...{ change: "an analysis", at: () => "/playlist-sync", call: "spotify.startAnalysis" },
    ...{ title: "Analysis Failed", sentence: "Unknown error occurred" },
    async press({ page, hand }) {
      await hand.type(page.getByLabel("Spotify playlist URL"), LIST);
      await hand.press(button(page, "Analyze Playlist"));
    },
    stays: async (page) => expect(await page.getByLabel("Spotify playlist URL").inputValue()).toBe(LIST),
  },
  {
    ...{ change: "a sync", at: () => "/spotify", call: "spotify.startSync" },
    ...{ title: "Sync Failed", sentence: "Could not sync playlist from Spotify", when: "beside" },
    press: ({ page, hand }) => hand.press(button(page, "Sync Night Songs")),
    stays: (page) => button(page, "Sync Night Songs").waitFor(),
  },
  {
    ...{ change: "how often", at: () => "/spotify", call: "settings.patch" },
    ...{ title: "Error", sentence: "The sync settings could not be saved" },
    // One step away: each step of a keyboard is a call.
    press: ({ page, hand }) => hand.choose(page.getByLabel("Sync Frequency"), "Daily"),
    stays: (page) => expect.poll(() => page.getByLabel("Sync Frequency").inputValue()).toBe("manual"),
  },
  {
    ...{ change: "the end of the connection", at: () => "/spotify", call: "spotify.disconnect" },
    ...{ title: "Error", sentence: "Spotify could not be disconnected" },
    press: ({ page, hand }) => hand.press(button(page, "Disconnect")),
    stays: (page) => page.getByText("Connected as The Operator.").waitFor(),
  },
];

describe.each([
  ["playlists", PLAYLISTS],
  ["the connection to Spotify", SPOTIFY],
])("a failed change of %s", (_what, rows) => {
  it.each(failuresOf(rows))("(%s) says so, keeps what was typed, and changes nothing, where %s", async (_change, _way, failure) => {
    const { visitor, call } = open();
    await walkFailure(failure, { call, operator: ({ viewport }) => visitor({ viewport, storageState }) });
  });
});

describe("a connection to Spotify", () => {
  it("that cannot be asked for says so, and the popup closes", async () => {
    const page = await open().visitor({ storageState });
    await page.goto("/spotify");
    await button(page, "Disconnect").click();
    await page.getByText("Spotify Disconnected", { exact: true }).waitFor();
    await page.route("**/api/auth/spotify/connect*", (route) => route.abort());
    const popup = page.waitForEvent("popup");
    await button(page, "Connect Spotify").click();
    await page.locator("[data-notice]").filter({ hasText: "The server cannot be reached." }).waitFor();
    await expect.poll(async () => (await popup).isClosed()).toBe(true);
    await page.unroute("**/api/auth/spotify/connect*");
    await connect(page);
  });
});

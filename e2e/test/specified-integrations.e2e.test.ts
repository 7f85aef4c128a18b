// What the specification says of a channel's setup, of /spotify and of /playlist-sync that no other walk comes by: how the popup opens, what is
// said where something fails, and what the lists and choices hold.
import { PRESET_LABELS } from "@nightjar/contract";
import { startStandIn } from "@nightjar/youtube-standin";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SPOTIFY_ACCOUNT, startSpotify } from "../../tooling/music-services/spotify.ts";
import { type Failing, failuresOf, walkFailure } from "../src/failing.ts";
import { studioFor } from "../src/studio-for.ts";
import { DOT } from "../src/tones.ts";

const OWN = "a".repeat(22);
const far = await startStandIn();
const spotify = await startSpotify("client", [
  {
    id: OWN,
    name: "Night Songs",
    owner: SPOTIFY_ACCOUNT,
    items: [{ id: "m".repeat(22), name: "Moth", artists: ["Lamp"], duration_ms: 263_000 }],
  },
]);
afterAll(() => Promise.all([far.close(), spotify.close()]));
const open = studioFor("specified-integrations", {
  ...far.env,
  ...{ SPOTIFY_CLIENT_ID: "client", SPOTIFY_API_ROOT: spotify.root, SPOTIFY_ACCOUNTS_ROOT: spotify.root },
});

/** A stream whose account has no channel yet, one that has, and one with nothing. */
const ids = { account: "", channel: "", bare: "", playlist: "" };
let storageState: NonNullable<BrowserContextOptions["storageState"]> = { cookies: [], origins: [] };

/** As the popup does it, in the page itself. */
async function consent(page: Page, path: string): Promise<void> {
  const asked = `fetch(${JSON.stringify(path)}, { headers: { authorization: "Bearer " + localStorage.getItem("authToken") } }).then((it) => it.json())`;
  const { authUrl } = await page.evaluate<{ authUrl: string }>(asked);
  await page.goto(authUrl);
  await page.getByText("You can close this window.").waitFor();
  await page.goto("/");
}

beforeAll(async () => {
  const { call } = open();
  const make = async (title: string) => String((await call("POST", "/api/streams", { title }))["id"]);
  for (const [name, title] of [
    ["account", "Day Desk"],
    ["channel", "Night Desk"],
    ["bare", "Bare Desk"],
  ] as const) {
    ids[name] = await make(title);
  }
  const entries = [
    { title: "Moth", artist: "Lamp", recordLabel: "Sony Music Entertainment" },
    { title: "Wick", artist: "Lamp", recordLabel: "Own Records" },
  ];
  ids.playlist = String((await call("POST", "/api/playlists", { name: "Night", entries }))["id"]);
  const page = await open().operator();
  for (const name of ["account", "channel"] as const) await consent(page, `/api/auth/youtube/connect?streamId=${ids[name]}`);
  await call("POST", `/api/youtube/setup-stream/${ids.channel}`, { channelId: "UC-moth", channelName: "Moth Radio" });
  await consent(page, "/api/auth/spotify/connect");
  storageState = await page.context().storageState();
});

const operator = (options: BrowserContextOptions = {}) => open().visitor({ ...options, storageState });
const channelOf = (page: Page) => page.getByRole("region", { name: "YouTube channel" });
const disconnecting = (page: Page) => page.getByRole("alertdialog", { name: "Disconnect" });
const notice = (page: Page, title: string) => page.locator("[data-notice]").filter({ hasText: title });

const FAILING: readonly Failing[] = [
  {
    ...{ change: "the setup of a channel", at: () => `/streaming?stream=${ids.account}`, call: "youtube.setupStream" },
    ...{ title: "Stream Key Setup Failed", sentence: "The channel could not be set up" },
    async press({ page, hand }) {
      await hand.press(channelOf(page).getByRole("radio", { name: "Moth Radio" }));
      await hand.press(channelOf(page).getByRole("button", { name: "Confirm Channel & Setup Stream" }));
    },
    stays: async (page) => expect(await channelOf(page).getByRole("radio", { name: "Moth Radio" }).isChecked()).toBe(true),
  },
  {
    ...{ change: "a broadcast", at: () => `/streaming?stream=${ids.channel}`, call: "youtube.createStream" },
    ...{ title: "Stream Creation Failed", sentence: "Failed to create YouTube live stream", when: "beside" },
    press: ({ page, hand }) => hand.press(channelOf(page).getByRole("button", { name: "Create Broadcast" })),
  },
  {
    ...{ change: "a disconnect", at: () => `/streaming?stream=${ids.channel}`, call: "streams.update" },
    ...{ title: "Update Failed", sentence: "The channel could not be disconnected" },
    async press({ page, hand }) {
      await hand.press(channelOf(page).getByRole("button", { name: "Disconnect" }));
      await hand.press(disconnecting(page).getByRole("button", { name: "Disconnect" }));
    },
    async stays(page) {
      await disconnecting(page).getByRole("button", { name: "Cancel" }).click();
      await channelOf(page).getByText("Moth Radio", { exact: true }).waitFor();
    },
  },
];

describe("a failed change of a stream's channel", () => {
  it.each(failuresOf(FAILING))(
    "(%s) is told in the specification's words, and changes nothing, where %s",
    async (_change, _way, failure) => {
      await walkFailure(failure, { call: open().call, operator: ({ viewport }) => operator({ viewport }) });
    },
  );
});

describe("the setup of a channel", () => {
  it("opens Google's page in a window of 600x700, lists the channels with picture and title, and needs one of them", async () => {
    const page = await operator();
    // Google's page stays until it was looked at.
    const consenting = `${far.root}/o/**`;
    await page.context().route(consenting, (route) => route.fulfill({ contentType: "text/html", body: "<title>Google</title>" }));
    await page.context().route("https://yt3.example/**", (route) => route.fulfill({ contentType: "image/png", body: DOT }));
    await page.goto(`/streaming?stream=${ids.bare}`);
    const popup = page.waitForEvent("popup");
    await channelOf(page).getByRole("button", { name: "Connect Google Account" }).click();
    const opened = await popup;
    await opened.waitForURL(consenting);
    expect(await opened.evaluate<number[]>("[innerWidth, innerHeight]")).toEqual([600, 700]);
    await page.context().unroute(consenting);
    const closed = opened.waitForEvent("close");
    await opened.reload().catch(() => undefined);
    await closed;
    await notice(page, "YouTube account connected").waitFor();
    const row = channelOf(page).getByRole("listitem").filter({ hasText: "Moth Radio" });
    expect(await row.locator("img").getAttribute("src")).toBe("https://yt3.example/default.jpg");
    await channelOf(page).getByRole("button", { name: "Confirm Channel & Setup Stream" }).click();
    await page.getByText("No channel selected.", { exact: true }).first().waitFor();
  });

  it("shows the connected channel's name with a Disconnect button, makes a broadcast, and says that it was disconnected", async () => {
    const page = await operator();
    await page.goto(`/streaming?stream=${ids.channel}`);
    await channelOf(page).getByText("Moth Radio", { exact: true }).waitFor();
    await channelOf(page).getByRole("button", { name: "Create Broadcast" }).click();
    await notice(page, "Stream Created").waitFor();
    await channelOf(page).getByRole("link", { name: "https://www.youtube.com/watch?v=" }).waitFor();
    await channelOf(page).getByRole("button", { name: "Disconnect" }).click();
    await disconnecting(page).getByRole("button", { name: "Disconnect" }).click();
    await notice(page, "Stream Disconnected").waitFor();
    await channelOf(page).getByText("Not connected", { exact: true }).waitFor();
    await channelOf(page).getByRole("button", { name: "Connect Google Account" }).waitFor();
  });
});

describe("/spotify", () => {
  it("shows the choices of the sync settings, and what was done with playlists of late", async () => {
    const page = await operator();
    await page.goto("/spotify");
    await page.getByText("“Night” was added", { exact: true }).waitFor();
    const choices = (label: string) => page.getByLabel(label, { exact: true }).locator("option").allTextContents();
    expect(await choices("Sync Frequency")).toEqual(["Real-time", "Every hour", "Daily", "Manual only"]);
    expect(await choices("Audio Quality")).toEqual(["320 kbps", "256 kbps", "128 kbps"]);
  });
});

describe("/playlist-sync", () => {
  it("filters by the twelve labels that are there, and by one of somebody's own", async () => {
    const page = await operator();
    await page.goto(`/playlist-sync?playlist=${ids.playlist}`);
    const presets = page.getByRole("group", { name: "Major labels" }).getByRole("button");
    await presets.first().waitFor();
    expect(await presets.allTextContents()).toEqual([...PRESET_LABELS]);
    const row = (title: string) =>
      page.getByRole("list", { name: "Tracks of the playlist" }).getByRole("listitem").filter({ hasText: title });
    await page.getByLabel("Another label").fill("Own");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await row("Moth").waitFor({ state: "detached" });
    expect(await row("Wick").count()).toBe(1);
  });

  it("says that a playlist's address is missing where none was typed", async () => {
    const page = await operator();
    await page.goto("/playlist-sync");
    await page.getByRole("button", { name: "Analyze Playlist" }).click();
    await notice(page, "Invalid URL").getByText("Please enter a valid Spotify playlist URL", { exact: true }).waitFor();
  });
});

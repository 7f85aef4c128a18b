import { type StandIn, startStandIn } from "@nightjar/youtube-standin";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { barriers } from "../src/axe.ts";
import { PHONE } from "../src/browser.ts";
import { box, command, field } from "../src/command-box.ts";
import { givenStream, givenTrack } from "../src/given.ts";
import { seatFor } from "../src/studio-for.ts";
import { TONES } from "../src/tones.ts";
import { eventually, until } from "../src/until.ts";

// What the card of a stream's YouTube channel says when something fails there, and when it is disconnected.

const AIR_TIMEOUT_MS = 90_000;
const [ONE] = TONES;
if (!ONE) throw new Error("too few tones");

// Everything arrives: what is looked at is what is said.
const far: StandIn = await startStandIn({ ingest: { url: "rtmp://127.0.0.1:9/live", comesIn: () => true } });
afterAll(() => far.close());
const open = seatFor("youtube-notices", far.env);
let page: Page;
let id = "";

beforeAll(async () => {
  const { call, folder, person } = open();
  ({ page } = person);
  id = await givenStream(call, "Moth Radio Night", { trackIds: [await givenTrack(call, folder, { ...ONE, seconds: 58 })] });
  await page.goto(`/streaming?stream=${id}`);
});

const channel = () => page.getByRole("region", { name: "YouTube channel" });
const press = (name: string) => channel().getByRole("button", { name }).click();
const told = (title: string, text: string) => page.locator("[data-notice]").filter({ hasText: title }).getByText(text).first().waitFor();
const stream = () => open().call("GET", `/api/streams/${id}`);

async function reload(): Promise<void> {
  // The entry that a closed dialog leaves in the history may still be on its way out, which ends another navigation.
  // A function, as the page's own policy lets a text be evaluated at the first look only.
  await page.waitForFunction(() => history.state?.layer === undefined);
  await page.reload();
  await channel().getByRole("button").first().waitFor();
}

const asked = () => page.getByRole("alertdialog", { name: "Disconnect" });
async function disconnect(): Promise<void> {
  await press("Disconnect");
  await asked().getByRole("button", { name: "Disconnect" }).click();
}

async function connect(): Promise<void> {
  await press("Connect Google Account");
  await told("YouTube account connected", "Choose a channel.");
  await channel().getByRole("radio", { name: "Moth Radio" }).check();
  await press("Confirm Channel & Setup Stream");
  await told("Setup Complete!", "Moth Radio");
}

describe("a stream's YouTube channel", () => {
  it("whose consent cannot be asked for says so, and the popup closes", async () => {
    const calls = "**/api/auth/youtube/connect*";
    await page.route(calls, (route) => route.abort());
    const popup = page.waitForEvent("popup");
    await press("Connect Google Account");
    await told("Connection Failed", "The server cannot be reached.");
    const opened = await popup;
    await until("the popup has closed", () => opened.isClosed());
    await page.unroute(calls);
  });

  it("is connected, and says why a broadcast cannot be made beforehand, and when it is made", async () => {
    await connect();
    far.fail("liveBroadcasts.insert", "liveStreamingNotEnabled", 403);
    await press("Create Broadcast");
    await told("Stream Creation Failed", "YouTube");
    await page.getByLabel("Privacy").selectOption("private");
    await press("Create Broadcast");
    await told("Stream Created", "The next Start uses this broadcast.");
    await channel().getByRole("link").waitFor();
    // As chosen on the card above: nobody sees meanwhile what is meant for nobody.
    expect([...far.world.broadcasts.values()].map(({ privacyStatus }) => privacyStatus)).toEqual(["private"]);
  });

  it("can be connected again whatever asks for it, and Google's page says where that allows too little", async () => {
    far.fail("channels.list", "insufficientPermissions", 403);
    const popup = page.waitForEvent("popup");
    await press("Connect again");
    const opened = await popup;
    await opened.getByText("Connect again and allow it.").waitFor();
    await opened.close();
    await press("Connect again");
    await told("YouTube account connected", "Moth Radio Night");
  });

  it("of a stream off air is disconnected after a question that says what is lost, the broadcast that waits first of all", async () => {
    await press("Disconnect");
    await asked().getByText("The broadcast that waits for the next Start is deleted at YouTube: its address will not be live.").waitFor();
    await asked().getByText("To go live on Moth Radio again, its Google account is to be connected and the channel chosen anew.").waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await asked().waitFor({ state: "detached" });
    expect((await stream())["youtubeConnected"]).toBe(true);
    await disconnect();
    await told("Stream Disconnected", "Moth Radio Night");
    expect((await stream())["youtubeConnected"]).toBe(false);
  });

  it("that was never chosen of an account is no loss, and its broadcast none that is claimed", async () => {
    await reload();
    await press("Connect Google Account");
    await told("YouTube account connected", "Choose a channel.");
    await press("Disconnect");
    await asked().getByText("To choose a channel, the Google account is to be connected anew.", { exact: true }).waitFor();
    await asked().getByRole("button", { name: "Disconnect" }).click();
    await asked().waitFor({ state: "detached" });
    await channel().getByRole("button", { name: "Connect Google Account" }).waitFor();
  });

  it("is given its broadcast by a command that says who sees it, and is offered none where one waits", async () => {
    await reload();
    await connect();
    await channel().getByRole("button", { name: "Create Broadcast" }).waitFor();
    far.fail("liveBroadcasts.insert", "liveStreamingNotEnabled", 403);
    await command(page, "private broadcast moth", "Create a private broadcast of Moth Radio Night");
    await told("Stream Creation Failed", "Failed to create YouTube live stream");
    await command(page, "private broadcast moth", "Create a private broadcast of Moth Radio Night");
    await told("Stream Created", "The next Start uses this broadcast.");
    await channel().getByRole("link").waitFor();
    await eventually(async () => expect(await page.getByLabel("Privacy").inputValue()).toBe("private"));
    await page.keyboard.press("Control+k");
    await field(page).fill("broadcast moth");
    await box(page).getByText("Nothing fits “broadcast moth”.").last().waitFor();
    await page.keyboard.press("Escape");
    await box(page).waitFor({ state: "detached" });
    await disconnect();
    await eventually(async () => expect((await stream())["youtubeConnected"]).toBe(false));
  });

  it("of a stream on air that could not be told new texts yet says why, and is told them as soon as it can be", async () => {
    await reload();
    await connect();
    // A broadcast that waits for the Start airs as it was made, where nobody chooses otherwise.
    await open().call("POST", `/api/youtube/create-stream/${id}`, { privacy: "private" });
    await eventually(async () => expect(await page.getByLabel("Privacy").inputValue()).toBe("private"));
    await page.getByRole("button", { name: "Start Live Stream" }).click();
    await eventually(async () => expect((await stream())["isLive"]).toBe(true), AIR_TIMEOUT_MS);
    const privacies = () => [...far.world.broadcasts.values()].map((each) => [each.lifeCycleStatus, each.privacyStatus]);
    await eventually(async () => expect(privacies()).toContainEqual(["live", "private"]), AIR_TIMEOUT_MS);
    await page.getByRole("button", { name: "Stop Stream" }).waitFor();
    far.fail("liveBroadcasts.update", "backendError", 503, { times: 1e6 });
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    const editing = page.getByRole("dialog", { name: "Edit Stream" });
    await editing.getByLabel("Description").fill("Until dawn");
    await editing.getByRole("button", { name: "Save", exact: true }).click();
    await told("Stream Updated", "Moth Radio Night");
    await editing.waitFor({ state: "detached" });
    expect((await stream())["description"]).toBe("Until dawn");
    await page.getByText("YouTube has trouble of its own. It is tried again by itself.").first().waitFor();
    far.world.faults.length = 0;
    const descriptions = () => [...far.world.broadcasts.values()].map(({ snippet }) => snippet.description);
    await eventually(async () => expect(descriptions()).toContainEqual(expect.stringMatching(/^Until dawn/u)), AIR_TIMEOUT_MS);
  });

  it("of a stream on air is disconnected after a question that says what ends, wide and on a phone", async () => {
    await press("Disconnect");
    await asked().getByText("The stream is live: it goes off air everywhere, and its broadcast ends.", { exact: false }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await asked().waitFor({ state: "detached" });
    expect((await stream())["isLive"]).toBe(true);
    await page.setViewportSize(PHONE);
    await disconnect();
    await told("Stream Disconnected", "Moth Radio Night");
    await asked().waitFor({ state: "detached" });
    expect(await stream()).toMatchObject({ isLive: false, youtubeConnected: false });
  });
});

/// <reference lib="dom" />
import { onAir, stream } from "@nightjar/contract";
import { freePort } from "@nightjar/rtmp-ingest";
import { beforeAll, describe, expect, it } from "vitest";
import { barriers } from "../src/axe.ts";
import { read } from "../src/call.ts";
import { box, choose, command, field, heading, isFocused, notice, selected } from "../src/command-box.ts";
import { givenStream, givenTracks, NOWHERE } from "../src/given.ts";
import { hold } from "../src/hold.ts";
import { studioFor } from "../src/studio-for.ts";
import { TONES } from "../src/tones.ts";
import { until } from "../src/until.ts";

// What is done with streams by commands, from other screens.

const RENDERED_WITHIN_MS = 90_000;

const open = studioFor("commands-streams", { RTMP_PORT: String(await freePort()) });
let streamId = "";

beforeAll(async () => {
  const { call, folder } = open();
  const trackIds = await givenTracks(call, folder, TONES.slice(0, 2));
  streamId = await givenStream(call, "Harbour Radio", { trackIds, destination: NOWHERE });
  await givenStream(call, "Unplugged");
});

describe("a stream", () => {
  it("is started, skipped and stopped by a command from another screen, and Stop asks", async () => {
    const page = await open().operator();
    const isLive = async () => (await open().call("GET", `/api/streams/${streamId}`))["isLive"];
    await command(page, "start harb", "Start Harbour Radio");
    await notice(page, "Stream Started").waitFor();
    expect(await isLive()).toBe(true);
    const isOpen = async () => (await read(open().call, onAir, `/api/streams/${streamId}/on-air`)).render.ready;
    await until("there is something to skip", isOpen, RENDERED_WITHIN_MS);
    const skipped = page.waitForResponse(/streams\.skip/);
    await command(page, "skip harb", "Skip the track on Harbour Radio");
    const answer = await skipped;
    expect(answer.request().postData()).toContain(streamId);
    expect(answer.status()).toBe(200);
    const question = page.getByRole("alertdialog", { name: "Stop Stream" });
    const askToStop = async () => {
      await page.keyboard.press("Control+k");
      await field(page).fill("stop harb");
      await selected(page).filter({ hasText: "Stop Harbour Radio" }).waitFor();
      await page.keyboard.press("Enter");
      await question.getByText(/Harbour Radio is being prepared, started (less than a minute|\d+ minutes?) ago/).waitFor();
    };
    await askToStop();
    await question.getByRole("button", { name: "Keep on Air" }).click();
    await question.waitFor({ state: "detached" });
    expect(await isLive()).toBe(true);
    await askToStop();
    await question.getByRole("button", { name: "Stop Stream" }).click();
    await notice(page, "Stream Stopped").waitFor();
    expect(await isLive()).toBe(false);
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  it("says for how long it has been live by the studio's clock, though the one of this machine is an hour ahead", async () => {
    const { call, operator } = open();
    const id = await givenStream(call, "Early Ferry", { destination: NOWHERE, isLive: true });
    const page = await operator();
    await page.addInitScript("{ const now = Date.now; Date.now = () => now() + 3_600_000; }");
    await page.goto(`/streaming?stream=${id}`);
    await page
      .getByText(/^00:00:\d\d$/)
      .first()
      .waitFor();
    await choose(page, "stop early", "Stop Early Ferry");
    await page
      .getByRole("alertdialog", { name: "Stop Stream" })
      .getByText(/started less than a minute ago/)
      .waitFor();
    await call("POST", `/api/direct-streaming/stop/${id}`);
    await call("DELETE", `/api/streams/${id}`);
  });

  it("is stopped together with others from another screen, after one question, and those that are unticked go on", async () => {
    const { call, operator } = open();
    const others = [];
    for (const title of ["Owl FM", "Moth FM", "Heron FM"])
      others.push(await givenStream(call, title, { destination: NOWHERE, isLive: true }));
    const page = await operator();
    await page.goto("/library");
    // Before that nobody listens to the keys.
    await page.getByRole("button", { name: "Add Music" }).waitFor();
    await choose(page, "stop several", "Stop several streams");
    const several = page.getByRole("dialog", { name: "Several Streams" });
    const streams = several.getByRole("list", { name: "Streams" });
    await streams.getByRole("checkbox", { name: "Moth FM", checked: true }).uncheck();
    expect(await barriers(page)).toEqual([]);
    await several.getByRole("button", { name: "Stop 2" }).click();
    const question = page.getByRole("alertdialog", { name: "Stop 2 Streams" });
    await question.getByText(/^Owl FM is being prepared, started/).waitFor();
    const letGo = await hold(page, "**/trpc/streams.stop*");
    await question.getByRole("button", { name: "Stop 2 Streams" }).click();
    await several.getByText("Stopping 2 streams…").waitFor();
    // What came of it is told by this dialog.
    await page.keyboard.press("Escape");
    expect(await several.getByRole("button", { name: "Close" }).isDisabled()).toBe(true);
    letGo();
    await notice(page, "2 streams stopped").waitFor();
    const isLive = async (id: string) => (await call("GET", `/api/streams/${id}`))["isLive"];
    expect(await Promise.all(others.map(isLive))).toEqual([false, true, false]);
    await page.keyboard.press("Escape");
    await several.waitFor({ state: "detached" });
    for (const id of others) await call("DELETE", `/api/streams/${id}`);
  });

  it("is given tracks, a background and a template by commands from another screen", async () => {
    const page = await open().operator();
    for (const [typed, wanted, dialog] of [
      ["add tracks harb", "Add tracks to Harbour Radio", "Add Track"],
      ["change the background harb", "Change the background of Harbour Radio", "Change Background"],
      ["select template harb", "Select a template for Harbour Radio", "Select Template"],
    ] as const) {
      await choose(page, typed, wanted);
      await page.getByRole("dialog", { name: dialog }).waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("dialog", { name: dialog }).waitFor({ state: "detached" });
    }
    const [tone] = TONES;
    await choose(page, `edit ${tone?.title ?? ""}`, `Edit ${tone?.title ?? ""}`);
    const track = page.getByRole("dialog", { name: "Edit Track" });
    await track.waitFor();
    await page.keyboard.press("Escape");
    await track.waitFor({ state: "detached" });
  });

  it("is given a destination by a command, whose dialog shows it as soon as it is saved, and as live once somebody starts it", async () => {
    const { call, operator } = open();
    const id = await givenStream(call, "Fresh FM");
    const page = await operator();
    await choose(page, "fresh youtube channel", "Fresh FM: Destinations");
    const dialog = page.getByRole("dialog", { name: "Edit Stream" });
    const place = dialog.getByRole("region", { name: "RTMP destination" });
    await place.getByRole("button", { name: "Set Destination" }).click();
    await place.getByLabel("RTMP address").fill(NOWHERE.rtmpUrl);
    await place.getByLabel("Stream key").fill(NOWHERE.streamKey);
    await place.getByRole("button", { name: "Save Destination" }).click();
    await place.getByText("Stream key: set").waitFor();
    await call("POST", `/api/direct-streaming/start/${id}`, { title: "Fresh FM" });
    await place.getByRole("button", { name: "Test the RTMP destination" }).waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await call("POST", `/api/direct-streaming/stop/${id}`);
    await call("DELETE", `/api/streams/${id}`);
  });

  it("opens each part of its settings by a command, and the studio's own settings where they are changed", async () => {
    const page = await open().operator();
    await choose(page, "harbour crossfade", "Harbour Radio: Order and sound");
    const settings = page.getByRole("dialog", { name: "Edit Stream" });
    await expect.poll(() => isFocused(settings.getByRole("region", { name: "Order and sound" }).getByLabel("Order"))).toBe(true);
    await page.keyboard.press("Escape");
    await settings.waitFor({ state: "detached" });
    await command(page, "rendering card", "Rendering");
    await heading(page, "Settings").waitFor();
    expect(new URL(page.url()).hash).toBe("#rendering");
  });

  it("is deleted from another screen, after the question, and that is said", async () => {
    await givenStream(open().call, "Short Lived");
    const page = await open().operator();
    await page.keyboard.press("Control+k");
    await field(page).fill("delete short");
    await selected(page).filter({ hasText: "Delete Short Lived" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("alertdialog", { name: "Delete Stream" }).getByRole("button", { name: "Delete" }).click();
    await notice(page, "Stream Deleted").getByText("Short Lived").waitFor();
    const streams = await read(open().call, stream.array(), "/api/streams");
    expect(streams.map(({ title }) => title)).not.toContain("Short Lived");
  });

  it("on the screen is tested by a command, and the test is ended by one", async () => {
    const page = await open().operator();
    await page.goto(`/streaming?stream=${streamId}`);
    await page.getByRole("heading", { name: "Harbour Radio", level: 2 }).waitFor();
    const isActive = async () => (await open().call("GET", `/api/test-stream/${streamId}/status`))["isActive"];
    await command(page, "start the test harb", "Start the test of Harbour Radio");
    await notice(page, "Stream Started").waitFor();
    expect(await isActive()).toBe(true);
    await command(page, "stop the test harb", "Stop the test of Harbour Radio");
    await notice(page, "Stream Stopped").waitFor();
    expect(await isActive()).toBe(false);
  });

  it("gives its log as a file by a command from another screen", async () => {
    const page = await open().operator();
    const download = page.waitForEvent("download");
    await command(page, "csv log harb", "Download the log of Harbour Radio as CSV");
    expect((await download).suggestedFilename()).toMatch(/\.csv$/);
  });

  it("on the screen has its own commands before all others", async () => {
    const page = await open().signedIn();
    await page.goto(`/streaming?stream=${streamId}`);
    await page.getByRole("heading", { name: "Harbour Radio", level: 2 }).waitFor();
    await page.keyboard.press("Control+k");
    const own = box(page).getByRole("group", { name: "The stream on the screen" });
    await own.getByRole("option", { name: "Start Harbour Radio" }).waitFor();
    expect(await own.getByRole("option").count()).toBe(8);
    expect(await selected(page).textContent()).toBe("Start Harbour Radio");
  });
});

/// <reference lib="dom" />
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { TEST_START_FAILED_TEXT, TEST_STOP_FAILED_TEXT } from "@nightjar/contract";
import { freePort, startRtmpIngest } from "@nightjar/rtmp-ingest";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { barriers } from "../src/axe.ts";
import { DESKTOP, PHONE } from "../src/browser.ts";
import { median } from "../src/first-screen.ts";
import { givenStream, givenTracks } from "../src/given.ts";
import { hold } from "../src/hold.ts";
import { seeLabels } from "../src/picture.ts";
import { studioFor } from "../src/studio-for.ts";
import { screenshot } from "../src/screenshots.ts";
import { TONES } from "../src/tones.ts";
import { tool } from "../src/tool.ts";
import { until } from "../src/until.ts";
import { loudness, shownWithin, timePlaying, videoFrame } from "../src/watching.ts";
import { openWire } from "../src/wire.ts";

const RTMP_PORT = await freePort();
const studio = studioFor("test-stream", { RTMP_PORT: String(RTMP_PORT) });
const STREAM = "Night Desk";
/** The first of them is heard all the while. */
const TRACKS = TONES.map((tone) => ({ ...tone, seconds: 120 }));
/** Within the first track, on a machine that is slow to render. */
const RENDERED_WITHIN_MS = 90_000;
/** What `npm run bench -- test-stream` holds it to; beside others at work on this machine it may take so many times that. */
const PLAYED_WITHIN_MS = 3000;
const MEASURED_SLACK = 3;
const STARTS = 5;
const HEARD = 0.02;
/** Attempts over connections that the browser keeps and that are dead come to nothing one after the other. */
const RECOVERY_TIMEOUT_MS = 90_000;

let folder = "";
let id = "";
let page: Page;

beforeAll(async () => {
  ({ folder } = studio());
  const { call, operator, browser } = studio();
  id = await givenStream(call, STREAM, { trackIds: await givenTracks(call, folder, TRACKS) });
  const signedIn = await operator();
  const state = await signedIn.context().storageState();
  page = await (
    await (
      await browser()
    ).newContext({
      ...{ baseURL: studio().studio.url, viewport: DESKTOP, locale: "en-GB", storageState: state },
      permissions: ["clipboard-read", "clipboard-write"],
    })
  ).newPage();
});

const notice = (text: string) => page.getByRole("listitem").filter({ hasText: text });
const button = (name: string) => page.getByRole("button", { name });
const status = () => studio().call("GET", `/api/test-stream/${id}/status`);

async function open(): Promise<void> {
  await page.goto(`/test-stream?stream=${id}`);
  await page.getByRole("heading", { name: "RTMP Stream" }).waitFor();
}

async function stop(): Promise<void> {
  await button("Stop Test Stream").click();
  await hasStopped();
}

/** Nothing of the last test is on its way any more. */
async function hasStopped(): Promise<void> {
  await notice("Stream Stopped").getByText(STREAM, { exact: true }).waitFor();
  await button("Start Test Stream").waitFor();
  await isOff();
}

/** What has just begun may show its picture before its sound, and on a busy machine the slate, which is silent. */
const isHeard = (on: Page) => expect.poll(() => loudness(on), { timeout: RENDERED_WITHIN_MS }).toBeGreaterThan(HEARD);

const isOff = () => until("the test has ended", async () => (await status())["state"] === "off");

describe("the test stream", () => {
  it("begins with Start, and is seen and heard in the page as it is sent, with its title", async () => {
    await open();
    await expect.poll(() => page.getByText("The test stream is stopped").isVisible()).toBe(true);
    expect(await barriers(page)).toEqual([]);
    await screenshot(page, "test-stream-stopped");
    const isLoaded = () => page.evaluate(() => performance.getEntriesByType("resource").some(({ name }) => name.includes("mpegts")));
    expect(await isLoaded()).toBe(false);
    const letGo = await hold(page, "**/trpc/testStream.start*");
    await button("Start Test Stream").click();
    await notice("Stream Starting").getByText(STREAM, { exact: true }).waitFor();
    letGo();
    await notice("Stream Started").getByText(STREAM, { exact: true }).waitFor();
    await page.unroute("**/trpc/testStream.start*");
    await page.getByText("STREAMING").first().waitFor();
    await until("the video moves", async () => (await shownWithin(page, 0.5)) >= 0.5, 60_000);
    const [first = { title: "" }] = TRACKS;
    await page.getByText(`${first.title} · Cold Harbour`).waitFor();
    const seen = await until(
      "the title is shown",
      async () => {
        const path = join(folder, "frame.png");
        await videoFrame(page, path);
        for await (const frame of seeLabels(path, TRACKS, STREAM)) return frame.nearest === 0 && frame.difference < 6 ? frame : null;
        return null;
      },
      RENDERED_WITHIN_MS,
    );
    expect(seen.nextDifference).toBeGreaterThan(seen.difference);
    await until("it moves", async () => (await shownWithin(page, 3)) >= 3, 60_000);
    await isHeard(page);
    await screenshot(page, "test-stream");
    expect(await barriers(page)).toEqual([]);
  });

  it("is read by a desktop player at the address that Copy copies, meanwhile", async () => {
    await button("Copy").click();
    await notice("Copied!").waitFor();
    const rtmpUrl = String((await status())["rtmpUrl"]);
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(rtmpUrl);
    expect(await page.getByLabel("RTMP URL").inputValue()).toBe(rtmpUrl);
    const found = await tool("ffprobe", ["-v", "error", "-show_entries", "stream=codec_name", "-of", "csv=p=0", rtmpUrl]);
    expect(found.trim().split("\n").toSorted()).toEqual(["aac", "h264"]);
    await until("it still moves here", async () => (await shownWithin(page, 1)) >= 1, 60_000);
  });

  it("is told to a colleague who opens the page, who watches it when they press so", async () => {
    const other = await studio().signedIn();
    await other.goto(`/test-stream?stream=${id}`);
    await other.getByRole("button", { name: "Watch" }).click();
    await until("the video moves", async () => (await shownWithin(other, 0.5)) >= 0.5, 60_000);
    await page.getByText("Watching now2").waitFor();
  });

  it("goes on by itself after a network that died without a word, and says meanwhile that nothing comes", async () => {
    const wire = await openWire(studio().studio.url);
    try {
      const other = await studio().operator({ baseURL: wire.url });
      await other.goto(`/test-stream?stream=${id}`);
      await other.getByRole("button", { name: "Watch" }).click();
      await until("the video moves", async () => (await shownWithin(other, 0.5)) >= 0.5, 60_000);
      wire.goDead();
      await other.getByText("The picture is on its way...").waitFor({ timeout: 60_000 });
      wire.comeBack();
      await until("the video moves again", async () => (await shownWithin(other, 0.5)) >= 0.5, RECOVERY_TIMEOUT_MS);
      await other.close();
    } finally {
      await wire.close();
    }
  });

  it("ends with Stop for all, and on the pages of others within a poll, though no event reaches them", async () => {
    const other = await studio().operator();
    // Events would tell it sooner: the poll alone has to.
    await other.context().route(/\/api\/events/, (route) => route.abort());
    await other.goto(`/test-stream?stream=${id}`);
    await other.getByText("STREAMING").first().waitFor();
    const letGo = await hold(page, "**/trpc/testStream.stop*");
    await button("Stop Test Stream").click();
    await notice("Stream Stopping").getByText(STREAM, { exact: true }).waitFor();
    letGo();
    await hasStopped();
    await page.unroute("**/trpc/testStream.stop*");
    await page.getByText("The test stream is stopped").waitFor();
    await other.getByText("The test stream is stopped").waitFor();
    expect(await page.getByLabel("RTMP URL").count()).toBe(0);
  });

  it("plays with sound within three seconds of Start when it is prepared, also right after its Stop, at the median of five", async () => {
    const times: number[] = [];
    const heardTimes: number[] = [];
    await open();
    for (let count = 0; count < STARTS; count += 1) {
      const played = await timePlaying(page, "Start Test Stream");
      const pressedAtMs = performance.now();
      await button("Start Test Stream").click();
      times.push(await played());
      // A silence before the first track would be seen as playing too. Listening takes a second itself.
      await isHeard(page);
      heardTimes.push(performance.now() - pressedAtMs);
      await button("Stop Test Stream").click();
      // Pressed again as soon as it is there, whatever is still ending.
      await button("Start Test Stream").waitFor();
    }
    await isOff();
    console.info(
      `from Start to playing: ${times.map(Math.round).join(", ")} ms, to being heard: ${heardTimes.map(Math.round).join(", ")} ms`,
    );
    expect(median(times)).toBeLessThan(MEASURED_SLACK * PLAYED_WITHIN_MS);
    // Listening takes a second itself, and on such a machine more.
    expect(median(heardTimes)).toBeLessThan((MEASURED_SLACK + 1) * PLAYED_WITHIN_MS);
  });

  it("says so where its port is taken, and where it can be neither started nor stopped", async () => {
    const other = createServer().listen(RTMP_PORT, "127.0.0.1");
    await once(other, "listening");
    await open();
    await button("Start Test Stream").click();
    await notice("Failed to Start Stream")
      .filter({ hasText: `Could not start the RTMP stream: port ${RTMP_PORT} is used` })
      .waitFor();
    other.close();
    await once(other, "close");
    await page.route("**/trpc/testStream.start*", (route) => route.abort());
    await button("Start Test Stream").click();
    // The sentence alone: the notice before this one says it with the server's reason in one.
    await notice("Failed to Start Stream").getByText(TEST_START_FAILED_TEXT, { exact: true }).waitFor();
    await page.unroute("**/trpc/testStream.start*");
    await button("Start Test Stream").click();
    await button("Stop Test Stream").waitFor();
    await page.route("**/trpc/testStream.stop*", (route) => route.abort());
    await button("Stop Test Stream").click();
    await notice("Failed to Stop Stream").getByText(TEST_STOP_FAILED_TEXT, { exact: true }).waitFor();
    await page.unroute("**/trpc/testStream.stop*");
    await stop();
  });

  it("runs beside the live one, which can be listened in to, and neither touches the other", async () => {
    const { call } = studio();
    const ingest = await startRtmpIngest({ record: false });
    try {
      await call("PUT", `/api/streams/${id}/destination`, { rtmpUrl: ingest.url, streamKey: "desk" });
      await open();
      await button("Start Test Stream").click();
      await until("the video moves", async () => (await shownWithin(page, 0.5)) >= 0.5, 60_000);
      await call("POST", `/api/direct-streaming/start/${id}`, { title: STREAM });
      const other = await studio().signedIn();
      await other.goto(`/streaming?stream=${id}`);
      await other.getByRole("button", { name: "Listen in" }).click({ timeout: 60_000 });
      await until("the live one moves", async () => (await shownWithin(other, 1)) >= 1, 60_000);
      await isHeard(other);
      expect(await barriers(other)).toEqual([]);
      await screenshot(other, "listen-in");
      expect((await ingest.received()).get("desk")).toBeGreaterThan(0);
      await until("the test still moves", async () => (await shownWithin(page, 1)) >= 1, 60_000);
      expect((await call("GET", `/api/streams/${id}/on-air`))["destinations"]).toHaveLength(1);
      await call("POST", `/api/direct-streaming/stop/${id}`);
      await until("the live one is off", async () => (await call("GET", `/api/streams/${id}/on-air`))["state"] === "off");
      await other.getByRole("dialog", { name: STREAM }).getByText("The stream is not on air").waitFor();
      expect(await barriers(other)).toEqual([]);
      await other.keyboard.press("Escape");
      await until("the test still moves", async () => (await shownWithin(page, 1)) >= 1, 60_000);
      await stop();
    } finally {
      await ingest.remove();
    }
  });

  it("says of a chosen stream that is deleted that it is gone, and shows no other in its place", async () => {
    const { call, signedIn } = studio();
    const early = await givenStream(call, "Early Desk");
    const other = await signedIn();
    const start = other.getByRole("button", { name: "Start Test Stream" });
    await other.goto(`/test-stream?stream=${early}`);
    await start.waitFor();
    await call("DELETE", `/api/streams/${early}`);
    await other.getByText("There is no such stream any more").waitFor();
    expect(await start.count()).toBe(0);
    await other.getByRole("combobox", { name: "Stream" }).selectOption(STREAM);
    await start.waitFor();
  });

  it("keeps to the stream it was opened with where its address names none, also reloaded or once that is gone, while others are created", async () => {
    const { call, signedIn } = studio();
    const late = await givenStream(call, "Late Desk");
    const other = await signedIn();
    const choice = other.getByRole("combobox", { name: "Stream" });
    await other.goto("/test-stream");
    await other.getByRole("button", { name: "Start Test Stream" }).waitFor();
    await givenStream(call, "Newer Desk");
    await choice.locator("option", { hasText: "Newer Desk" }).waitFor({ state: "attached" });
    expect(await choice.inputValue()).toBe(late);
    await other.reload();
    await choice.locator("option", { hasText: "Newer Desk" }).waitFor({ state: "attached" });
    expect(await choice.inputValue()).toBe(late);
    await call("DELETE", `/api/streams/${late}`);
    const gone = await other.getByText("There is no such stream any more").elementHandle();
    await givenStream(call, "Newest Desk");
    await choice.locator("option", { hasText: "Newest Desk" }).waitFor({ state: "attached" });
    // Nothing stood in its place while the streams were read again.
    expect(await gone?.evaluate((node) => node.isConnected)).toBe(true);
  });

  it("fits on a phone, with nothing beyond its edge", async () => {
    await page.setViewportSize(PHONE);
    await open();
    await button("Start Test Stream").click();
    await page.getByLabel("RTMP URL").waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(PHONE.width);
    expect(await barriers(page)).toEqual([]);
    await stop();
  });
});

/// <reference lib="dom" />
import { once } from "node:events";
import { createServer } from "node:net";
import { freePort, startRtmpIngest } from "@nightjar/rtmp-ingest";
import type { Page } from "playwright-core";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { barriers } from "../src/axe.ts";
import { givenStream, givenTracks } from "../src/given.ts";
import { studioFor } from "../src/studio-for.ts";
import { TONES } from "../src/tones.ts";
import { until } from "../src/until.ts";
import { loudness, shownWithin } from "../src/watching.ts";
import { openWire } from "../src/wire.ts";

const RTMP_PORT = await freePort();
const studio = studioFor("watching", { RTMP_PORT: String(RTMP_PORT) });
const STREAM = "Night Desk";
const RENDERED_WITHIN_MS = 90_000;
/** What is heard is played some 4 s after it was sent, and more than 10 s after it nobody catches up. */
const FAR_BEHIND_SECONDS = 12;

let id = "";
beforeAll(async () => {
  const { call, folder } = studio();
  const tracks = TONES.map((tone) => ({ ...tone, seconds: 120 }));
  id = await givenStream(call, STREAM, { trackIds: await givenTracks(call, folder, tracks) });
});

const startTest = () => studio().call("POST", `/api/test-stream/${id}/start`);
async function stopTest(): Promise<void> {
  const { call } = studio();
  await call("POST", `/api/test-stream/${id}/stop`);
  await until("the test has ended", async () => (await call("GET", `/api/test-stream/${id}/status`))["state"] === "off");
}

afterEach(stopTest);

async function openTest(page: Page): Promise<void> {
  await page.goto(`/test-stream?stream=${id}`);
  await page.getByRole("heading", { name: "RTMP Stream" }).waitFor();
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const moves = (page: Page) => until("the video moves", async () => (await shownWithin(page, 0.5)) >= 0.5, RENDERED_WITHIN_MS);
const pause = (page: Page) => page.locator("video").evaluate((video: HTMLVideoElement) => video.pause());
const behindSeconds = (page: Page) =>
  page.locator("video").evaluate(({ buffered, currentTime }: HTMLVideoElement) => buffered.end(buffered.length - 1) - currentTime);

/** It runs, and nobody here has asked to see it. */
async function isLeft(page: Page): Promise<void> {
  await page.getByText("Nothing is fetched until you watch.").waitFor();
  expect(await page.locator("video").evaluate((video: HTMLVideoElement) => video.paused)).toBe(true);
}

/** Plays nothing but within a press, as a phone that saves power. */
function playWithinPressesAlone(): void {
  const { play } = HTMLMediaElement.prototype;
  let isPressed = false;
  for (const [phase, capture] of [
    ["capture", true],
    ["bubble", false],
  ] as const)
    addEventListener("click", () => void (isPressed = phase === "capture"), { capture });
  HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
    return isPressed ? play.call(this) : Promise.reject(new DOMException("refused", "NotAllowedError"));
  };
}

describe("what is watched", () => {
  it("is played with its sound by a press on Play in a browser that begins nothing by itself", async () => {
    const page = await studio().signedIn();
    await page.addInitScript(playWithinPressesAlone);
    await startTest();
    await openTest(page);
    await button(page, "Watch").click();
    await page.getByText("This browser plays nothing by itself").waitFor();
    expect(await barriers(page)).toEqual([]);
    await button(page, "Play").click();
    await moves(page);
    await until("the song is heard", async () => (await loudness(page)) > 0.02, RENDERED_WITHIN_MS);
  });

  it("is played as HLS by a browser that has no Media Source Extensions, at the first try, with its sound", async () => {
    const page = await studio().signedIn();
    await page.addInitScript(() => {
      for (const name of ["MediaSource", "ManagedMediaSource", "WebKitMediaSource"]) Reflect.deleteProperty(window, name);
      for (const failed of ["error", "ended"])
        addEventListener(
          failed,
          ({ target }) => target instanceof HTMLMediaElement && document.body.setAttribute("data-failed", failed),
          true,
        );
    });
    const asked: string[] = [];
    page.on("request", (request) => void asked.push(new URL(request.url()).pathname));
    await startTest();
    const status = () => studio().call("GET", `/api/test-stream/${id}/status`);
    await until("it is sent", async () => (await status())["state"] === "on-air", RENDERED_WITHIN_MS);
    await openTest(page);
    await button(page, "Watch").click();
    await moves(page);
    await until("the song is heard", async () => (await loudness(page)) > 0.02, RENDERED_WITHIN_MS);
    expect(await page.locator("video").evaluate((video: HTMLVideoElement) => video.currentSrc)).toContain("/live.m3u8");
    // Too few segments were an error to Chromium, again and again until there were three.
    expect(await page.locator("body").getAttribute("data-failed")).toBeNull();
    expect(asked.filter((path) => path.endsWith("live.flv"))).toEqual([]);
  });

  it("is what is sent now once it is played again after a pause", async () => {
    const page = await studio().signedIn();
    await startTest();
    await openTest(page);
    await button(page, "Watch").click();
    await moves(page);
    await pause(page);
    await until("much more has come", async () => (await behindSeconds(page)) > FAR_BEHIND_SECONDS);
    // Where it jumps to: what comes while it seeks is no matter.
    const behind = await page.locator("video").evaluate(
      (video: HTMLVideoElement) =>
        new Promise<number>((resolve) => {
          const jumped = () => resolve(video.buffered.end(video.buffered.length - 1) - video.currentTime);
          video.addEventListener("seeking", jumped, { once: true });
          void video.play();
        }),
    );
    expect(behind).toBeLessThan(FAR_BEHIND_SECONDS / 2);
    await moves(page);
  });

  it("plays here no more once it was stopped, or could not be started: who starts it next elsewhere is not heard here", async () => {
    const page = await studio().signedIn();
    await openTest(page);
    await button(page, "Start Test Stream").click();
    await moves(page);
    await button(page, "Stop Test Stream").click();
    await button(page, "Start Test Stream").waitFor();
    await stopTest();
    await startTest();
    await isLeft(page);
    await stopTest();
    const other = createServer().listen(RTMP_PORT, "127.0.0.1");
    await once(other, "listening");
    await button(page, "Start Test Stream").click();
    await page.getByText("Failed to Start Stream").first().waitFor();
    other.close();
    await once(other, "close");
    await startTest();
    await isLeft(page);
  });

  it("plays no more in a page that nobody saw while somebody else stopped it", async () => {
    const page = await studio().signedIn();
    await page.context().route(/\/api\/events/, (route) => route.abort());
    await startTest();
    await openTest(page);
    await button(page, "Watch").click();
    await moves(page);
    const become = (seen: "visible" | "hidden") =>
      page.evaluate((value) => {
        Object.defineProperty(document, "visibilityState", { value, configurable: true });
        document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
      }, seen);
    await become("hidden");
    await stopTest();
    await page.getByText("The test stream is stopped").waitFor();
    await startTest();
    await become("visible");
    await isLeft(page);
  });

  it("stays silent where it was paused when its connection ended, until it is asked for again", async () => {
    const wire = await openWire(studio().studio.url);
    try {
      const page = await studio().operator({ baseURL: wire.url });
      await startTest();
      await openTest(page);
      await button(page, "Watch").click();
      await moves(page);
      await pause(page);
      wire.drop();
      await isLeft(page);
      await button(page, "Watch").click();
      await moves(page);
      // By itself, where nobody has paused it.
      // It stands there for little more than a second: looked for in the page itself.
      const waits = page.waitForFunction(() => document.body.textContent?.includes("The picture is on its way..."));
      wire.drop();
      await waits;
      await moves(page);
      await page.context().close();
    } finally {
      await wire.close();
    }
  });

  it("stays silent after a new Start where it was paused when the stream went off air", async () => {
    const { call, signedIn } = studio();
    const ingest = await startRtmpIngest({ record: false });
    try {
      await call("PUT", `/api/streams/${id}/destination`, { rtmpUrl: ingest.url, streamKey: "desk" });
      const page = await signedIn();
      const goLive = () => call("POST", `/api/direct-streaming/start/${id}`, { title: STREAM });
      await goLive();
      await page.goto(`/streaming?stream=${id}`);
      await button(page, "Listen in").click({ timeout: RENDERED_WITHIN_MS });
      await moves(page);
      await pause(page);
      await call("POST", `/api/direct-streaming/stop/${id}`);
      await page.getByText("The stream is not on air").waitFor();
      await goLive();
      await button(page, "Watch").click({ timeout: RENDERED_WITHIN_MS });
      await moves(page);
      await call("POST", `/api/direct-streaming/stop/${id}`);
    } finally {
      await ingest.remove();
    }
  });
});

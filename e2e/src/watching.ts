/// <reference lib="dom" />
import { writeFile } from "node:fs/promises";
import type { Page } from "playwright-core";

/** What is shown of the video on the page now, decoded, as a file. */
export async function videoFrame(page: Page, path: string): Promise<void> {
  const url = await page.evaluate(() => {
    const video = document.querySelector("video");
    const canvas = document.createElement("canvas");
    canvas.width = video?.videoWidth ?? 0;
    canvas.height = video?.videoHeight ?? 0;
    if (video) canvas.getContext("2d")?.drawImage(video, 0, 0);
    return canvas.toDataURL("image/png");
  });
  await writeFile(path, Buffer.from(url.slice(url.indexOf(",") + 1), "base64"));
}

/** How far the video has been shown while `seconds` of it should have been. */
export function shownWithin(page: Page, seconds: number): Promise<number> {
  return page.evaluate(async (wanted) => {
    const video = document.querySelector("video");
    if (!video) return 0;
    const begin = video.currentTime;
    const deadlineMs = performance.now() + wanted * 4000;
    while (video.currentTime - begin < wanted && performance.now() < deadlineMs) await new Promise(requestAnimationFrame);
    return video.currentTime - begin;
  }, seconds);
}

/** The loudest sample of a second of what is heard, 0 to 1. */
export function loudness(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const video = document.querySelector<HTMLVideoElement & { captureStream(): MediaStream }>("video");
    if (!video) return 0;
    const context = new AudioContext();
    await context.resume();
    const analyser = context.createAnalyser();
    context.createMediaStreamSource(video.captureStream()).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    let loudest = 0;
    for (const beginMs = performance.now(); performance.now() - beginMs < 1000; await new Promise(requestAnimationFrame)) {
      analyser.getFloatTimeDomainData(samples);
      loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), loudest);
    }
    await context.close();
    return loudest;
  });
}

declare global {
  /** Of the page, where playing is timed. */
  var watchingTimes: { pressedMs: number; playedMs: number } | undefined;
}

/** From now on: notes when a button of that name is pressed, and when the video first moves after that. */
export async function timePlaying(page: Page, button: string): Promise<() => Promise<number>> {
  await page.evaluate((name) => {
    const times = { pressedMs: 0, playedMs: 0 };
    globalThis.watchingTimes = times;
    const video = document.querySelector("video");
    document.addEventListener(
      "click",
      (event) => {
        if (event.target instanceof Element && event.target.closest("button")?.textContent === name) times.pressedMs ||= performance.now();
      },
      { capture: true },
    );
    const look = () => {
      if (times.pressedMs > 0 && video && !video.paused && video.currentTime > 0 && video.readyState > 2)
        times.playedMs = performance.now();
      else requestAnimationFrame(look);
    };
    look();
  }, button);
  return async () => {
    await page.waitForFunction(() => (globalThis.watchingTimes?.playedMs ?? 0) > 0);
    return page.evaluate(() => {
      const { pressedMs = 0, playedMs = 0 } = globalThis.watchingTimes ?? {};
      return playedMs - pressedMs;
    });
  };
}

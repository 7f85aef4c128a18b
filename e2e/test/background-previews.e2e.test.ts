import { background } from "@nightjar/contract";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { FAILURE, answering } from "../src/answering.ts";
import { barriers } from "../src/axe.ts";
import { backgroundsFor } from "../src/backgrounds.ts";
import { type Call, read } from "../src/call.ts";
import { givenVideo } from "../src/given.ts";
import { until } from "../src/until.ts";

// What a card says of the copy that airs while it is made, and of its video when it is played.

const { open, card, video } = backgroundsFor("background-previews");
let page: Page;
let call: Call;
beforeAll(async () => {
  ({
    call,
    person: { page },
  } = open());
  await givenVideo(call, await video("rain.mp4", "navy"), { title: "Rain" });
  // As it is made, what a card says of its video is forgotten, and until then it says something else.
  const isMade = async () => (await read(call, background.array(), "/api/backgrounds")).every(({ isPreparing }) => !isPreparing);
  await until("its copy is made", isMade, 90_000);
});

const secondsOfRain = () =>
  card("Rain")
    .locator("video")
    .evaluate((element) => (element instanceof HTMLVideoElement ? element.currentTime : -1));

describe("a card of /backgrounds", () => {
  it("marks what says of itself that it is prepared, while how far that is cannot be read", async () => {
    const unread = answering((procedure, answer): unknown => {
      if (procedure === "backgrounds.preparations") return FAILURE;
      return JSON.parse(JSON.stringify(answer).replaceAll('"isPreparing":false', '"isPreparing":true'));
    });
    await page.route(/backgrounds\.(list|preparations)/, unread);
    await page.reload();
    await card("Rain").getByText("Preparing", { exact: true }).waitFor();
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });

  it("says how far the preparation of one is, beside its poster, and asks by itself until it is done", async () => {
    const rain = (await read(call, background.array(), "/api/backgrounds")).find(({ title }) => title === "Rain");
    const copy = (progress: number) => ({ backgroundId: rain?.id, step: "copy", isUnderWay: true, progress, leftMs: 60_000 });
    let told = [copy(0.4)];
    const preparing = answering((procedure, answer) => (procedure === "backgrounds.preparations" ? { result: { data: told } } : answer));
    await page.route(/backgrounds\.preparations/, preparing);
    await page.reload();
    await card("Rain")
      .getByText(/^Making the copy that airs: 40 %, about \d+ s left$/)
      .waitFor();
    const bar = card("Rain").getByRole("progressbar", { name: "Preparation" });
    expect(await bar.getAttribute("aria-valuenow")).toBe("40");
    const poster = card("Rain").locator("img");
    await expect.poll(() => poster.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    told = [copy(0.7)];
    await card("Rain")
      .getByText(/^Making the copy that airs: 70 %/)
      .waitFor();
    expect(await bar.getAttribute("aria-valuenow")).toBe("70");
    told = [];
    await bar.waitFor({ state: "detached" });
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });

  it("says of a video whose file cannot be had that it could not be fetched, and plays it at the next press", async () => {
    const address = "**/api/backgrounds/*/video";
    const play = card("Rain").getByRole("button", { name: "Play Rain" });
    await page.route(address, (route) => route.abort());
    await play.click();
    await card("Rain").getByRole("status").getByText("It could not be fetched.", { exact: true }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.unroute(address);
    await play.click();
    await expect.poll(secondsOfRain).toBeGreaterThan(0.2);
    expect(await card("Rain").getByText("It could not be fetched.").count()).toBe(0);
    await card("Rain").getByRole("button", { name: "Pause Rain" }).click();
  });

  it("says of a video that this browser cannot play it where its file is had and is none, and tries again when asked", async () => {
    const address = "**/api/backgrounds/*/video";
    await page.route(address, (route) => route.fulfill({ contentType: "video/mp4", body: "no video" }));
    await card("Rain").getByRole("button", { name: "Play Rain" }).click();
    await card("Rain").getByRole("status").getByText("This browser cannot play it.", { exact: true }).waitFor();
    await page.unroute(address);
    await card("Rain").getByRole("button", { name: "Play Rain" }).click();
    await expect.poll(secondsOfRain).toBeGreaterThan(0.2);
    expect(await card("Rain").getByText("This browser cannot play it.").count()).toBe(0);
    await card("Rain").getByRole("button", { name: "Pause Rain" }).click();
  });
});

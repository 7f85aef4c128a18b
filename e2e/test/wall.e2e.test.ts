import { type RtmpIngest, freePort, startRtmpIngest } from "@nightjar/rtmp-ingest";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answering } from "../src/answering.ts";
import { barriers } from "../src/axe.ts";
import { DESKTOP, PHONE } from "../src/browser.ts";
import { givenStream, givenTracks } from "../src/given.ts";
import { screenshot } from "../src/screenshots.ts";
import { seatFor } from "../src/studio-for.ts";
import { TONES } from "../src/tones.ts";
import { until } from "../src/until.ts";
import { openWire, type Wire } from "../src/wire.ts";

let wire: Wire;
const studio = seatFor("wall", {}, async ({ url }) => {
  wire = await openWire(url);
  return wire.url;
});
/** All that stand on one screen. */
const COUNT = 20;
const GOOD = "Harbour Radio";
const BROKEN = "Lost Ferry FM";
const AIR_TIMEOUT_MS = 90_000;
/** All but one longer than a line of a phone. */
const HEBREW = {
  short: "בוקר",
  stream: "תחנת הלילה של הנמל הישן ששולחת בלי הפסקה עד שהאחרון שבמלחים חוזר הביתה אל משפחתו",
  track: "שיר ערש ארוך מאוד לספינות שאינן יודעות עוד לאן הן שטות ולמי הן שבות בחשכה הגדולה שבין החופים",
};
const [LANTERN, SECOND] = TONES;
if (!LANTERN || !SECOND) throw new Error("too few tones");
const LULLABY = { ...SECOND, title: HEBREW.track };

let ingest: RtmpIngest;
let page: Page;

beforeAll(async () => {
  ingest = await startRtmpIngest();
  ({ page } = studio().person);
});
afterAll(async () => {
  await wire?.close();
  await ingest?.remove();
});

const wall = () => page.getByRole("list", { name: "All streams" });
const tile = (title: string) => wall().getByRole("listitem").filter({ hasText: title });
const titles = () => wall().getByRole("heading", { level: 2 }).allTextContents();

/** How far the first and the last letter of a name are from the edges of its tile; below 0 they lie outside. Runs in the page. */
function lettersOf(name: HTMLElement | SVGElement) {
  const text = document.createTreeWalker(name, NodeFilter.SHOW_TEXT).nextNode();
  const around = name.closest("li")?.getBoundingClientRect();
  if (!text?.nodeValue || !around) throw new Error("no name in a tile");
  const placeOf = (at: number) => {
    const range = document.createRange();
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    const letter = range.getBoundingClientRect();
    return { leftPx: letter.left - around.left, rightPx: around.right - letter.right };
  };
  return { first: placeOf(0), last: placeOf(text.nodeValue.length - 1) };
}

/** From now on none of the pictures that the page is told of is there. */
const losePictures = () =>
  page.route(/wall\.look/, async (route) => {
    const told = await (await route.fetch()).text();
    await route.fulfill({ contentType: "application/json", body: told.replaceAll('"name":"', '"name":"lost-') });
  });
const unroute = () => page.unrouteAll({ behavior: "ignoreErrors" });

describe("the wall", () => {
  it("says that there is nothing yet, and leads to where a stream is made", async () => {
    await page.getByRole("link", { name: /^Wall/ }).click();
    await page.getByRole("heading", { name: "Wall", level: 1 }).waitFor();
    await page.getByText("No streams yet").waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole("link", { name: "Create a stream" }).click();
    await page.getByRole("heading", { name: "Stream Manager", level: 1 }).waitFor();
  });

  it("shows what is sent of a stream with its sound, what airs, what follows and who takes it, and the broken one before it", async () => {
    const { call, folder } = studio();
    const tones = [LANTERN, LULLABY].map((tone) => ({ ...tone, seconds: 58 }));
    const trackIds = await givenTracks(call, folder, tones);
    for (let at = 2; at < COUNT; at += 1) await givenStream(call, `Station ${at + 1}`);
    await givenStream(call, GOOD, { trackIds, destination: { rtmpUrl: ingest.url, streamKey: "good" }, isLive: true });
    const nobody = { rtmpUrl: `rtmp://127.0.0.1:${await freePort()}/live`, streamKey: "broken" };
    await givenStream(call, BROKEN, { trackIds, destination: nobody, isLive: true });
    await page.goto("/wall");
    await until(
      "the broken one stands first, the good one behind it",
      async () => (await titles()).slice(0, 2).join() === `${BROKEN},${GOOD}`,
      AIR_TIMEOUT_MS,
    );
    const picture = tile(GOOD).locator("img");
    await picture.waitFor({ timeout: AIR_TIMEOUT_MS });
    expect(await picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])).toEqual([384, 216]);
    await until(
      "its sound is heard",
      async () => Number(await tile(GOOD).getByRole("meter").getAttribute("aria-valuenow")) > -30,
      AIR_TIMEOUT_MS,
    );
    await until(
      "the far end takes it",
      async () => /127\.0\.0\.1:\d+ takes ittaken (just now|\d s ago)/.test((await tile(GOOD).textContent()) ?? ""),
      AIR_TIMEOUT_MS,
    );
    const either = `(${LANTERN.title}|${LULLABY.title})`;
    const airs = new RegExp(`${either}.*Next .*\\d\\d:\\d\\d ${either}`);
    await until("what airs and what follows", async () => airs.test((await tile(GOOD).textContent()) ?? ""), AIR_TIMEOUT_MS);
    // On a busy machine it is told meanwhile what is shown simpler, or rendered late.
    await until("the good one is told as good", async () => (await tile(GOOD).getAttribute("data-tone")) === "good", AIR_TIMEOUT_MS);
    await until("the broken one is told as wrong", async () => (await tile(BROKEN).getAttribute("data-tone")) === "bad");
    expect(await tile("Station 3").textContent()).toMatch(/Off air/);
    const isAway = page.getByText(/^No new pictures since \d\d:\d\d/);
    await page.route(/wall\.look/, (route) => route.abort());
    await isAway.waitFor();
    await page.unroute(/wall\.look/);
    await isAway.waitFor({ state: "detached" });
    expect(await barriers(page)).toEqual([]);
  });

  it("changes its pictures as what is sent changes, each fetched once and kept by the browser", async () => {
    const address = () => tile(GOOD).locator("img").getAttribute("src");
    const first = await address();
    const answer = page.waitForResponse(/\/api\/wall\/pictures\//);
    await until("another picture", async () => (await address()) !== first, AIR_TIMEOUT_MS);
    expect((await answer).headers()["cache-control"]).toContain("immutable");
    // It may take a moment, and calls of one request are answered together.
    expect(new URL((await page.waitForRequest(/wall\.look/)).url()).pathname).toBe("/trpc/wall.look");
    const { url } = studio().studio;
    expect((await fetch(`${url}${String(first)}`)).status).toBe(401);
  });

  it("says how old a picture is that stands there because newer ones do not come", async () => {
    const isOld = tile(GOOD).getByText(/^Picture from \d+ s ago$/);
    await losePictures();
    await isOld.waitFor({ timeout: AIR_TIMEOUT_MS });
    await tile(GOOD).locator("img").waitFor();
    await unroute();
    await isOld.waitFor({ state: "detached", timeout: AIR_TIMEOUT_MS });
  });

  it("holds twenty streams on one screen without scrolling, and in one column on a phone", async () => {
    await page.setViewportSize(DESKTOP);
    expect(await wall().getByRole("listitem").count()).toBe(COUNT);
    await screenshot(page, "wall");
    // One that is off air is lower: all twenty may be on air.
    const live = (answer: unknown): unknown => JSON.parse(JSON.stringify(answer).replaceAll('"isLive":false', '"isLive":true'));
    await page.route(
      /streams\.summaries/,
      answering((_procedure, answer) => live(answer)),
    );
    await page.reload();
    await page.getByText(`${COUNT} live`, { exact: true }).waitFor();
    expect(
      await wall()
        .getByText(/^(Next|Nothing to follow)/)
        .count(),
    ).toBe(COUNT);
    expect(await page.evaluate("document.documentElement.scrollHeight - innerHeight")).toBeLessThanOrEqual(0);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.reload();
    await tile("Station 3").getByText("Off air").first().waitFor();
    await page.setViewportSize(PHONE);
    const boxes = () => Promise.all([0, 1, 2].map((at) => wall().getByRole("listitem").nth(at).boundingBox()));
    // The columns follow the window a frame later.
    await expect.poll(async () => new Set((await boxes()).map((box) => box?.x)).size).toBe(1);
    expect((await boxes())[0]?.width ?? 0).toBeGreaterThan(PHONE.width - 48);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(PHONE.width);
    expect(await barriers(page)).toEqual([]);
    await page.setViewportSize(DESKTOP);
  });

  it("shows names that are written from right to left from their beginning, where the others stand, on a phone", async () => {
    await givenStream(studio().call, HEBREW.stream);
    await givenStream(studio().call, HEBREW.short);
    await page.setViewportSize(PHONE);
    // Of the two tracks one is on air and the other follows: the name stands in this line or in that.
    for (const name of [tile(HEBREW.stream).getByText(HEBREW.stream), tile(GOOD).getByText(HEBREW.track)]) {
      await name.waitFor({ timeout: AIR_TIMEOUT_MS });
      const { first } = await name.evaluate(lettersOf);
      expect(first.leftPx).toBeGreaterThan(0);
      expect(first.rightPx).toBeGreaterThan(0);
    }
    const short = await tile(HEBREW.short).getByText(HEBREW.short).evaluate(lettersOf);
    const other = await tile("Station 3").getByText("Station 3").evaluate(lettersOf);
    expect(short.last.leftPx).toBeCloseTo(other.first.leftPx, 0);
    await page.setViewportSize(DESKTOP);
  });

  it("leads to the stream by mouse and by keyboard", async () => {
    await tile(GOOD).click();
    await page.getByRole("heading", { name: GOOD, level: 2 }).waitFor();
    await page.goBack();
    await tile(BROKEN).getByRole("link").focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: GOOD, level: 2 }).waitFor();
    await page.goBack();
  });

  it("lends its pictures to the dashboard, in the list of what is on air", async () => {
    await page.goto("/dashboard");
    const live = page.getByRole("region", { name: "Now on air" }).getByRole("listitem");
    await live.filter({ hasText: GOOD }).locator('img[src^="/api/wall/pictures/"]').waitFor({ timeout: AIR_TIMEOUT_MS });
    expect(await live.first().textContent()).toContain(BROKEN);
    expect(await barriers(page)).toEqual([]);
    await losePictures();
    await live
      .filter({ hasText: GOOD })
      .getByText(/^Picture from \d+ s ago$/)
      .waitFor({ timeout: AIR_TIMEOUT_MS });
    expect(await barriers(page)).toEqual([]);
    await unroute();
    await page.goto("/wall");
  });

  it("says no more that pictures do not come once none is wanted", async () => {
    const isAway = page.getByText(/^No new pictures since \d\d:\d\d/);
    await tile(GOOD).locator("img").waitFor({ timeout: AIR_TIMEOUT_MS });
    await page.route(/wall\.look/, (route) => route.abort());
    await isAway.waitFor();
    const ended = (answer: unknown): unknown => JSON.parse(JSON.stringify(answer).replaceAll('"isLive":true', '"isLive":false'));
    await page.route(
      /streams\.summaries/,
      answering((_procedure, answer) => ended(answer)),
    );
    // That there is another one has all of them read again.
    await givenStream(studio().call, "Station 21");
    await tile("Station 21").waitFor();
    await isAway.waitFor({ state: "detached" });
    await unroute();
    await page.reload();
  });

  it("turns grey when the studio is not heard, says since when, and is itself again when it is", async () => {
    // Told by the event stream alone: it was heard, and so it is known since when it is not.
    await tile(GOOD).getByText(HEBREW.track).first().waitFor({ timeout: AIR_TIMEOUT_MS });
    expect(await wall().getAttribute("data-lost")).toBeNull();
    wire.goDead();
    const since = page.getByText(/^Not connected since \d\d:\d\d:\d\d, /);
    await since.waitFor({ timeout: 30_000 });
    // It counts on, and is not read out each second.
    expect(await since.locator("[aria-live=off]").textContent()).toMatch(/ ago$/);
    expect(await wall().getAttribute("data-lost")).toBe("");
    expect(await wall().evaluate((list) => getComputedStyle(list).filter)).toContain("grayscale");
    expect(await barriers(page)).toEqual([]);
    wire.comeBack();
    await until("it is heard again", async () => (await wall().getAttribute("data-lost")) === null, AIR_TIMEOUT_MS);
    expect(await page.getByText(/^Not connected/).count()).toBe(0);
  });
});

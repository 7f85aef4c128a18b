/// <reference lib="dom" />
import { ARRIVAL_PATIENCE_MS } from "@nightjar/rtmp-ingest";
import type { Locator, Page } from "playwright-core";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DESKTOP, PHONE } from "../src/browser.ts";
import { givenStream, givenTrack, NOWHERE } from "../src/given.ts";
import { hold } from "../src/hold.ts";
import { studioFor } from "../src/studio-for.ts";
import { TONES } from "../src/tones.ts";
import { eventually, until } from "../src/until.ts";

// The library comes page after page, as its list is scrolled.

const TRACKS = 150;
const open = studioFor("library-pages");
let page: Page;
/** The oldest, which stand at the end of the last page. */
const oldest: string[] = [];

beforeAll(async () => {
  const { call, folder } = open();
  const [tone] = TONES;
  if (!tone) throw new Error("there is no tone");
  oldest.push(await givenTrack(call, folder, { ...tone, title: "Take 0", seconds: 58 }));
  const { fileUrl } = await call("GET", `/api/tracks/${oldest[0]}`);
  for (let count = 1; count < TRACKS; count += 1) {
    const { id } = await call("POST", "/api/tracks", { title: `Take ${count}`, artist: "Cold Harbour", duration: "0:58", fileUrl });
    if (count < 3) oldest.push(String(id));
  }
});
beforeEach(async () => {
  page = await open().signedIn();
  await page.goto("/library");
});

const toTheEnd = () => page.evaluate(() => document.scrollingElement?.scrollTo(0, 1e6));
const title = (text: string) => page.getByText(text, { exact: true }).first();
/** The next page moves the end away. */
const sees = (wanted: Locator) =>
  expect
    .poll(async () => {
      await toTheEnd();
      return wanted.isVisible();
    })
    .toBe(true);

describe("a library of more than one page", () => {
  const nextPage = (url: URL) => url.pathname.includes("tracks.list") && decodeURIComponent(url.search).includes('"cursor":"');

  it("says where the next one could not be read, and reads it at another try, wide and on a phone", async () => {
    await page.route(nextPage, (route) => route.abort("failed"));
    const failed = page.getByRole("alert").filter({ hasText: "More tracks could not be read." });
    for (const size of [DESKTOP, PHONE]) {
      await page.setViewportSize(size);
      await page.getByRole("table", { name: "All Tracks" }).waitFor();
      await sees(failed);
    }
    await page.unroute(nextPage);
    await failed.getByRole("button", { name: "Try Again" }).click();
    await failed.waitFor({ state: "detached" });
    await sees(title("Take 0"));
  });

  it("shows a deleted track no more, also where its end comes near while it is read again, and then the next page", async () => {
    await page.getByRole("button", { name: `Delete Take ${TRACKS - 1}` }).click();
    const letGo = await hold(page, /tracks\.list/);
    const isReading = page.waitForRequest(/tracks\.list/);
    await page.getByRole("alertdialog", { name: "Delete Track" }).getByRole("button", { name: "Delete" }).click();
    await isReading;
    await page.getByRole("alertdialog").waitFor({ state: "detached" });
    await toTheEnd();
    await title("Take 50").waitFor();
    letGo();
    await page.getByRole("heading", { name: `All Tracks (${TRACKS - 1})` }).waitFor();
    await sees(title("Take 0"));
  });

  it("reads none of them again as a track starts on air, and counts the play in its row", async () => {
    const { call } = open();
    await until("the sound is measured", async () => (await call("GET", `/api/tracks/${oldest[0]}`))["isMeasuring"] === false);
    const id = await givenStream(call, "Night Desk", { trackIds: oldest, destination: NOWHERE, isLive: true });
    const played = (name: string) =>
      page
        .getByRole("row")
        .filter({ has: page.getByText(name, { exact: true }) })
        .getByText("1", { exact: true })
        .waitFor({ timeout: ARRIVAL_PATIENCE_MS });
    await sees(title("Take 0"));
    await played("Take 0");
    const read: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("tracks.list")) read.push(request.url());
    });
    // What the first would have read is asked for by the time the second is there.
    for (const next of ["Take 1", "Take 2"]) {
      await eventually(() => call("POST", `/api/streams/${id}/skip`, {}));
      await played(next);
    }
    expect(read).toEqual([]);
    await call("POST", `/api/direct-streaming/stop/${id}`);
  });
});

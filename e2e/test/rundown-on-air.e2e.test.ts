import { asRunEntry, streamWithTracks } from "@nightjar/contract";
import { startRtmpIngest } from "@nightjar/rtmp-ingest";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { read } from "../src/call.ts";
import { givenStream, givenTrack } from "../src/given.ts";
import { actualState } from "../src/newcomer.ts";
import { studioFor } from "../src/studio-for.ts";
import type { Tone } from "../src/tones.ts";
import { until } from "../src/until.ts";

// The rundown of a stream that is on air.

const ENTRIES = 2000;
const ON_AIR_WITHIN_MS = 60_000;
/** Read again and again while a stream is live, whatever plays: the state every five seconds, the chart of what was taken every fifteen. */
const BY_THE_CLOCK = new Set(["streams.live", "streams.takenLately"]);
const CHART_REFRESH_MS = 15_000;
const LONG: Tone = { fileName: "moth.mp3", title: "Moth", artist: "Cold Harbour", pitchHz: 400, rateHz: 44_100, channels: 2, seconds: 58 };
const SHORT: Tone = { ...LONG, fileName: "owl.mp3", title: "Owl", pitchHz: 500, seconds: 6 };
const AIM: Tone = { ...SHORT, fileName: "heron.mp3", title: "Heron", pitchHz: 800 };
/** So long that what follows has another minute once it was left. */
const LEFT: Tone = { ...LONG, fileName: "loon.mp3", title: "Loon", pitchHz: 600, seconds: 180 };
const BETWEEN: Tone = { ...LONG, fileName: "rail.mp3", title: "Rail", pitchHz: 700, seconds: 20 };
/** Neither the language nor the zone that the other tests have. */
const ABROAD = { locale: "en-US", timezoneId: "Asia/Kathmandu" } as const;
/** By so much a minute may be told too early or too late. */
const TOLD_WITHIN_MS = 2000;

const open = studioFor("rundown-on-air");
let ingest: Awaited<ReturnType<typeof startRtmpIngest>> | null = null;
let long = "";
let short = "";

beforeAll(async () => {
  const { call, folder } = open();
  ingest = await startRtmpIngest({ record: false });
  long = await givenTrack(call, folder, LONG);
  short = await givenTrack(call, folder, SHORT);
});
afterAll(async () => {
  await ingest?.remove();
});

interface OnAir {
  readonly id: string;
  readonly page: Page;
}

async function givenOnAir(title: string, trackIds: readonly string[], options?: BrowserContextOptions): Promise<OnAir> {
  const destination = { rtmpUrl: ingest?.url ?? "", streamKey: title.replace(" ", "-") };
  const id = await givenStream(open().call, title, { trackIds, destination, isLive: true });
  const page = await open().signedIn(options);
  await page.goto(`/streaming?stream=${id}`);
  await onAir(page).waitFor({ timeout: ON_AIR_WITHIN_MS });
  return { id, page };
}
const onAir = (page: Page) => page.getByRole("list", { name: "Tracklist" }).locator("[aria-current=true]");
const place = (page: Page) => onAir(page).getAttribute("aria-label");
const entryAt = (page: Page, at: number) => page.getByRole("list", { name: "Tracklist" }).getByRole("listitem").nth(at);
const fromMenu = async (page: Page, at: number, item: string) => {
  await entryAt(page, at)
    .getByRole("button", { name: /^Actions for/ })
    .click();
  await page.getByRole("menuitem", { name: item, exact: true }).click();
};
/** The ids of a stream's entries, in their order. */
const stored = async (id: string) => {
  const { tracks } = await read(open().call, streamWithTracks, `/api/streams/${id}`);
  return tracks.map(({ itemId }) => itemId);
};
/** Some write the space before AM and PM as one that does not break. */
const plain = (time: string) => time.replaceAll(/\s/g, " ");

it("at a track start the screen of a list of 2,000 asks for nothing, and tells by which minute each entry airs", async () => {
  const { id, page } = await givenOnAir(
    "Night Shift",
    Array.from({ length: ENTRIES }, () => short),
  );
  const begins = async (before: string | null) => {
    await expect.poll(() => place(page), { timeout: ON_AIR_WITHIN_MS }).not.toBe(before);
    return place(page);
  };
  // The cards below come when the browser finds time, on a busy machine after the first track: what they read is theirs.
  await page.getByRole("list", { name: "Changes" }).waitFor();
  await page.getByRole("heading", { name: "As-Run Log" }).waitFor();
  // What a Start changes is read again; the next one is a track start and nothing else.
  const first = await begins(await place(page));
  const asked: string[] = [];
  const sinceMs = performance.now();
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await begins(await begins(first));
  await page.getByText("Airs at ").first().waitFor({ state: "attached" });
  // Its code comes ahead of being needed; what it asks of the studio is calls, several of them in one request.
  const calls = asked.filter((path) => !path.startsWith("/assets/")).flatMap((path) => path.replace("/trpc/", "").split(","));
  expect(calls.filter((call) => !BY_THE_CLOCK.has(call))).toEqual([]);
  const charts = calls.filter((call) => call === "streams.takenLately");
  expect(charts.length).toBeLessThanOrEqual(1 + (performance.now() - sinceMs) / CHART_REFRESH_MS);
  await open().call("POST", `/api/direct-streaming/stop/${id}`, {});
});

it("plays a track next though what is on air was taken out of the list", async () => {
  const { id, page } = await givenOnAir("Day Shift", [long, short, short, short]);
  const entries = await stored(id);
  await fromMenu(page, 0, "Remove");
  await page.getByText("3 tracks ·").waitFor();
  await fromMenu(page, 2, "Play next");
  await page.getByText("3 tracks ·").waitFor();
  await expect.poll(() => stored(id)).toEqual([3, 1, 2].map((at) => entries[at]));
  expect(await page.getByRole("dialog").count()).toBe(0);
  await open().call("POST", `/api/direct-streaming/stop/${id}`, {});
});

it("plays a track next behind one that was to be played now just before, and not behind what is still heard until then", async () => {
  const { call, folder } = open();
  const aim = await givenTrack(call, folder, AIM);
  const { id, page } = await givenOnAir("Dawn Shift", [long, short, aim, long]);
  const before = await stored(id);
  await fromMenu(page, 2, "Play now");
  await fromMenu(page, 1, "Play next");
  await expect.poll(() => stored(id)).toEqual([0, 2, 1, 3].map((at) => before[at]));
  const aired = async () => (await read(call, asRunEntry.array(), `/api/streams/${id}/as-run`)).map(({ title }) => title).toReversed();
  await expect.poll(aired, { timeout: ON_AIR_WITHIN_MS }).toEqual([LONG, AIM, SHORT].map(({ title }) => title));
  await call("POST", `/api/direct-streaming/stop/${id}`, {});
});

it("plays all chosen tracks next from the menu of one of them", async () => {
  const { id, page } = await givenOnAir("Swing Shift", [long, short, short, short]);
  const entries = await stored(id);
  for (const at of [2, 3]) await entryAt(page, at).getByRole("checkbox").click();
  await page.getByRole("group", { name: "Chosen tracks" }).getByText("2 chosen").waitFor();
  await fromMenu(page, 3, "Play next");
  await expect.poll(() => stored(id)).toEqual([0, 2, 3, 1].map((at) => entries[at]));
  await open().call("POST", `/api/direct-streaming/stop/${id}`, {});
});

it("tells by the operator's own clock at which minute an entry airs, another one after a Skip, and it airs then", async () => {
  const { call, folder } = open();
  const [left, between] = [await givenTrack(call, folder, LEFT), await givenTrack(call, folder, BETWEEN)];
  const { id, page } = await givenOnAir("Late Shift", [left, between, between, short], ABROAD);
  const last = page.getByRole("list", { name: "Tracklist" }).getByRole("listitem").nth(3);
  const minute = async () => {
    const text = plain((await last.getByText(/^Airs at .*\d/).textContent()) ?? "");
    const found = /\d\d:\d\d [AP]M$/.exec(text);
    if (!found) throw new Error(`no minute as it is written in America: ${text}`);
    return found[0];
  };
  const before = await minute();
  await actualState(page).getByRole("button", { name: "Skip" }).click();
  await expect.poll(() => place(page), { timeout: ON_AIR_WITHIN_MS }).toMatch(/^2\. /);
  const after = await minute();
  const { startedAt } = await until(
    "the last entry is on air",
    async () => (await read(call, asRunEntry.array(), `/api/streams/${id}/as-run`)).find((entry) => entry.title === SHORT.title),
    2 * ON_AIR_WITHIN_MS,
  );
  const clock = new Intl.DateTimeFormat(ABROAD.locale, { timeZone: ABROAD.timezoneId, hour: "2-digit", minute: "2-digit" });
  const aired = [-TOLD_WITHIN_MS, 0, TOLD_WITHIN_MS].map((ms) => plain(clock.format(Date.parse(startedAt) + ms)));
  expect(aired).toContain(after);
  expect(aired).not.toContain(before);
  await call("POST", `/api/direct-streaming/stop/${id}`, {});
});

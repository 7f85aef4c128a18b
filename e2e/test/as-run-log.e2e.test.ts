import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { asRunEntry, type AsRunEntry } from "@nightjar/contract";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { barriers } from "../src/axe.ts";
import { DESKTOP, PHONE } from "../src/browser.ts";
import type { Call } from "../src/call.ts";
import { givenStream, givenTracks, NOWHERE } from "../src/given.ts";
import { goTo } from "../src/newcomer.ts";
import { partShot } from "../src/screenshots.ts";
import { seatFor } from "../src/studio-for.ts";
import { TONES } from "../src/tones.ts";
import { until } from "../src/until.ts";

// The log of what aired, as somebody looks something up in it, by the clocks of the stream.

const AIR_TIMEOUT_MS = 90_000;
const ZONE = "Asia/Kathmandu";
const [ONE, , TWO] = TONES;
if (!ONE || !TWO) throw new Error("too few tones");

const open = seatFor("as-run-log");
let page: Page;
let call: Call;
let folder = "";
let id = "";
/** Oldest first; each has ended. */
let aired: AsRunEntry[] = [];

beforeAll(async () => {
  ({ folder } = open());
  ({
    call,
    person: { page },
  } = open());
  // All of it is aired to nobody.
  id = await givenStream(call, "Night Desk", { trackIds: await givenTracks(call, folder, [ONE, TWO]), destination: NOWHERE, isLive: true });
  const both = await until(
    "both tracks have aired",
    async () => {
      const entries = asRunEntry.array().parse(await call("GET", `/api/streams/${id}/as-run`));
      return new Set(entries.filter(({ endedAt }) => endedAt !== null).map(({ title }) => title)).size === 2 && entries;
    },
    AIR_TIMEOUT_MS,
  );
  await call("POST", `/api/direct-streaming/stop/${id}`);
  aired = both.filter(({ endedAt }) => endedAt !== null).toReversed();
  await page.goto(`/streaming?stream=${id}`);
});

const log = () => page.getByRole("region", { name: "As-Run Log" });
const rows = (title: string) => log().getByRole("row").filter({ hasText: title });
const clockIn = (timeZone: string, iso: string) =>
  new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit", second: "2-digit" }).format(new Date(iso));
const dayIn = (timeZone: string, iso: string) => new Intl.DateTimeFormat("en-CA", { timeZone }).format(new Date(iso));
async function downloaded(): Promise<string[]> {
  const download = page.waitForEvent("download");
  await log()
    .getByRole("link", { name: /^Download/ })
    .click();
  return (await readFile(await (await download).path(), "utf8")).split("\r\n").slice(1, -1);
}

/** Two pages and a bit, in the database at once: to air them takes minutes. */
function logOfLastYear(streamId: string): void {
  const database = new DatabaseSync(join(open().studio.dataDir, "nightjar.db"), { timeout: 30_000 });
  const insert = database.prepare(
    "INSERT INTO as_run (entry_id, stream_id, session_id, item_id, track_id, title, artist, started_at, ended_at) VALUES (?, ?, 's', 'i', 't', ?, ?, ?, ?)",
  );
  for (let n = 1; n <= 45; n += 1) {
    const startedAt = Date.UTC(2025, 0, 1) + n * 200_000;
    insert.run(`ferry-${n}`, streamId, `Ferry ${String(n).padStart(2, "0")}`, "Cold Harbour", startedAt, startedAt + 200_000);
  }
  database.close();
}

describe("the log of what aired", () => {
  it("is searched by text and by kind, both in its address, and tells when nothing is like that", async () => {
    await rows(ONE.title).first().waitFor();
    await log().getByLabel("Find").fill(ONE.title.toUpperCase());
    await rows(TWO.title).first().waitFor({ state: "detached" });
    await rows(ONE.title).first().waitFor();
    expect(new URL(page.url()).searchParams.get("find")).toBe(ONE.title.toUpperCase());
    await log().getByLabel("Show").selectOption("Taken by no destination");
    await page.waitForURL(({ searchParams }) => searchParams.get("kind") === "unheard");
    await rows(ONE.title).first().getByText("No destination took it: it counts as no play.").waitFor();
    await log().getByLabel("Find").fill("owl");
    await log().getByText("Nothing that aired is like that.").waitFor();
    await log().getByRole("button", { name: "Clear Filters" }).click();
    await rows(TWO.title).first().waitFor();
    expect(await log().getByLabel("Find").inputValue()).toBe("");
    expect(new URL(page.url()).searchParams.has("kind")).toBe(false);
  });

  it("is kept as a file that has what the list shows, in UTC as long as the stream has no time zone", async () => {
    await log().getByLabel("Find").fill(TWO.title);
    await log().getByRole("link", { name: "Download These as CSV" }).waitFor();
    const lines = await downloaded();
    const [first] = aired.filter(({ title }) => title === TWO.title);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.every((line) => line.includes(TWO.title))).toBe(true);
    expect(lines.at(-1)).toContain(`${first?.startedAt},`);
    await log().getByRole("button", { name: "Clear Filters" }).click();
  });

  it("has the stream's own time zone, chosen in its settings: in its days and times, in its file and above the tracklist", async () => {
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    const editing = page.getByRole("dialog", { name: "Edit Stream" });
    await editing.getByLabel("Time zone").selectOption(ZONE);
    expect(await barriers(page)).toEqual([]);
    await editing.getByRole("button", { name: "Save" }).click();
    await editing.waitFor({ state: "detached" });
    await log().getByText(`by the clocks of ${ZONE}`).waitFor();
    await page
      .getByRole("tabpanel", { name: /^Tracklist/ })
      .getByText(`By the clocks of ${ZONE}.`)
      .waitFor();
    const [first] = aired;
    if (!first) throw new Error("nothing aired");
    await rows(first.title).getByText(clockIn(ZONE, first.startedAt), { exact: true }).first().waitFor();
    expect((await downloaded()).every((line) => line.includes("+05:45,"))).toBe(true);
  });

  it("is narrowed to a day of that zone", async () => {
    const [first] = aired;
    if (!first) throw new Error("nothing aired");
    const day = dayIn(ZONE, first.startedAt);
    const asked = page.waitForRequest((request) => request.url().includes("streams.asRun") && request.url().includes("18%3A15%3A00.000Z"));
    await log().getByLabel("From").fill(day);
    await log().getByLabel("To").fill(day);
    // Midnight there.
    await asked;
    await rows(first.title).first().waitFor();
    await log().getByRole("button", { name: "Clear Filters" }).click();
  });

  it("is narrowed without turning the changes back to their first page", async () => {
    await page.goto(`/streaming?stream=${id}&changes=9999`);
    await log().getByLabel("Find").fill("owl");
    await page.waitForURL(({ searchParams }) => searchParams.has("find"));
    expect(new URL(page.url()).searchParams.get("changes")).toBe("9999");
  });

  it("keeps in its address the page that was turned to: a reload shows it again, and so does Back", async () => {
    const old = await givenStream(call, "Last Year");
    logOfLastYear(old);
    await page.goto(`/streaming?stream=${old}`);
    const shows = async (newest: string, oldest: string) => {
      for (const title of [newest, oldest]) await rows(title).waitFor();
      expect(await rows("Ferry ").first().textContent()).toContain(newest);
    };
    const older = () => log().getByRole("button", { name: "Older" }).click();
    await shows("Ferry 45", "Ferry 26");
    await older();
    await shows("Ferry 25", "Ferry 06");
    const second = page.url();
    expect(new URL(second).searchParams.get("log")).not.toBeNull();
    await page.reload();
    await shows("Ferry 25", "Ferry 06");
    await older();
    await shows("Ferry 05", "Ferry 01");
    await page.goBack();
    await shows("Ferry 25", "Ferry 06");
    expect(page.url()).toBe(second);
    await page.goBack();
    await shows("Ferry 45", "Ferry 26");
    await page.goto(`/streaming?stream=${id}`);
  });

  it("shares its screen with the changes, whose page that was turned to is kept over another screen, back, and a reload", async () => {
    const changed = await givenStream(call, "Often Changed");
    for (let n = 1; n <= 20; n += 1) await call("PATCH", `/api/streams/${changed}`, { description: `Take ${n}` });
    await page.goto(`/streaming?stream=${changed}`);
    const changes = page.getByRole("region", { name: "Changes" });
    // Of 21 the first page has all but the oldest.
    await changes.getByRole("button", { name: "Older" }).click();
    const isSecond = async () => {
      await changes.getByText("created the stream").waitFor();
      expect(await changes.getByRole("listitem").count()).toBe(1);
    };
    await isSecond();
    const second = page.url();
    expect(new URL(second).searchParams.get("changes")).not.toBeNull();
    await goTo(page, "Music Library");
    await page.getByRole("heading", { name: "Music Library", level: 1 }).waitFor();
    await page.goBack();
    await isSecond();
    expect(page.url()).toBe(second);
    await page.reload();
    await isSecond();
    await page.goto(`/streaming?stream=${id}`);
  });

  it("is read at 390 pixels as well, and keeps nobody out", async () => {
    await log().scrollIntoViewIfNeeded();
    expect(await barriers(page)).toEqual([]);
    await page.setViewportSize(PHONE);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(PHONE.width);
    expect(await barriers(page)).toEqual([]);
    await partShot(page, log(), "as-run-log");
    await page.setViewportSize(DESKTOP);
  });

  it("takes no time zone that is none, and says so in a sentence", async () => {
    const refused = call("PATCH", `/api/streams/${id}`, { timeZone: "Mars/Olympus" });
    await expect(refused).rejects.toThrow("There is no such time zone: it is a name like Europe/Berlin or America/New_York");
  });
});

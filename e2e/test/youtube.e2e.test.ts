import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { timePasses } from "@nightjar/kit/testing";
import { type RtmpIngest, startRtmpIngest } from "@nightjar/rtmp-ingest";
import { type StandIn, flvIngest, startStandIn } from "@nightjar/youtube-standin";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openBrowser, openPerson, type Person } from "../src/browser.ts";
import { type Call, signInByCall } from "../src/call.ts";
import { isFocused } from "../src/command-box.ts";
import { goTo, signIn, stopStream } from "../src/newcomer.ts";
import { keepWhatIsSeen, partShot } from "../src/screenshots.ts";
import { openStudio, type Studio } from "../src/studio.ts";
import { makeTone, TONES } from "../src/tones.ts";
import { eventually, until } from "../src/until.ts";

const ACCOUNT = { email: "admin@label.example", password: "a good password" };
const STREAM = "Moth Radio Night";
const AIR_TIMEOUT_MS = 90_000;
/** Longer than the minute after which YouTube would end a broadcast that stops by itself. */
const CUT_MS = 90_000;
const AGE = /^(just now|\d+ (s|min) ago)$/;

let folder = "";
let ingest: RtmpIngest;
/** Where YouTube's backup address leads. */
let backup: RtmpIngest;
let far: StandIn;
let studio: Studio;
let call: Call;
let browser: Browser;
let operator: Person;
let page: Page;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "nightjar-youtube-"));
  ingest = await startRtmpIngest({ dir: join(folder) });
  backup = await startRtmpIngest();
  const there = recorderAt(ingest.url, () => ingest);
  far = await startStandIn({
    ingest: flvIngest(
      there,
      names,
      recorderAt(backup.url, () => backup),
    ),
  });
  studio = await openStudio({ ADMIN_EMAIL: ACCOUNT.email, ADMIN_PASSWORD: ACCOUNT.password, ...far.env });
  await studio.start();
  call = await signInByCall(studio.url, ACCOUNT);
  await makeStream();
  browser = await openBrowser();
  operator = await openPerson(browser, studio.url);
  ({ page } = operator);
  await signIn(page, ACCOUNT);
  await goTo(page, "Stream Manager");
  await page.getByRole("button", { name: new RegExp(STREAM) }).click();
});
afterAll(async () => {
  await browser?.close();
  await studio?.close();
  await far?.close();
  await ingest?.remove();
  await backup?.remove();
  rmSync(folder, { recursive: true, force: true });
});
afterEach(async ({ task }) => {
  if (task.result?.state !== "fail") return;
  studio.keepOutput("youtube");
  await keepWhatIsSeen("youtube", [operator]);
});

const names = () => [...(far?.world.streams.values() ?? [])].map(({ streamName }) => streamName);
/** One that may be away for a while, and comes back at its address. */
const recorderAt = (url: string, now: () => RtmpIngest) => ({
  url,
  recordings: (name: string) => now().recordings(name),
  received: () =>
    now()
      .received()
      .catch(() => new Map<string, number>()),
});

async function makeStream(): Promise<void> {
  const streamId = String((await call("POST", "/api/streams", { title: STREAM }))["id"]);
  for (const tone of TONES.map((one) => ({ ...one, seconds: 58 }))) {
    const form = new FormData();
    form.append("audio", new File([new Uint8Array(await readFile(await makeTone(folder, tone)))], tone.fileName));
    const { fileUrl } = await call("POST", "/api/upload/audio", form);
    const track = await call("POST", "/api/tracks", { title: tone.title, artist: tone.artist, fileUrl, duration: "0:58" });
    await call("POST", `/api/streams/${streamId}/tracks`, { trackId: track["id"] });
  }
}

const channel = () => page.getByRole("region", { name: "YouTube channel" });
const broadcasts = () => [...far.world.broadcasts.values()];
const states = () => broadcasts().map(({ lifeCycleStatus }) => lifeCycleStatus);

it("connects an account by Google's page in a popup, and sets up the channel that was chosen", async () => {
  const popup = page.waitForEvent("popup");
  await channel().getByRole("button", { name: "Connect Google Account" }).click();
  const opened = await popup;
  await until("the popup has closed itself", () => opened.isClosed());
  await page.getByText("YouTube account connected").first().waitFor();
  await channel().getByRole("button", { name: "Confirm Channel & Setup Stream" }).click();
  await page.getByText("No channel selected.").first().waitFor();
  await channel().getByRole("radio", { name: "Moth Radio" }).check();
  await channel().getByRole("button", { name: "Confirm Channel & Setup Stream" }).click();
  await page.getByText("Setup Complete!").first().waitFor();
  await channel().getByRole("button", { name: "Disconnect" }).waitFor();
});

it("goes live at YouTube with Start, and tells what YouTube says with its viewers, beside what we send, each with its age", async () => {
  await page.getByRole("button", { name: "Start Live Stream" }).click();
  await eventually(async () => expect(states()).toEqual(["live"]), AIR_TIMEOUT_MS);
  const [broadcast] = broadcasts();
  if (broadcast) broadcast.viewers = 1204;
  const said = page.getByText("YouTube says").locator("..");
  await said.filter({ hasText: "live, received, health good, 1,204 viewers" }).waitFor({ timeout: AIR_TIMEOUT_MS });
  await said.getByText(/^, (just now|\d+ (s|min) ago)$/).waitFor();
  const evidence = page.getByRole("region", { name: "1 destination" }).getByText("Evidence", { exact: true }).locator("..");
  await evidence.getByText(AGE).waitFor();
  expect(await said.getByRole("link", { name: "View on YouTube" }).getAttribute("href")).toBe(
    `https://www.youtube.com/watch?v=${broadcast?.id}`,
  );
  const live = page.getByRole("region", { name: "Live broadcasting" });
  expect(await live.getByRole("link", { name: "View on YouTube" }).getAttribute("href")).toBe(
    `https://www.youtube.com/watch?v=${broadcast?.id}`,
  );
});

it("is described anew with its stream, under the title that somebody gave it in YouTube Studio", async () => {
  const [broadcast] = broadcasts();
  if (!broadcast) throw new Error("there is no broadcast");
  const title = "Moths, from YouTube Studio";
  broadcast.snippet = { ...broadcast.snippet, title };
  const edit = page.getByRole("button", { name: "Edit", exact: true });
  await edit.click();
  const dialog = page.getByRole("dialog", { name: "Edit Stream" });
  await dialog.getByLabel("Description", { exact: true }).fill("All night");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await eventually(async () => expect(broadcast.snippet).toMatchObject({ title, description: expect.stringMatching(/^All night\n/u) }));
  await dialog.waitFor({ state: "detached" });
  // It gives the focus back once it is gone, which would take it from what comes next.
  await expect.poll(() => isFocused(edit)).toBe(true);
});

const SCROLL_PX = 20;
/** By how much the page has moved, once it was drawn with all that follows from it. */
const scrolled = `new Promise((resolve) => {
  const from = scrollY;
  scrollBy(0, -${SCROLL_PX});
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(scrollY - from))));
})`;

it("tells how much of the day's quota is used, and what becomes of it at its end", async () => {
  const quota = channel().getByText(/^Quota used today: [1-9][\d,]* of 10,000 units$/);
  const tip = page.getByRole("tooltip").getByText("at midnight in California", { exact: false }).first();
  await page.getByRole("button", { name: "Edit", exact: true }).focus();
  await quota.focus();
  await tip.waitFor();
  // As where something grows above: the browser keeps in place what is looked at.
  await expect.poll(() => page.evaluate(scrolled)).toBe(-SCROLL_PX);
  expect(await tip.isVisible()).toBe(true);
  await page.keyboard.press("Escape");
  await tip.waitFor({ state: "detached" });
  // Nothing has the focus, as where what had it is gone: whoever presses Tab comes here all the same.
  await page.keyboard.press("Tab");
  await page.evaluate("document.activeElement.blur()");
  await quota.focus();
  await tip.waitFor();
  // Somebody scrolls.
  await quota.hover();
  await page.mouse.wheel(0, -SCROLL_PX);
  await tip.waitFor({ state: "detached" });
});

it("stands on the wall with what YouTube says, and how long ago it said so", async () => {
  await goTo(page, "Wall");
  const tile = page.getByRole("list", { name: "All streams" }).getByRole("listitem").filter({ hasText: STREAM });
  await tile.getByText("YouTube: live, received, health good").waitFor();
  await tile.getByText(AGE).first().waitFor();
  await partShot(page, tile, "youtube-on-the-wall");
  await page.goBack();
});

it("draws how many watched over time, from the first minute on that YouTube told it", async () => {
  const viewers = page.getByRole("region", { name: "Viewers", exact: true });
  await viewers.getByRole("img", { name: "Viewers at YouTube: 1,204 viewers over the last hour, not known all the time" }).waitFor();
  await viewers.getByRole("radio", { name: "The last week" }).click();
  await viewers.getByRole("img", { name: "Viewers at YouTube: 1,204 viewers over the last week, not known all the time" }).waitFor();
  expect(new URL(page.url()).searchParams.get("viewers")).toBe("week");
  await partShot(page, page.getByRole("region", { name: "1 destination" }), "youtube-said");
});

it("lasts from Start to Stop until somebody chooses in its stream's settings after how many hours the next takes over", async () => {
  const dialog = page.getByRole("dialog", { name: "Edit Stream" });
  const hours = dialog.getByRole("region", { name: "Recording at YouTube" }).getByLabel("New broadcast");
  const edit = page.getByRole("button", { name: "Edit", exact: true });
  await edit.click();
  expect(await hours.inputValue()).toBe("");
  await hours.selectOption("Every 11 hours");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await expect.poll(() => isFocused(edit)).toBe(true);
  await edit.click();
  expect(await hours.inputValue()).toBe("11");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(states()).toEqual(["live"]);
});

describe("the backup", () => {
  /** More than what lies in buffers on the way. */
  const MORE_BYTES = 500_000;
  const key = () => names()[0] ?? "";
  const bytesAt = async (there: RtmpIngest) => (await there.received()).get(key()) ?? 0;
  const dialog = () => page.getByRole("dialog", { name: "Edit Stream" });

  async function choose(isSent: boolean): Promise<void> {
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    const part = dialog().getByRole("region", { name: "Backup at YouTube" });
    await part.getByText("On air: it begins or ends at once.", { exact: false }).waitFor();
    await part.getByRole("checkbox", { name: "Send to YouTube's backup address too", checked: !isSent }).click();
    await dialog().getByRole("button", { name: "Save", exact: true }).click();
    await dialog().waitFor({ state: "detached" });
  }
  async function goesOnAt(there: RtmpIngest): Promise<void> {
    const before = await bytesAt(there);
    await until("more arrives", async () => (await bytesAt(there)) > before + MORE_BYTES, AIR_TIMEOUT_MS);
    await far.settle();
    expect([...far.world.streams.values()].map(({ streamStatus }) => streamStatus)).toEqual(["active"]);
  }

  it("is sent to YouTube's second address from the moment it is chosen, and the first does not notice", async () => {
    const before = await ingest.recordings(key());
    await choose(true);
    await backup.waitForBytes(key(), MORE_BYTES, AIR_TIMEOUT_MS);
    await page.getByRole("region", { name: "2 destinations" }).getByText("YouTube backup", { exact: true }).waitFor();
    await goesOnAt(ingest);
    expect(await ingest.recordings(key())).toEqual(before);
  });

  it("goes on where the first breaks off, and so does the first without it; YouTube receives the stream all the time", async () => {
    const atBackup = await backup.recordings(key());
    const { port } = ingest;
    await ingest.stop();
    await goesOnAt(backup);
    expect(await backup.recordings(key())).toEqual(atBackup);
    ingest = await startRtmpIngest({ port, dir: folder });
    await until("the first is sent to again", async () => (await bytesAt(ingest)) > 0, AIR_TIMEOUT_MS);
    const atFirst = await ingest.recordings(key());
    await backup.stop();
    await goesOnAt(ingest);
    backup = await startRtmpIngest({ port: backup.port, dir: backup.dir });
    await until("the backup is sent to again", async () => (await bytesAt(backup)) > 0, AIR_TIMEOUT_MS);
    expect([await ingest.recordings(key()), states()]).toEqual([atFirst, ["live"]]);
  });

  it("ends alone where it is not wanted any more", async () => {
    const before = await ingest.recordings(key());
    await choose(false);
    await until("nothing comes in at the backup", async () => !(await backup.received()).has(key()), AIR_TIMEOUT_MS);
    await page.getByRole("region", { name: "1 destination" }).waitFor();
    await goesOnAt(ingest);
    expect(await ingest.recordings(key())).toEqual(before);
  });
});

it("keeps the same broadcast over a cut of the network that is longer than a minute", async () => {
  const [before] = broadcasts();
  const { port } = ingest;
  await ingest.stop();
  await timePasses(CUT_MS, "nothing happens");
  expect(states()).toEqual(["live"]);
  ingest = await startRtmpIngest({ port, dir: folder });
  await eventually(async () => {
    await far.settle();
    expect([...far.world.streams.values()].map(({ streamStatus }) => streamStatus)).toEqual(["active"]);
  }, AIR_TIMEOUT_MS);
  expect([states(), broadcasts()[0] === before]).toEqual([["live"], true]);
});

it("completes the broadcast with Stop, and shows how many watched on the channel's card", async () => {
  await stopStream(page);
  await eventually(async () => expect(states()).toEqual(["complete"]), AIR_TIMEOUT_MS);
  const before = page.getByRole("region", { name: "Connection", exact: true }).getByRole("region", { name: "Viewers", exact: true });
  await before.getByRole("img", { name: /^Viewers at YouTube: .*1,204 viewers over the last (hour|week)/u }).waitFor();
});

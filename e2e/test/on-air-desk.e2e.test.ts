import { once } from "node:events";
import { rm } from "node:fs/promises";
import { createServer } from "node:net";
import { basename } from "node:path";
import { background, onAir } from "@nightjar/contract";
import { type RtmpIngest, startRtmpIngest } from "@nightjar/rtmp-ingest";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { unanswered } from "../src/answering.ts";
import { DESKTOP, PHONE } from "../src/browser.ts";
import { type Call, read } from "../src/call.ts";
import { givenBackground, givenStream, givenTracks } from "../src/given.ts";
import { actualState, goTo, stopStream, waitForTrack } from "../src/newcomer.ts";
import { allCommandLines } from "../src/processes.ts";
import { screenshot } from "../src/screenshots.ts";
import { seatFor } from "../src/studio-for.ts";
import { TONES } from "../src/tones.ts";
import { tool } from "../src/tool.ts";
import { eventually, until } from "../src/until.ts";

const STREAM = "Night Desk";
/** Long enough that nothing but the operator ends one. */
const TRACKS = TONES.map((tone) => ({ ...tone, seconds: 58 }));
const AIR_TIMEOUT_MS = 60_000;
/** Somewhat longer than the studio waits for one. */
const ANSWER_WITHIN_MS = 20_000;
const MOVING_TEMPLATE = "With a bar";
const TEMPLATE = "Words";

const open = seatFor("on-air-desk");
let ingest: RtmpIngest;
let call: Call;
let page: Page;
let streamId = "";

beforeAll(async () => {
  ingest = await startRtmpIngest();
  const { folder, person } = open();
  ({ call } = open());
  ({ page } = person);
  const trackIds = await givenTracks(call, folder, TRACKS);
  streamId = await givenStream(call, STREAM, { trackIds, destination: { rtmpUrl: ingest.url, streamKey: "desk" } });
  await givenBackground(call, folder, "Rain", "blue");
  await makeTemplate(MOVING_TEMPLATE, { name: "Bar", type: "progress-bar", fontSize: 24 });
  await makeTemplate(TEMPLATE, { name: "Greeting", type: "text", fontSize: 64, content: "Good night" });
  await goTo(page, "Stream Manager");
  await page.getByRole("button", { name: new RegExp(STREAM) }).click();
});
afterAll(() => ingest?.remove());

async function makeTemplate(name: string, element: object): Promise<void> {
  const { id } = await call("POST", "/api/overlay-templates", { name });
  await call("POST", "/api/overlay-elements", { templateId: id, xPosition: 200, yPosition: 900, ...element });
}

/** Also behind a dialog, where nothing has a role. */
const notice = (title: string) => page.locator("[data-notice]").filter({ hasText: title });

async function choose(tab: string, open: string, item: string, confirm: string): Promise<void> {
  await page.getByRole("tab", { name: tab }).click();
  await page.getByRole("button", { name: open }).click();
  const dialog = page.getByRole("dialog", { name: open });
  expect(await dialog.getByRole("button", { name: confirm }).isDisabled()).toBe(true);
  await dialog.getByRole("radio", { name: item, exact: true }).check();
  await dialog.getByRole("button", { name: confirm }).click();
  await dialog.waitFor({ state: "detached" });
}

describe("an operator at the desk of a stream on air", () => {
  const [first, second, third] = TRACKS;
  if (!first || !second || !third) throw new Error("too few tracks");

  it("moves a track by its handle, by mouse and by the arrow keys, and is told where it is", async () => {
    const grip = (title: string) => page.getByRole("button", { name: `Move ${title}; use the arrow keys` });
    const row = (place: number, { title, artist }: { title: string; artist: string }) =>
      page.getByRole("listitem", { name: `${place}. ${title} by ${artist}` });
    const told = (title: string, place: number) => page.getByText(`${title} moved to position ${place} of ${TRACKS.length}`);
    await grip(second.title).waitFor();
    // It stands above the list until its code is there, and moves it as it goes.
    await page.getByText("Loading the last hour...").waitFor({ state: "detached" });
    // In the middle: near an edge of the window a drag scrolls.
    await grip(second.title).evaluate((handle) => handle.scrollIntoView({ block: "center" }));
    const [from, to] = [await grip(second.title).boundingBox(), await row(1, first).boundingBox()];
    if (from === null || to === null) throw new Error("the tracklist is not shown");
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + 8, to.y + to.height / 2, { steps: 5 });
    await page.mouse.up();
    await row(1, second).waitFor();
    await told(second.title, 1).waitFor({ state: "attached" });
    await grip(second.title).press("ArrowDown");
    await row(1, first).waitFor();
    await told(second.title, 2).waitFor({ state: "attached" });
    await page.getByText("Repeats for ever.").waitFor();
  });

  it("has the address of a well-known service filled in, and a destination tested without going on air", async () => {
    await page.getByRole("button", { name: "Add Another Destination" }).click();
    const panel = page.getByRole("region", { name: "More destinations" });
    await panel.getByLabel("Service").selectOption("YouTube");
    expect(await panel.getByLabel("RTMP address").inputValue()).toBe("rtmps://a.rtmps.youtube.com:443/live2");
    await panel.getByLabel("Service").selectOption("Own server");
    await panel.getByLabel("RTMP address").fill(ingest.url);
    await panel.getByLabel("Stream key").fill("tested");
    await panel.getByRole("button", { name: "Test", exact: true }).click();
    await panel.getByText("The destination accepts the stream. Nothing was sent to it.").waitFor({ timeout: AIR_TIMEOUT_MS });
    await panel.getByLabel("RTMP address").fill("rtmp://127.0.0.1:9/live");
    await panel.getByRole("button", { name: "Test", exact: true }).click();
    await panel.getByText("Nothing answers at the destination's address.").waitFor({ timeout: AIR_TIMEOUT_MS });
    await panel.getByRole("button", { name: "Cancel" }).click();
    const own = page.getByRole("region", { name: "RTMP destination" });
    await own.getByRole("button", { name: "Test the RTMP destination" }).click();
    await own.getByText("The destination accepts the stream. Nothing was sent to it.").waitFor({ timeout: AIR_TIMEOUT_MS });
  });

  it("has a corrected address tested in the place of one that does not answer, whose answer it is not told any more", async () => {
    const silent = createServer((socket) => void socket.on("error", () => undefined).resume()).listen(0, "127.0.0.1");
    onTestFinished(() => void silent.close());
    await once(silent, "listening");
    const address = silent.address();
    const deaf = `rtmp://127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}/live`;
    await page.getByRole("button", { name: "Add Another Destination" }).click();
    const panel = page.getByRole("region", { name: "More destinations" });
    const test = panel.getByRole("button", { name: "Test", exact: true });
    await panel.getByLabel("RTMP address").fill(deaf);
    await panel.getByLabel("Stream key").fill("corrected");
    const isOfDeaf = (body: string | null) => body?.includes(deaf) === true;
    const late = page.waitForResponse((response) => isOfDeaf(response.request().postData()), { timeout: AIR_TIMEOUT_MS });
    await test.click();
    await panel.getByText("Testing. This takes up to ten seconds...").waitFor();
    expect(await test.isEnabled()).toBe(false);
    await panel.getByLabel("RTMP address").fill(ingest.url);
    expect(await test.isEnabled()).toBe(true);
    await test.click();
    const accepted = panel.getByText("The destination accepts the stream. Nothing was sent to it.");
    await accepted.waitFor({ timeout: AIR_TIMEOUT_MS });
    await late;
    expect(await accepted.isVisible()).toBe(true);
    await panel.getByRole("button", { name: "Cancel" }).click();
  });

  it("duplicates the stream with its tracklist, and finds it without a destination", async () => {
    await page.getByRole("button", { name: "Duplicate" }).click();
    const dialog = page.getByRole("dialog", { name: "Duplicate Stream" });
    await dialog.getByLabel("Title").fill("Day Desk");
    await dialog.getByRole("button", { name: "Duplicate" }).click();
    await page.getByRole("heading", { name: "Day Desk" }).waitFor();
    await page.getByRole("tab", { name: `Tracklist (${TRACKS.length})` }).waitFor();
    await page.getByRole("button", { name: "Save Destination" }).waitFor();
    await page.getByRole("button", { name: new RegExp(STREAM) }).click();
    await page.getByRole("heading", { name: STREAM }).waitFor();
  });

  it("skips to the next track and no further where somebody else presses because of the same one, and sees what was played before", async () => {
    await page.getByRole("button", { name: "Start Live Stream" }).click();
    await waitForTrack(page, first.title, AIR_TIMEOUT_MS);
    const heard = await read(call, onAir, `/api/streams/${streamId}/on-air`);
    const skipped = page.waitForResponse(/streams\.skip/);
    await actualState(page).getByRole("button", { name: "Skip" }).click();
    await skipped;
    await call("POST", `/api/streams/${streamId}/skip`, { itemId: heard.track?.itemId });
    await waitForTrack(page, second.title, AIR_TIMEOUT_MS);
    const entry = (title: string) => page.getByRole("list", { name: "Tracklist" }).getByRole("listitem", { name: new RegExp(title) });
    await entry(second.title).getByText("On air").waitFor();
    // The list goes round: what was left comes again, at a minute of the clock.
    await entry(first.title)
      .getByText(/^Airs at .*\d\d:\d\d$/)
      .waitFor();
    await actualState(page).getByText("Played before").click();
    const played = actualState(page).getByRole("list", { name: "Played before" }).getByRole("listitem");
    await played.filter({ hasText: first.title }).waitFor();
    expect(await played.count()).toBe(1);
    await screenshot(page, "desk");
  });

  it("leaves no further track by Try Again where a Skip of several was carried out, and only its answer was lost", async () => {
    const skips = "**/trpc/streams.skip*";
    await unanswered(page, skips);
    await page.getByRole("checkbox", { name: `Choose ${STREAM}` }).click();
    const bar = page.getByRole("group", { name: "Chosen streams" });
    const asked = page.waitForRequest(skips);
    await bar.getByRole("button", { name: "Skip 1" }).click();
    const sent = (await asked).postData() ?? "";
    expect(sent).toMatch(/"itemId":.*"pressId":/);
    await waitForTrack(page, third.title, AIR_TIMEOUT_MS);
    const again = page.waitForRequest(skips);
    await bar.getByRole("button", { name: "Try Again" }).click();
    expect((await again).postData()).toBe(sent);
    // Whoever reads that none was skipped would press once more.
    await notice("1 stream skipped a track").getByText(STREAM).waitFor();
    await bar.getByRole("button", { name: "Clear" }).click();
  });

  it("is told what a template that moves costs, applies another, and sees its elements", async () => {
    await page.getByRole("tab", { name: "Overlays" }).click();
    await page.getByRole("button", { name: "Select Template" }).click();
    const dialog = page.getByRole("dialog", { name: "Select Template" });
    await dialog.getByRole("radio", { name: MOVING_TEMPLATE, exact: true }).check();
    await dialog.getByText(/MB/).waitFor();
    await dialog.getByRole("radio", { name: TEMPLATE, exact: true }).check();
    await dialog.getByRole("button", { name: "Apply Template" }).click();
    await notice("Overlay Template Applied").waitFor();
    const element = page.getByRole("list", { name: "Overlay elements" }).getByRole("listitem").filter({ hasText: "Greeting" });
    await element.getByText("text", { exact: true }).waitFor();
    await element.getByText("Visible").waitFor();
  });

  it("is told that a template changes the picture on air, and can be without one again", async () => {
    await page.getByRole("button", { name: "Select Template" }).click();
    const dialog = page.getByRole("dialog", { name: "Select Template" });
    await dialog.getByText("The stream is live: its picture changes on air as soon as you apply.").waitFor();
    await dialog.getByRole("radio", { name: "No template", exact: true }).check();
    await dialog.getByRole("button", { name: "Apply Template" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText("No template chosen: the stream shows artwork, title and artist.").waitFor();
    expect((await call("GET", `/api/streams/${streamId}`))["activeOverlayTemplateId"]).toBeNull();
  });

  it("sees what its destination took over the last minutes as a chart", async () => {
    const chart = actualState(page).getByRole("img", { name: /^Bit rate over the last hour: .+ kbit\/s taken over the last/ });
    await chart.waitFor({ timeout: AIR_TIMEOUT_MS });
    await screenshot(page, "destinations");
  });

  it("has what is stored on air at once with Update Live Stream, on the connection that stands", async () => {
    const before = (await ingest.recordings("desk")).length;
    await Promise.all([notice("Background Changed").waitFor(), choose("Background", "Change Background", "Rain", "Change Background")]);
    // A busy machine may render for longer than the studio waits for an answer: then that is told, and it is pressed again.
    await eventually(async () => {
      await page.getByRole("button", { name: "Update Live Stream" }).click();
      await notice("Live Content Updated").waitFor({ timeout: ANSWER_WITHIN_MS });
    }, 3 * AIR_TIMEOUT_MS);
    expect(await ingest.recordings("desk")).toHaveLength(before);
  });

  it("is told that it is still being made where the studio's answer is that it is not on air yet", async () => {
    await page.route(/streams\.updateContent/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replace('"isUpdated":true', '"isUpdated":false') });
    });
    await page.getByRole("button", { name: "Update Live Stream" }).click();
    await notice("Live Content Coming").waitFor({ timeout: ANSWER_WITHIN_MS });
    await page.unroute(/streams\.updateContent/);
  });

  it("is told when that cannot be, and the stream goes on with what it had", async () => {
    const { folder, studio } = open();
    const id = await givenBackground(call, folder, "Gone", "red");
    const gone = (await read(call, background.array(), "/api/backgrounds")).find((each) => each.id === id);
    const name = basename(gone?.videoUrl ?? "");
    const files = await tool("find", [studio.dataDir, "-name", `${name.slice(0, 16)}*`]);
    for (const file of files.trim().split("\n")) await rm(file, { force: true });
    await page.reload();
    await Promise.all([notice("Background Changed").waitFor(), choose("Background", "Change Background", "Gone", "Change Background")]);
    await page.getByRole("button", { name: "Update Live Stream" }).click();
    const told = notice("Content Update Failed").getByText(
      "Could not update live stream content. The stream continues with previous content.",
    );
    await told.waitFor({ timeout: AIR_TIMEOUT_MS });
    await actualState(page).getByRole("status").getByText("On air").waitFor();
  });

  it("ends nothing by one slip: Stop says what it ends and asks, and the second half of a double press is no answer", async () => {
    const stop = page.getByRole("button", { name: "Stop Stream" });
    const asked = page.getByRole("alertdialog", { name: "Stop Stream" });
    for (const size of [DESKTOP, PHONE]) {
      await stop.click();
      await asked.getByText(/has been on air for (less than a minute|\d+ minutes?), viewers unknown\./).waitFor();
      await screenshot(page, "stop-asks");
      await page.setViewportSize(size);
      const box = await asked.getByRole("button", { name: "Stop Stream" }).boundingBox();
      if (box === null) throw new Error("the answer is not shown");
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await page.mouse.down({ clickCount: 2 });
      await page.mouse.up({ clickCount: 2 });
      expect(await asked.isVisible()).toBe(true);
      await page.keyboard.press("Escape");
      await asked.waitFor({ state: "detached" });
      // Going on has the focus: Enter pressed twice on the button is no answer either.
      await stop.press("Enter");
      await asked.waitFor();
      await page.keyboard.press("Enter");
      await asked.waitFor({ state: "detached" });
      await actualState(page).getByRole("status").getByText("On air").waitFor();
    }
    await page.setViewportSize(DESKTOP);
  });

  it("takes it off the air", async () => {
    await stopStream(page);
    await actualState(page).waitFor({ state: "detached" });
    await until("the publisher is gone", () => !allCommandLines().some((line) => line.includes(ingest.url)));
  });

  it("still sees what its destination took over the last hour, off the air", async () => {
    const before = page.getByRole("region", { name: "Connection" }).getByRole("region", { name: "Last hour" });
    await before.getByText(ingest.url).waitFor();
    await before.getByRole("img", { name: /^Bit rate over the last hour: .+ kbit\/s taken over the last/ }).waitFor();
  });
});

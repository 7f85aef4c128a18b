import type { Locator, Page } from "playwright-core";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DESKTOP } from "../src/browser.ts";
import type { Call } from "../src/call.ts";
import { givenArtwork, givenBackground, givenStream, givenTemplate, givenTracks, NOWHERE } from "../src/given.ts";
import { hold } from "../src/hold.ts";
import { goTo } from "../src/newcomer.ts";
import { readTimesMs } from "../src/read-times.ts";
import { seatFor } from "../src/studio-for.ts";
import { makeCover, TONES } from "../src/tones.ts";

// /streaming from the first stream to the last, with each of its dialogs and notices.

const TIMEOUT_MS = 30_000;
const TITLE = "Night Desk";
const HINT = "You must connect a YouTube channel before you can start streaming.";
const [ONE, TWO] = TONES;
if (!ONE || !TWO) throw new Error("too few tones");

const open = seatFor("stream-manager");
let page: Page;
let call: Call;
let folder = "";
let id = "";

beforeAll(async () => {
  ({ folder } = open());
  ({
    call,
    person: { page },
  } = open());
  page.setDefaultTimeout(TIMEOUT_MS);
  await givenTracks(call, folder, [ONE, TWO]);
  await givenBackground(call, folder, "Harbour", "navy");
  await givenTemplate(call, "Words");
});
beforeEach(() => page.setViewportSize(DESKTOP));

const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
const dialog = (name: string) => page.getByRole("dialog", { name });
const region = (name: string | RegExp) => page.getByRole("region", { name });
/** By its own mark: while a dialog is open, all beside it is hidden from roles. */
const notice = (title: string) => page.locator("[data-notice]").filter({ hasText: title });
const headerOf = (title: string) => page.getByRole("main").locator("header").filter({ hasText: title });
const card = (title: string) => region(/^Streams/).getByRole("button", { name: new RegExp(title) });
const show = (tab?: string) => page.goto(`/streaming?stream=${id}${tab === undefined ? "" : `&tab=${tab}`}`);
const isDisabled = (locator: Locator) => locator.isDisabled();

/** Chooses in a dialog that confirms nothing before. */
async function choose(name: string, item: string, confirm: string): Promise<void> {
  await button(name).click();
  const choosing = dialog(name);
  const confirming = choosing.getByRole("button", { name: confirm, exact: true });
  await choosing.getByRole("radio", { name: item, exact: true }).waitFor();
  expect(await isDisabled(confirming)).toBe(true);
  await choosing.getByRole("radio", { name: item, exact: true }).check();
  await confirming.click();
  await choosing.waitFor({ state: "detached" });
}

describe("the stream manager", () => {
  it("makes a stream in a dialog, which needs a title", async () => {
    await page.goto("/streaming");
    await page.getByText("No streams yet").waitFor();
    await button("Create New Stream").click();
    const making = dialog("Create New Stream");
    const create = making.getByRole("button", { name: "Create" });
    expect(await isDisabled(create)).toBe(true);
    await making.getByLabel("Title").fill("  ");
    expect(await isDisabled(create)).toBe(true);
    await making.getByLabel("Title").fill(TITLE);
    await making.getByLabel("Description").fill("Slow and blue");
    await create.click();
    // It is told before the dialog closes, and goes after five seconds.
    await notice("Stream Created").waitFor();
    await making.waitFor({ state: "detached" });
    await page.getByRole("heading", { name: "Streams (1)" }).waitFor();
    await page.getByRole("heading", { name: TITLE, level: 2 }).waitFor();
    id = new URL(page.url()).searchParams.get("stream") ?? "";
    expect(id).not.toBe("");
  });

  it("has a card with artwork, title, channel and whether it is live for each stream, and a count", async () => {
    const other = { id: await givenStream(call, "Day Desk") };
    const artworkUrl = await givenArtwork(call, await makeCover(folder));
    await call("PATCH", `/api/streams/${String(other["id"])}`, { channelName: "Harbour Days", artworkUrl });
    await page.getByRole("heading", { name: "Streams (2)" }).waitFor();
    await card("Day Desk").getByText("Harbour Days").waitFor();
    await card("Day Desk").getByText("OFFLINE").waitFor();
    expect(await card("Day Desk").locator("img").count()).toBe(1);
    await card(TITLE).getByText("No channel").waitFor();
    expect(await card(TITLE).locator("img").count()).toBe(0);
    expect(await card(TITLE).locator("svg").count()).toBe(1);
    await call("DELETE", `/api/streams/${String(other["id"])}`);
    await page.getByRole("heading", { name: "Streams (1)" }).waitFor();
  });

  it("loses the parameter named youtube from its address", async () => {
    await page.goto(`/streaming?youtube=connected&stream=${id}`);
    await page.waitForURL(({ searchParams }) => !searchParams.has("youtube") && searchParams.get("stream") === id);
    await page.getByRole("heading", { name: TITLE, level: 2 }).waitFor();
  });

  it("shows of the chosen stream what it is, that it is connected to nothing, and the three actions", async () => {
    await show();
    const header = headerOf(TITLE);
    for (const text of ["No channel", "OFFLINE", "00:00:00", "Slow and blue", /^0\s*viewers$/]) await header.getByText(text).waitFor();
    for (const name of ["Edit", "Update Live Stream", "Delete"]) await header.getByRole("button", { name }).waitFor();
    expect(await isDisabled(header.getByRole("button", { name: "Update Live Stream" }))).toBe(true);
    await region("Connection").getByText("Not connected").waitFor();
    await region("Connection").getByRole("button", { name: "Connect Google Account" }).waitFor();
  });

  it("edits title and description, and needs a title", async () => {
    await button("Edit").click();
    const editing = dialog("Edit Stream");
    const save = editing.getByRole("button", { name: "Save" });
    await editing.getByLabel("Title").fill("  ");
    expect(await isDisabled(save)).toBe(true);
    await editing.getByLabel("Title").fill("Late Desk");
    await editing.getByLabel("Description").fill("Slow and black");
    // By Enter, from the field of the title.
    await editing.getByLabel("Title").press("Enter");
    await notice("Stream Updated").waitFor();
    await editing.waitFor({ state: "detached" });
    await page.getByRole("heading", { name: "Late Desk", level: 2 }).waitFor();
    await card("Late Desk").waitFor();
    await page.getByText("Slow and black").first().waitFor();
    await call("PATCH", `/api/streams/${id}`, { title: TITLE });
    await page.getByRole("heading", { name: TITLE, level: 2 }).waitFor();
  });

  it("adds tracks in a dialog that needs one, numbers them, and removes them", async () => {
    await page.getByText("No tracks yet").waitFor();
    const add = async (tones: readonly { title: string; artist: string }[], confirm: string) => {
      await button("Add Track").click();
      const adding = dialog("Add Track");
      expect(await isDisabled(adding.getByRole("button", { name: "Add Track" }))).toBe(true);
      for (const { title, artist } of tones) await adding.getByRole("checkbox", { name: `${title} by ${artist}` }).click();
      await adding.getByRole("button", { name: confirm, exact: true }).click();
      await adding.waitFor({ state: "detached" });
    };
    const list = page.getByRole("list", { name: "Tracklist" });
    const row = (place: number, { title, artist }: { title: string; artist: string }) =>
      list.getByRole("listitem", { name: `${place}. ${title} by ${artist}` });
    await Promise.all([notice("Track Added").waitFor(), add([TWO], "Add Track")]);
    await Promise.all([notice("Tracks Added").waitFor(), add([ONE, TWO], "Add 2 Tracks")]);
    for (const [place, tone] of [TWO, ONE, TWO].entries()) await row(place + 1, tone).waitFor();
    await page.getByRole("tab", { name: "Tracklist (3)" }).waitFor();
    for (const text of ["2", ONE.title, ONE.artist, "0:07"])
      await row(2, ONE).getByText(text, { exact: true }).filter({ visible: true }).waitFor();
    expect(await row(2, ONE).locator("[aria-hidden] svg, img").count()).toBeGreaterThan(0);
    await row(1, TWO)
      .getByRole("button", { name: `Remove ${TWO.title}` })
      .click();
    await notice("Track Removed").waitFor();
    await row(1, ONE).waitFor();
    await page.getByRole("tab", { name: "Tracklist (2)" }).waitFor();
  });

  it("changes the background in a dialog that needs one, and shows all of it", async () => {
    await page.getByRole("tab", { name: "Background" }).click();
    const tab = page.getByRole("tabpanel", { name: "Background" });
    await tab.getByText("No background chosen").waitFor();
    await Promise.all([notice("Background Changed").waitFor(), choose("Change Background", "Harbour", "Change Background")]);
    for (const text of ["Harbour", "All navy", "0:04 · 640x360"]) await tab.getByText(text, { exact: true }).waitFor();
    expect(await tab.locator("img").count()).toBe(1);
    await choose("Change Background", "The studio's active background", "Change Background");
    await tab.getByText("No background chosen").waitFor();
    await choose("Change Background", "Harbour", "Change Background");
    await tab.getByText("All navy", { exact: true }).waitFor();
  });

  it("applies a template in a dialog that needs one, and lists its elements with what is seen of them", async () => {
    await page.getByRole("tab", { name: "Overlays" }).click();
    const tab = page.getByRole("tabpanel", { name: "Overlays" });
    await Promise.all([notice("Overlay Template Applied").waitFor(), choose("Select Template", "Words", "Apply Template")]);
    await tab.getByText("Words", { exact: true }).waitFor();
    const element = (name: string) => tab.getByRole("list", { name: "Overlay elements" }).getByRole("listitem").filter({ hasText: name });
    for (const [name, seen] of [
      ["Greeting", "Visible"],
      ["Whisper", "Hidden"],
    ] as const) {
      await element(name).getByText("text", { exact: true }).waitFor();
      await element(name).getByText(seen, { exact: true }).waitFor();
    }
  });
});

describe("the card of live broadcasting", () => {
  const live = () => region("Live broadcasting");
  const start = () => live().getByRole("button", { name: "Start Live Stream" });

  it("offers title, description and privacy, and starts nothing without a title or a way out", async () => {
    await show();
    await live().getByText(HINT).waitFor();
    expect(await isDisabled(start())).toBe(true);
    expect(await live().getByLabel("Stream Title").inputValue()).toBe(TITLE);
    expect(await live().getByLabel("Description").inputValue()).toBe("Slow and black");
    const privacy = live().getByLabel("Privacy");
    expect(await privacy.inputValue()).toBe("unlisted");
    expect(await privacy.locator("option").allTextContents()).toEqual(["Public", "Unlisted", "Private"]);
    await call("PUT", `/api/streams/${id}/destination`, NOWHERE);
    await live().getByText(HINT).waitFor({ state: "detached" });
    expect(await isDisabled(start())).toBe(false);
    await live().getByLabel("Stream Title").fill(" ");
    expect(await isDisabled(start())).toBe(true);
  });

  it("keeps what was typed while somebody else changes the stream, and asks before it is left behind", async () => {
    await live().getByLabel("Stream Title").fill("Tonight only");
    await call("PATCH", `/api/streams/${id}`, { description: "Slow and blue" });
    await expect.poll(() => live().getByLabel("Description").inputValue()).toBe("Slow and blue");
    expect(await live().getByLabel("Stream Title").inputValue()).toBe("Tonight only");
    const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
    await goTo(page, "Wall");
    await question.getByRole("button", { name: "Cancel" }).click();
    await question.waitFor({ state: "detached" });
    expect(await live().getByLabel("Stream Title").inputValue()).toBe("Tonight only");
    await page.getByRole("tab", { name: "Overlays" }).click();
    expect(await question.count()).toBe(0);
    await goTo(page, "Wall");
    await question.getByRole("button", { name: "Leave" }).click();
    await page.getByRole("heading", { name: "Wall", level: 1 }).waitFor();
    await show();
    expect(await live().getByLabel("Stream Title").inputValue()).toBe(TITLE);
    await call("PATCH", `/api/streams/${id}`, { description: "Slow and black" });
    // Shown amid the next typing it would take the selection along.
    await expect.poll(() => live().getByLabel("Description").inputValue()).toBe("Slow and black");
  });

  it("goes live with title, description and privacy, and says so in words", async () => {
    const letGo = await hold(page, "**/trpc/streams.start*");
    await live().getByLabel("Stream Title").fill("Tonight");
    await live().getByLabel("Description").fill("Until dawn");
    await live().getByLabel("Privacy").selectOption("Private");
    const sent = page.waitForRequest("**/trpc/streams.start*");
    await start().click();
    expect((await sent).postData()).toContain('"privacy":"private"');
    await notice("Stream Starting").waitFor();
    expect(await isDisabled(start())).toBe(true);
    letGo();
    await notice("Stream Started").waitFor();
    for (const text of ["LIVE", "Tonight", "Until dawn"]) await live().getByText(text, { exact: true }).waitFor();
    await live()
      .getByText(/^Live for \d\d:\d\d:\d\d/)
      .waitFor();
    await live().getByText("0 viewers").waitFor();
    for (const text of [/^LIVE$/, /^0\s*viewers$/, /^00:0\d:\d\d$/]) await headerOf("Tonight").getByText(text).waitFor();
    await card("Tonight").getByText("LIVE", { exact: true }).waitFor();
    await card("Tonight").getByText("viewers").waitFor({ state: "attached" });
  });

  it("reads the chosen stream again every five seconds while it is live", async () => {
    // Events would have it read as well: the poll alone has to.
    await page.route(/\/api\/events/, (route) => route.abort());
    await show();
    await expect.poll(async () => (await readTimesMs(page, "streams.live")).length).toBeGreaterThanOrEqual(4);
    // Before the second one lies the loading of the page.
    const times = (await readTimesMs(page, "streams.live")).slice(1);
    const betweenMs = times.slice(1).map((atMs, index) => atMs - (times[index] ?? 0));
    expect(Math.min(...betweenMs)).toBeGreaterThan(4000);
    expect(Math.max(...betweenMs)).toBeLessThan(10_000);
    await page.unroute(/\/api\/events/);
    await show();
    await live().getByRole("button", { name: "Stop Stream" }).waitFor();
  });

  it("goes off air by Stop, and says so in words", async () => {
    const letGo = await hold(page, "**/trpc/streams.stop*");
    await live().getByRole("button", { name: "Stop Stream" }).click();
    // Where it asks first, that is answered.
    const asked = page.getByRole("alertdialog", { name: "Stop Stream" }).getByRole("button", { name: "Stop Stream" });
    await asked.or(notice("Stream Stopping")).first().waitFor();
    if (await asked.isVisible()) await asked.click();
    await notice("Stream Stopping").waitFor();
    letGo();
    await notice("Stream Stopped").waitFor();
    await start().waitFor();
    await card("Tonight").getByText("OFFLINE").waitFor();
  });
});

describe("the test stream", () => {
  it("lets another stream be chosen to be tested, and tells of it", async () => {
    const other = await givenStream(call, "Day Desk");
    await page.goto("/test-stream");
    await page.getByLabel("Stream", { exact: true }).selectOption("Tonight");
    await page.waitForURL(({ searchParams }) => searchParams.get("stream") === id);
    const told = region("Test Stream Info");
    for (const text of ["STOPPED", "Tonight", "Harbour"]) await told.getByText(text, { exact: true }).waitFor();
    const elements = region("Overlay Elements");
    for (const text of ["Greeting", "Visible", "Whisper", "Hidden"]) await elements.getByText(text, { exact: true }).waitFor();
    await page.getByLabel("Stream", { exact: true }).selectOption("Day Desk");
    await page.waitForURL(({ searchParams }) => searchParams.get("stream") === other);
    await told.getByText("Day Desk", { exact: true }).waitFor();
  });
});

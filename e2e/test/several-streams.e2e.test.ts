import { onAir, streamWithTracks } from "@nightjar/contract";
import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { barriers } from "../src/axe.ts";
import { DESKTOP, PHONE } from "../src/browser.ts";
import { type Call, read } from "../src/call.ts";
import { isFocused as hasFocus } from "../src/command-box.ts";
import { givenStream, givenTracks, NOWHERE } from "../src/given.ts";
import { screenshot } from "../src/screenshots.ts";
import { seatFor } from "../src/studio-for.ts";
import { TONES } from "../src/tones.ts";
import { until } from "../src/until.ts";

// What somebody with many channels does with several of them at once.

const TIMEOUT_MS = 30_000;
/** All of them render at once. */
const RENDERED_WITHIN_MS = 90_000;
const HINT = "You must connect a YouTube channel before you can start streaming.";
/** As the list shows them: the newest first. */
const TITLES = ["Owl", "Moth", "Heron", "Dove"];
const UNCONNECTED = "Owl";
const [ONE, TWO] = TONES;
if (!ONE || !TWO) throw new Error("too few tones");

const open = seatFor("several-streams");
let page: Page;
let call: Call;
let folder = "";
const ids = new Map<string, string>();

beforeAll(async () => {
  ({ folder } = open());
  ({
    call,
    person: { page },
  } = open());
  page.setDefaultTimeout(TIMEOUT_MS);
  const trackIds = await givenTracks(call, folder, [ONE, TWO]);
  for (const title of TITLES.toReversed()) {
    const tracks = { trackIds: title === "Dove" ? trackIds.slice(1) : trackIds };
    ids.set(title, await givenStream(call, title, { ...tracks, ...(title !== UNCONNECTED && { destination: NOWHERE }) }));
  }
  await page.goto("/streaming");
});

const tick = (title: string) => page.getByRole("checkbox", { name: `Choose ${title}` });
const bar = () => page.getByRole("group", { name: "Chosen streams" });
const press = (name: RegExp | string) => bar().getByRole("button", { name }).click();
const asked = () => page.getByRole("alertdialog");
const notice = (title: string) => page.locator("[data-notice]").filter({ hasText: title });
/** Whoever presses by key goes on from there. */
const isFocused = (place: Locator) => expect.poll(() => hasFocus(place)).toBe(true);
const isLive = async (title: string) => (await call("GET", `/api/streams/${ids.get(title)}`))["isLive"];
const areLive = async () => Object.fromEntries(await Promise.all(TITLES.map(async (title) => [title, await isLive(title)] as const)));
/** What they air is open: there is something to be left. */
const areOpen = () => Promise.all([...ids.values()].map(async (id) => (await read(call, onAir, `/api/streams/${id}/on-air`)).render.ready));

describe("several streams", () => {
  it("are ticked by mouse and by keyboard, one by one and as a range", async () => {
    await tick("Owl").click();
    await bar().getByText("1 chosen").waitFor();
    await tick("Heron").press("Shift+Space");
    await bar().getByText("3 chosen").waitFor();
    await tick("Moth").press("Space");
    await bar().getByText("2 chosen").waitFor();
    await bar().getByRole("button", { name: "All 4" }).press("Enter");
    await bar().getByText("4 chosen").waitFor();
    await isFocused(bar());
    await bar().getByRole("button", { name: "Clear" }).press("Enter");
    await bar().waitFor({ state: "detached" });
    await isFocused(page.getByRole("region", { name: /^Streams/ }));
    await tick("Dove").click();
    await tick("Owl").click({ modifiers: ["Shift"] });
    await bar().getByText("4 chosen").waitFor();
    await bar()
      .getByText(/, unlisted\. A broadcast that was made beforehand starts as it was made\.$/)
      .waitFor();
    for (const name of [/^Stop 0/, /^Skip 0/, /^Jump/]) expect(await bar().getByRole("button", { name }).isDisabled()).toBe(true);
  });

  it("are started together: what fails is told by name with its reason, and nothing else is lost by it", async () => {
    await press("Start 4");
    const failed = bar().getByRole("alert");
    await failed.getByText("3 of 4 streams started").waitFor();
    await failed.getByRole("list", { name: "Failed" }).getByText(`${UNCONNECTED}: ${HINT}`).waitFor();
    await failed.getByText("Done: Moth, Heron and Dove").waitFor();
    expect(await areLive()).toEqual({ Owl: false, Moth: true, Heron: true, Dove: true });
    expect(await failed.getByRole("listitem").count()).toBe(1);
    await screenshot(page, "several-failed");
    expect(await barriers(page)).toEqual([]);
  });

  it("are tried again where they failed, and only there", async () => {
    await call("PUT", `/api/streams/${ids.get(UNCONNECTED)}/destination`, NOWHERE);
    await press("Try Again");
    await notice("1 stream started").getByText(UNCONNECTED).waitFor();
    await bar().getByRole("alert").waitFor({ state: "detached" });
    expect(await areLive()).toEqual({ Owl: true, Moth: true, Heron: true, Dove: true });
  });

  it("are skipped together, each noted as the act of who did it", async () => {
    await until("there is something to skip in each", async () => (await areOpen()).every(Boolean), RENDERED_WITHIN_MS);
    await press("Skip 4");
    await notice("4 streams skipped a track").waitFor();
    await page.goto(`/streaming?stream=${ids.get("Dove")}`);
    await page.getByRole("list", { name: "Changes" }).getByText("skipped a track").waitFor();
    for (const title of TITLES) await tick(title).click();
  });

  it("jump to a track that all of them hold, or to the first of each", async () => {
    await press("Jump…");
    const dialog = page.getByRole("dialog", { name: "Jump in 4 Streams" });
    const target = dialog.getByLabel("Jump to");
    await target.waitFor();
    expect(await dialog.getByRole("button", { name: "Jump" }).isDisabled()).toBe(true);
    expect(await target.locator("option:enabled").allTextContents()).toEqual(["The first track of each", `${TWO.title} by ${TWO.artist}`]);
    expect(await barriers(page)).toEqual([]);
    await target.selectOption(`${TWO.title} by ${TWO.artist}`);
    const sent = page.waitForRequest("**/trpc/streams.jump*");
    await dialog.getByRole("button", { name: "Jump" }).click();
    const body = (await sent).postData() ?? "";
    for (const id of ids.values()) expect(body).toContain(id);
    await notice("4 streams jumped").waitFor();
  });

  it("jump to what is the first of each by then, though it was another when that was chosen", async () => {
    await press("Jump…");
    const dialog = page.getByRole("dialog", { name: "Jump in 4 Streams" });
    await dialog.getByLabel("Jump to").selectOption("The first track of each");
    const id = ids.get("Moth") ?? "";
    const entries = async () => (await read(call, streamWithTracks, `/api/streams/${id}`)).tracks.map(({ itemId }) => itemId);
    const before = await entries();
    const { tracklistIds } = await call("GET", `/api/streams/${id}`);
    const told = page.waitForResponse(/streams\.get/);
    await call("PATCH", `/api/streams/${id}`, { tracklistIds: Array.isArray(tracklistIds) ? tracklistIds.toReversed() : [] });
    await (await told).finished();
    await page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))");
    const sent = page.waitForRequest("**/trpc/streams.jump*");
    await dialog.getByRole("button", { name: "Jump" }).click();
    const body = (await sent).postData() ?? "";
    const [first = ""] = await entries();
    expect(first).not.toBe(before[0]);
    expect(body).toContain(first);
    await notice("4 streams jumped").waitFor();
  });

  it("are stopped after one question that names what ends, and stay on air where it is not answered", async () => {
    await tick("Owl").click();
    await press("Stop 3");
    const question = page.getByRole("alertdialog", { name: "Stop 3 Streams" });
    for (const title of ["Moth", "Heron", "Dove"])
      await question
        .getByText(new RegExp(`^${title} is being prepared, started (less than a minute|\\d+ minutes?) ago, viewers unknown\\.$`))
        .waitFor();
    await question.getByText("Stopping takes them off the air at once, wherever they are sent.").waitFor();
    expect(await question.getByText("Owl").count()).toBe(0);
    expect(await barriers(page)).toEqual([]);
    await screenshot(page, "several-stop");
    // Going on has the focus.
    await page.keyboard.press("Enter");
    await question.waitFor({ state: "detached" });
    expect(await areLive()).toEqual({ Owl: true, Moth: true, Heron: true, Dove: true });
    await press("Stop 3");
    await question.getByRole("button", { name: "Stop 3 Streams" }).click();
    await notice("3 streams stopped").waitFor();
    expect(await areLive()).toEqual({ Owl: true, Moth: false, Heron: false, Dove: false });
  });

  it("are told as failed, with why, where the server cannot be reached, and all of them can be tried again", async () => {
    await page.route("**/trpc/streams.start*", (route) => route.abort());
    await press("Start 3");
    const failed = bar().getByRole("alert");
    await failed.getByText("Start failed").waitFor();
    expect(await failed.getByText("The server cannot be reached.").count()).toBe(3);
    await page.unroute("**/trpc/streams.start*");
    await bar().getByRole("button", { name: "Try Again" }).press("Enter");
    await isFocused(bar());
    await notice("3 streams started").waitFor();
  });

  it("are stopped only where the question was about them, and it goes where none of those is on air any more", async () => {
    const stop = (title: string) => call("POST", `/api/direct-streaming/stop/${ids.get(title)}`, {});
    const start = (title: string) => call("POST", `/api/direct-streaming/start/${ids.get(title)}`, { title });
    /** Also while a question lies over it. */
    const counts = (live: number) => page.locator('[aria-label="Chosen streams"]').getByText(`Stop ${live}`, { exact: true }).waitFor();
    await stop("Dove");
    await counts(2);
    await press("Stop 2");
    await asked().getByText(/^Moth/).waitFor();
    await start("Dove");
    await counts(3);
    expect(await asked().getByText(/^Dove/).count()).toBe(0);
    await asked().getByRole("button", { name: "Stop 2 Streams" }).click();
    await notice("2 streams stopped").waitFor();
    expect(await areLive()).toEqual({ Owl: true, Moth: false, Heron: false, Dove: true });
    await press("Stop 1");
    await asked().waitFor();
    await stop("Dove");
    await asked().waitFor({ state: "detached" });
    await isFocused(bar());
    for (const title of ["Moth", "Heron", "Dove"]) await start(title);
    await counts(3);
    expect(await asked().count()).toBe(0);
  });

  /** @returns what says so */
  async function stopThreeInVain() {
    await page.route("**/trpc/streams.stop*", (route) => route.abort());
    await press("Stop 3");
    await asked().getByRole("button", { name: "Stop 3 Streams" }).click();
    const failed = bar().getByRole("alert");
    await failed.getByText("Stop failed").waitFor();
    await page.unroute("**/trpc/streams.stop*");
    return failed;
  }

  it("are stopped once more after a question, and only what is on air by then", async () => {
    const failed = await stopThreeInVain();
    await press("Try Again");
    await page.getByRole("alertdialog", { name: "Stop 3 Streams" }).getByRole("button", { name: "Keep on Air" }).click();
    await asked().waitFor({ state: "detached" });
    await failed.getByText("Stop failed").waitFor();
    expect(await areLive()).toEqual({ Owl: true, Moth: true, Heron: true, Dove: true });
    // Somebody else stops two of them, one of which is started again.
    for (const title of ["Heron", "Dove"]) await call("POST", `/api/direct-streaming/stop/${ids.get(title)}`, {});
    await bar().getByRole("button", { name: "Stop 1" }).waitFor();
    await call("POST", `/api/direct-streaming/start/${ids.get("Dove")}`, { title: "Dove" });
    await bar().getByRole("button", { name: "Stop 2" }).waitFor();
    await press("Try Again");
    const question = page.getByRole("alertdialog", { name: "Stop 2 Streams" });
    await question.getByText(/^Dove is being prepared, started less than a minute ago/).waitFor();
    await question.getByRole("button", { name: "Stop 2 Streams" }).click();
    await notice("2 streams stopped").waitFor();
    await failed.waitFor({ state: "detached" });
    expect(await areLive()).toEqual({ Owl: true, Moth: false, Heron: false, Dove: false });
  });

  it("are not asked about once more where none that failed to stop is on air any more", async () => {
    const others = ["Moth", "Heron", "Dove"];
    const startOthers = async () => {
      for (const title of others) await call("POST", `/api/direct-streaming/start/${ids.get(title)}`, { title });
    };
    await startOthers();
    const failed = await stopThreeInVain();
    for (const title of others) await call("POST", `/api/direct-streaming/stop/${ids.get(title)}`, {});
    await bar().getByRole("button", { name: "Start 3" }).waitFor();
    await press("Try Again");
    await failed.waitFor({ state: "detached" });
    expect(await asked().count()).toBe(0);
    await startOthers();
    await bar().getByRole("button", { name: "Stop 3" }).waitFor();
  });

  it("are told as failed by a notice where nobody is there any more to read it beside them", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route("**/trpc/streams.skip*", async (route) => {
      await promise;
      await route.abort();
    });
    await bar().getByRole("button", { name: "Skip 3" }).press("Enter");
    await bar().getByText("Skipping in 3 streams…").waitFor();
    await isFocused(bar().getByRole("button", { name: "Skip 3" }));
    await page.getByRole("link", { name: /^Music Library/ }).click();
    await page.getByRole("heading", { name: "Music Library", level: 1 }).waitFor();
    resolve();
    await notice("Skip failed").getByText("Moth, Heron and Dove: The server cannot be reached.").waitFor();
    await page.unroute("**/trpc/streams.skip*");
  });

  it("are handled with a thumb as well: nothing is wider than a phone, and the bar stays in reach", async () => {
    await page.setViewportSize(PHONE);
    await page.goto("/streaming");
    for (const title of TITLES) await tick(title).click();
    await bar().getByText("4 chosen").waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(PHONE.width);
    expect(await barriers(page)).toEqual([]);
    await screenshot(page, "several");
    await page.setViewportSize(PHONE);
    await press("Stop 4");
    await asked().getByRole("button", { name: "Stop 4 Streams" }).click();
    await notice("4 streams stopped").waitFor();
    await page.setViewportSize(DESKTOP);
  });
});

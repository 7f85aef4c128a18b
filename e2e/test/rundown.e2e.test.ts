/// <reference lib="dom" />
import { readFile } from "node:fs/promises";
import type { Page, Route } from "playwright-core";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DESKTOP, PHONE } from "../src/browser.ts";
import { isFocused } from "../src/command-box.ts";
import { givenStream } from "../src/given.ts";
import { studioFor } from "../src/studio-for.ts";
import { middleOf, swipe } from "../src/swipe.ts";
import { makeTone, type Tone } from "../src/tones.ts";
import { framesDuring, percentile } from "../src/trace.ts";

// The rundown of a stream as two people fill and order it at once, each in a browser of their own.

const TONE: Tone = { fileName: "tone.mp3", title: "Tone", artist: "Cold Harbour", pitchHz: 400, rateHz: 44_100, channels: 2, seconds: 2 };
const TITLES = ["Moth", "Owl", "Heron", "Nightjar"];

const open = studioFor("rundown");
const trackIds: string[] = [];
let streamId = "";

beforeAll(async () => {
  const { call, folder } = open();
  const form = new FormData();
  form.set("audio", new File([await readFile(await makeTone(folder, TONE))], TONE.fileName, { type: "audio/mpeg" }));
  const { fileUrl } = await call("POST", "/api/upload/audio", form);
  for (const title of TITLES) {
    const genre = title === "Heron" ? "Ambient" : "House";
    trackIds.push(String((await call("POST", "/api/tracks", { title, artist: "Cold Harbour", genre, duration: "0:02", fileUrl }))["id"]));
  }
});
beforeEach(async () => {
  streamId = await givenStream(open().call, "Night Shift", { trackIds });
});

async function atRundown(viewport = DESKTOP): Promise<Page> {
  const page = await open().signedIn({ viewport });
  await page.goto(`/streaming?stream=${streamId}`);
  await row(page, 1, "Moth").waitFor();
  return page;
}
const row = (page: Page, place: number, title: string) =>
  page.getByRole("listitem", { name: `${place}. ${title} by Cold Harbour`, exact: true });

const handle = (page: Page, title: string) => page.getByRole("button", { name: `Move ${title}; use the arrow keys` });

async function fromMenu(page: Page, title: string, item: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${title}` }).click();
  await page.getByRole("menuitem", { name: item, exact: true }).click();
}

/** Keeps the page's next step on its way until it is let go: somebody else is faster. */
async function heldStep(page: Page): Promise<{ sent: Promise<void>; letGo: () => Promise<void> }> {
  const sent = Promise.withResolvers<Route>();
  await page.route("**/trpc/streams.stepTracklist*", (route) => sent.resolve(route), { times: 1 });
  return { sent: sent.promise.then(() => undefined), letGo: async () => (await sent.promise).continue() };
}

async function shows(page: Page, titles: readonly string[]): Promise<void> {
  for (const [index, title] of titles.entries()) await row(page, index + 1, title).waitFor();
  await page.getByRole("listitem", { name: new RegExp(`^${titles.length + 1}\\. `) }).waitFor({ state: "detached" });
}

it("says of a shuffled list why nothing is played next, where that would be pressed", async () => {
  const why = "In a shuffled order what comes next is drawn by lot.";
  await open().call("PATCH", `/api/streams/${streamId}`, { order: "shuffled" });
  const page = await atRundown();
  await page.getByRole("button", { name: "Actions for Owl" }).focus();
  await page.keyboard.press("Enter");
  const item = page.getByRole("menuitem", { name: `Play next ${why}` });
  await item.waitFor();
  expect(await item.getAttribute("aria-disabled")).toBe("true");
  // Reached by the keys, and pressed in vain.
  await page.keyboard.press("Home");
  await expect.poll(() => isFocused(item)).toBe(true);
  await page.keyboard.press("Enter");
  await item.getByText(why).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("checkbox", { name: "Choose Owl" }).check();
  const bar = page.getByRole("group", { name: "Chosen tracks" });
  await bar.getByText(why).waitFor();
  expect(await bar.getByRole("button", { name: "Play Next" }).isDisabled()).toBe(true);
});

describe("two operators at one rundown", () => {
  it("see each other's steps, and steps that have nothing to do with each other are both carried out", async () => {
    const [ana, ben] = [await atRundown(), await atRundown()];
    const held = await heldStep(ben);
    await fromMenu(ben, "Moth", "Remove");
    await held.sent;
    await fromMenu(ana, "Nightjar", "Move to the top");
    await shows(ana, ["Nightjar", "Moth", "Owl", "Heron"]);
    await ana.getByText("Repeats for ever.").waitFor();
    await held.letGo();
    for (const page of [ana, ben]) await shows(page, ["Nightjar", "Owl", "Heron"]);
  });

  it("of two who change the same track the second is shown what the first did, and chooses", async () => {
    const [ana, ben] = [await atRundown(), await atRundown()];
    const held = await heldStep(ben);
    await fromMenu(ben, "Owl", "Remove");
    await held.sent;
    await fromMenu(ana, "Owl", "Move to the bottom");
    await shows(ana, ["Moth", "Heron", "Nightjar", "Owl"]);
    await ana.getByText("Repeats for ever.").waitFor();
    await held.letGo();
    const dialog = ben.getByRole("dialog", { name: "Changed by Somebody Else" });
    await dialog.getByText("moved “Owl”").waitFor();
    await dialog.getByRole("button", { name: "Do Mine as Well" }).click();
    for (const page of [ana, ben]) await shows(page, ["Moth", "Heron", "Nightjar"]);
    await ana.getByRole("list", { name: "Changes" }).getByText("removed “Owl”").waitFor();
  });
});

describe("what somebody else did meanwhile", () => {
  it("is told also where the list was left with the step still on its way, and asked about in it", async () => {
    const [ana, ben] = [await atRundown(), await atRundown()];
    const held = await heldStep(ben);
    await fromMenu(ben, "Owl", "Remove");
    await held.sent;
    await ben.getByRole("tab", { name: "Background" }).click();
    await fromMenu(ana, "Owl", "Move to the bottom");
    await ana.getByText("Repeats for ever.").waitFor();
    await held.letGo();
    await ben.locator("[data-notice]").filter({ hasText: "Somebody else changed the same tracks meanwhile." }).waitFor();
    await ben.getByRole("tab", { name: /^Tracklist/ }).click();
    await ben.getByRole("dialog", { name: "Changed by Somebody Else" }).getByRole("button", { name: "Do Mine as Well" }).click();
    for (const page of [ana, ben]) await shows(page, ["Moth", "Heron", "Nightjar"]);
  });

  it("that could not be read is said to be so, and read again on demand", async () => {
    const [ana, ben] = [await atRundown(), await atRundown()];
    await ben.getByRole("list", { name: "Changes", exact: true }).waitFor();
    const held = await heldStep(ben);
    await fromMenu(ben, "Owl", "Remove");
    await held.sent;
    await ben.route(/\/trpc\/[^?]*streams\.history/, (route) => route.abort());
    await fromMenu(ana, "Owl", "Move to the bottom");
    await ana.getByText("Repeats for ever.").waitFor();
    await held.letGo();
    const dialog = ben.getByRole("dialog", { name: "Changed by Somebody Else" });
    await dialog.getByRole("alert").waitFor();
    await ben.unroute(/\/trpc\/[^?]*streams\.history/);
    await dialog.getByRole("button", { name: "Try again" }).click();
    await dialog.getByText("moved “Owl”").waitFor();
  });
});

it("tracks put under another are added once, though the button is pressed twice before it says that it is busy", async () => {
  const page = await atRundown();
  await fromMenu(page, "Owl", "Add tracks after this");
  const adding = page.getByRole("dialog", { name: "Add Track" });
  await adding.getByRole("checkbox", { name: "Nightjar by Cold Harbour" }).click();
  await adding.getByRole("button", { name: "Add Track" }).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await adding.waitFor({ state: "detached" });
  await shows(page, ["Moth", "Owl", "Nightjar", "Heron", "Nightjar"]);
  await page.getByText("5 tracks ·").waitFor();
});

it("tracks put under one that somebody else removed are asked about, and stand where that stood", async () => {
  const [ana, ben] = [await atRundown(), await atRundown()];
  await fromMenu(ben, "Owl", "Add tracks after this");
  const adding = ben.getByRole("dialog", { name: "Add Track" });
  await adding.getByRole("checkbox", { name: "Nightjar by Cold Harbour" }).click();
  const held = await heldStep(ben);
  await adding.getByRole("button", { name: "Add Track" }).click();
  await held.sent;
  await fromMenu(ana, "Owl", "Remove");
  await shows(ana, ["Moth", "Heron", "Nightjar"]);
  await ana.getByText("Repeats for ever.").waitFor();
  await held.letGo();
  const dialog = ben.getByRole("dialog", { name: "Changed by Somebody Else" });
  await dialog.getByText("removed “Owl”").waitFor();
  await dialog.getByRole("button", { name: "Do Mine as Well" }).click();
  for (const page of [ana, ben]) await shows(page, ["Moth", "Nightjar", "Heron", "Nightjar"]);
  await dialog.waitFor({ state: "detached" });
  await adding.waitFor({ state: "detached" });
});

describe("one operator", () => {
  it("takes back a removal of several, each to where it stood", async () => {
    const page = await atRundown();
    for (const title of ["Moth", "Heron"]) await page.getByRole("checkbox", { name: `Choose ${title}` }).click();
    const bar = page.getByRole("group", { name: "Chosen tracks" });
    await bar.getByText("2 chosen").waitFor();
    await bar.getByRole("button", { name: "Remove" }).click();
    await shows(page, ["Owl", "Nightjar"]);
    await page.getByRole("button", { name: "Undo" }).click();
    await shows(page, TITLES);
  });

  it("chooses a range with Shift, and takes back step after step with Ctrl and Z", async () => {
    const page = await atRundown();
    const tick = (title: string) => page.getByRole("checkbox", { name: `Choose ${title}` });
    await tick("Moth").click();
    await tick("Owl").click({ modifiers: ["Shift"] });
    await page.getByRole("group", { name: "Chosen tracks" }).getByText("2 chosen").waitFor();
    await tick("Heron").press("Shift+Space");
    const bar = page.getByRole("group", { name: "Chosen tracks" });
    await bar.getByText("3 chosen").waitFor();
    await bar.getByRole("button", { name: "To the Bottom" }).click();
    await shows(page, ["Nightjar", "Moth", "Owl", "Heron"]);
    await fromMenu(page, "Nightjar", "Remove");
    await shows(page, ["Moth", "Owl", "Heron"]);
    await page.keyboard.press("Control+z");
    await shows(page, ["Nightjar", "Moth", "Owl", "Heron"]);
    await page.keyboard.press("Control+z");
    await shows(page, TITLES);
    await page.getByText("Repeats for ever.").waitFor();
    expect((await open().call("GET", `/api/streams/${streamId}`))["tracklistIds"]).toEqual(trackIds);
  });

  it("moves by keys to the ends, and by the menu to a place", async () => {
    const page = await atRundown();
    await page.getByRole("button", { name: "Move Owl; use the arrow keys" }).press("End");
    await shows(page, ["Moth", "Heron", "Nightjar", "Owl"]);
    await fromMenu(page, "Moth", "Move to a place…");
    const dialog = page.getByRole("dialog", { name: "Move to a Place" });
    await dialog.getByRole("textbox", { name: "Place" }).fill("3");
    await dialog.getByRole("button", { name: "Move" }).click();
    await shows(page, ["Heron", "Nightjar", "Moth", "Owl"]);
  });

  it("is asked before Escape throws away the place that was typed", async () => {
    const page = await atRundown();
    await fromMenu(page, "Moth", "Move to a place…");
    const dialog = page.getByRole("dialog", { name: "Move to a Place" });
    const question = page.getByRole("alertdialog", { name: "Discard changes?" });
    const place = dialog.getByRole("textbox", { name: "Place" });
    await place.fill("3");
    await page.keyboard.press("Escape");
    await question.getByRole("button", { name: "Keep Editing" }).click();
    await question.waitFor({ state: "detached" });
    expect(await place.inputValue()).toBe("3");
    await page.keyboard.press("Escape");
    await question.getByRole("button", { name: "Discard" }).click();
    await dialog.waitFor({ state: "detached" });
    await shows(page, TITLES);
  });

  it("moves chosen neighbours past the one beside them by one press, and is told where they are", async () => {
    const page = await atRundown();
    for (const title of ["Owl", "Heron"]) await page.getByRole("checkbox", { name: `Choose ${title}` }).click();
    await handle(page, "Owl").press("ArrowDown");
    await shows(page, ["Moth", "Nightjar", "Owl", "Heron"]);
    await page.getByText("2 tracks moved to position 3 of 4").waitFor({ state: "attached" });
    await handle(page, "Heron").press("ArrowUp");
    await shows(page, TITLES);
  });

  it("stays in the list while removing by keys and by the menu, and can take that back after a look at another tab", async () => {
    const page = await atRundown();
    await handle(page, "Owl").press("Backspace");
    await shows(page, ["Moth", "Heron", "Nightjar"]);
    await expect.poll(() => isFocused(handle(page, "Heron"))).toBe(true);
    await page.getByRole("button", { name: "Actions for Heron" }).press("Enter");
    await page.getByRole("menuitem", { name: "Remove" }).press("Enter");
    await shows(page, ["Moth", "Nightjar"]);
    await expect.poll(() => isFocused(page.getByRole("button", { name: "Actions for Nightjar" }))).toBe(true);
    await page.getByText("Repeats for ever.").waitFor();
    await page.getByRole("tab", { name: "Background" }).click();
    await page.getByRole("tab", { name: /^Tracklist/ }).click();
    await page.getByRole("button", { name: "Undo: removed Heron" }).click();
    await shows(page, ["Moth", "Heron", "Nightjar"]);
  });

  it("drags a track farther than the screen shows, to a row that was not there when the drag began", async () => {
    await open().call("POST", "/api/streams/add-tracks", { streamId, trackIds: Array.from({ length: 39 }, () => trackIds).flat() });
    const page = await atRundown();
    await handle(page, "Moth")
      .first()
      .evaluate((node) => node.scrollIntoView({ block: "center" }));
    const grip = await handle(page, "Moth").first().boundingBox();
    if (grip === null) throw new Error("the tracklist is not shown");
    await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2);
    await page.mouse.down();
    // At the edge of the window it scrolls by itself.
    await page.mouse.move(grip.x + 8, DESKTOP.height - 8, { steps: 5 });
    await page.getByRole("listitem", { name: /^60\. / }).waitFor();
    await page.mouse.move(grip.x + 8, DESKTOP.height / 2, { steps: 5 });
    await page.mouse.up();
    const told = page.getByText(/^Moth moved to position \d+ of 160$/);
    await told.waitFor({ state: "attached" });
    const place = Number(/position (\d+)/.exec((await told.textContent()) ?? "")?.[1]);
    expect(place).toBeGreaterThan(40);
    await page.getByText("Repeats for ever.").waitFor();
    const [moth = "", ...others] = Array.from({ length: 40 }, () => trackIds).flat();
    expect((await open().call("GET", `/api/streams/${streamId}`))["tracklistIds"]).toEqual(others.toSpliced(place - 1, 0, moth));
  });

  it("drags a track by its handle with a finger, and the page stays where it is; beside the handle the finger scrolls it", async () => {
    const page = await open().signedIn({ viewport: PHONE, hasTouch: true, isMobile: true });
    await page.goto(`/streaming?stream=${streamId}`);
    const [from, to] = [handle(page, "Moth"), row(page, 3, "Heron")];
    await to.evaluate((node) => node.scrollIntoView({ block: "center" }));
    const scrolledPx = () => page.evaluate(() => scrollY);
    const beforePx = await scrolledPx();
    await swipe(page, await middleOf(from), await middleOf(to));
    await shows(page, ["Owl", "Heron", "Moth", "Nightjar"]);
    expect(await scrolledPx()).toBe(beforePx);
    await page.getByText("Repeats for ever.").waitFor();
    const [moth, owl, heron, nightjar] = trackIds;
    expect((await open().call("GET", `/api/streams/${streamId}`))["tracklistIds"]).toEqual([owl, heron, moth, nightjar]);
    await swipe(page, await middleOf(row(page, 3, "Moth")), await middleOf(row(page, 1, "Owl")));
    await expect.poll(scrolledPx).toBeGreaterThan(beforePx);
    await shows(page, ["Owl", "Heron", "Moth", "Nightjar"]);
  });

  it("finds on a phone too the number, the artwork and the remove button of each track, beside a title that can be read", async () => {
    const page = await atRundown(PHONE);
    const owl = row(page, 2, "Owl");
    await owl.getByText("2", { exact: true }).filter({ visible: true }).waitFor();
    expect(await owl.locator("[aria-hidden]:has(> svg.lucide-disc-3)").isVisible()).toBe(true);
    const title = await owl.getByText("Owl", { exact: true }).boundingBox();
    const actions = await owl.getByRole("button", { name: "Actions for Owl" }).boundingBox();
    expect(title && actions && actions.x + actions.width).toBeLessThanOrEqual(PHONE.width);
    await owl.getByRole("button", { name: "Remove Owl" }).click();
    await shows(page, ["Moth", "Heron", "Nightjar"]);
  });

  it("fills it with all that a search found, and what was ticked before stays ticked", async () => {
    const page = await atRundown();
    await page.getByRole("button", { name: "Add Track" }).click();
    const dialog = page.getByRole("dialog", { name: "Add Track" });
    await dialog.getByRole("checkbox", { name: "Heron by Cold Harbour" }).click();
    await dialog.getByRole("combobox", { name: "Genre" }).selectOption("House");
    await dialog.getByRole("button", { name: "Choose All 3 tracks" }).click();
    await dialog.getByText("4 chosen").waitFor();
    await dialog.getByRole("button", { name: "Add 4 Tracks" }).click();
    await row(page, 5, "Heron").waitFor();
    await page.getByText("8 tracks ·").waitFor();
  });

  it("adds what is chosen in the library to a stream", async () => {
    const page = await open().signedIn();
    await page.goto("/library?genre=House");
    await page.getByRole("checkbox", { name: "Choose Owl" }).click();
    await page.getByRole("button", { name: "Choose All 3 tracks" }).click();
    await page.getByText("3 chosen").waitFor();
    await page.getByRole("button", { name: "Add to Stream" }).click();
    const dialog = page.getByRole("dialog", { name: "Add to Stream" });
    await dialog.getByRole("combobox", { name: "Stream" }).selectOption(streamId);
    await dialog.getByRole("button", { name: "Add 3 Tracks" }).click();
    await dialog.waitFor({ state: "detached" });
    const { tracklistIds } = await open().call("GET", `/api/streams/${streamId}`);
    expect(tracklistIds).toHaveLength(7);
  });
});

/** What 95 of 100 frames are to stay below on a machine of one's own; beside others it is several times slower. */
const FRAME_MS = 16;
const BUSY_MACHINE = 3;

it("a list of 2,000 stays smooth: scrolling and choosing takes few milliseconds of scripts and layout a frame", async () => {
  const { browser, call } = open();
  await call("POST", "/api/streams/add-tracks", { streamId, trackIds: Array.from({ length: 499 }, () => trackIds).flat() });
  const page = await atRundown();
  const frames = await framesDuring(await browser(), page, async () => {
    await page.evaluate(async () => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      for (let step = 0; step < 120; step += 1) {
        scrollBy(0, 300);
        await frame();
      }
    });
    await page.getByRole("checkbox", { name: "Choose Moth" }).first().click();
    await page.getByText("1 chosen").waitFor();
  });
  expect(frames.length).toBeGreaterThan(10);
  const p95Of = (part: "scriptCpuMs" | "scriptAndLayoutCpuMs") =>
    percentile(
      frames.map((frame) => frame[part]),
      0.95,
    );
  const [scriptMs, allMs] = [p95Of("scriptCpuMs"), p95Of("scriptAndLayoutCpuMs")];
  console.info(
    `a list of 2,000: p95 of ${frames.length} frames ${scriptMs.toFixed(1)} ms of scripts, where ${FRAME_MS} are wanted, ${allMs.toFixed(1)} with layout`,
  );
  expect(allMs).toBeLessThan(FRAME_MS * BUSY_MACHINE);
});

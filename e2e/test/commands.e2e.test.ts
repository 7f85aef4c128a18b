/// <reference lib="dom" />
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { barriers } from "../src/axe.ts";
import { DESKTOP, PHONE } from "../src/browser.ts";
import { givenTemplate, givenTrack } from "../src/given.ts";
import { signIn } from "../src/newcomer.ts";
import { studioFor } from "../src/plain-studio.ts";
import { TONES } from "../src/tones.ts";

// Any page, stream, track, template and action by a few letters; and the list of the keys of each screen.

const STAFF = { email: "bo@label.example", password: "another good password" };
/** Nobody listens there: what is wanted does not hang on it. */
const NOWHERE = { rtmpUrl: "rtmp://127.0.0.1:9/live", streamKey: "key" };
const [ONE, TWO] = TONES;
if (!ONE || !TWO) throw new Error("too few tones");

const open = studioFor("commands");
let folder = "";
let streamId = "";

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "nightjar-commands-"));
  const { call } = open();
  const trackIds = [];
  for (const tone of [ONE, TWO]) trackIds.push(await givenTrack(call, folder, tone));
  await givenTemplate(call, "Late Words");
  streamId = String((await call("POST", "/api/streams", { title: "Harbour Radio" }))["id"]);
  await call("PATCH", `/api/streams/${streamId}`, { tracklistIds: trackIds });
  await call("PUT", `/api/streams/${streamId}/destination`, NOWHERE);
  await call("POST", "/api/streams", { title: "Unplugged" });
  await call("POST", "/api/auth/register", STAFF);
  const { users } = (await call("GET", "/api/auth/users")) as { users: { id: string; email: string }[] };
  const staff = users.find(({ email }) => email === STAFF.email);
  await call("PATCH", `/api/auth/users/${staff?.id}/status`, { status: "approved" });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const box = (page: Page) => page.getByRole("dialog", { name: "Commands" });
const field = (page: Page) => box(page).getByRole("combobox", { name: "Commands" });
const option = (page: Page, name: string | RegExp) => box(page).getByRole("option", { name });
const selected = (page: Page) => box(page).getByRole("option", { selected: true });
const notice = (page: Page, title: string) => page.locator("[data-notice]").filter({ hasText: title });
const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 });
const isFocused = (place: Locator) => place.evaluate((node) => node === document.activeElement);

/** Types, waits until what is wanted is the chosen one, and does it. */
async function command(page: Page, typed: string, wanted: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await field(page).waitFor();
  await page.keyboard.type(typed);
  await selected(page).filter({ hasText: wanted }).waitFor();
  await page.keyboard.press("Enter");
  await box(page).waitFor({ state: "detached" });
}

describe("the commands", () => {
  it("open by Ctrl and K also where somebody types, take the focus and give it back", async () => {
    const page = await open().operator();
    await page.goto("/library");
    const search = page.getByLabel("Search tracks");
    await search.fill("mo");
    await page.keyboard.press("Control+k");
    await expect.poll(() => isFocused(field(page))).toBe(true);
    await page.keyboard.press("Escape");
    await box(page).waitFor({ state: "detached" });
    await expect.poll(() => isFocused(search)).toBe(true);
    expect(await search.inputValue()).toBe("mo");
    const button = page.getByRole("button", { name: /^Commands/ });
    await button.click();
    await box(page).getByRole("button", { name: "Close" }).click();
    await expect.poll(() => isFocused(button)).toBe(true);
  });

  it("are not opened over a dialog, whose text would be lost", async () => {
    const page = await open().operator();
    await page.goto("/streaming");
    await page.getByRole("button", { name: "Create New Stream" }).click();
    const making = page.getByRole("dialog", { name: "Create New Stream" });
    await making.getByLabel("Title").fill("Typed");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("!");
    expect(await making.getByLabel("Title").inputValue()).toBe("Typed!");
    expect(await box(page).count()).toBe(0);
  });

  it("reach pages, streams and templates by the keyboard alone", async () => {
    const page = await open().operator();
    await command(page, "backgr", "Background Videos");
    await heading(page, "Background Videos").waitFor();
    await command(page, "harb", "Harbour Radio");
    await page.getByRole("heading", { name: "Harbour Radio", level: 2 }).waitFor();
    await command(page, "words late", "Late Words");
    await heading(page, "Overlay Designer").waitFor();
    await page.getByRole("button", { name: "Select Greeting" }).waitFor();
    await command(page, "change passw", "Change Password");
    await heading(page, "Settings").waitFor();
  });

  it("go round with the arrow keys, and say which of them is chosen", async () => {
    const page = await open().operator();
    await page.keyboard.press("Control+k");
    await field(page).waitFor();
    await option(page, "Harbour Radio").waitFor();
    const options = box(page).getByRole("option");
    const names = await options.allTextContents();
    const chosen = () =>
      field(page).evaluate((node) => document.getElementById(node.getAttribute("aria-activedescendant") ?? "")?.textContent);
    await expect.poll(chosen).toBe(names[0]);
    await page.keyboard.press("ArrowDown");
    await expect.poll(chosen).toBe(names[1]);
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    await expect.poll(chosen).toBe(names.at(-1));
    await page.keyboard.type("no such thing anywhere");
    await box(page).getByText("Nothing fits “no such thing anywhere”.").last().waitFor();
  });

  it("make a stream from anywhere, and show it", async () => {
    const page = await open().operator();
    await page.goto("/settings");
    await heading(page, "Settings").waitFor();
    await page.keyboard.press("Control+k");
    await field(page).fill("new stream");
    await selected(page).filter({ hasText: "Create New Stream" }).waitFor();
    await page.keyboard.press("Enter");
    const making = page.getByRole("dialog", { name: "Create New Stream" });
    await making.getByLabel("Title").fill("Made by hand");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Made by hand", level: 2 }).waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  it("give the focus back after a dialog that they opened", async () => {
    const page = await open().operator();
    await page.goto("/library");
    const search = page.getByLabel("Search tracks");
    await search.focus();
    await page.keyboard.press("Control+k");
    await field(page).fill("bulk");
    await selected(page).filter({ hasText: "Bulk Upload" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Bulk Upload" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expect.poll(() => isFocused(search)).toBe(true);
  });

  it("sign out", async () => {
    const page = await open().operator();
    await command(page, "sign out", "Sign Out");
    await heading(page, "Sign in").waitFor();
  });
});

describe("a stream", () => {
  it("is started, skipped and stopped by a command from another screen, and Stop asks", async () => {
    const page = await open().operator();
    const isLive = async () => (await open().call("GET", `/api/streams/${streamId}`))["isLive"];
    await command(page, "start harb", "Start Harbour Radio");
    await notice(page, "Stream Started").waitFor();
    expect(await isLive()).toBe(true);
    const skipped = page.waitForRequest(/streams\.skip/);
    await command(page, "skip harb", "Skip the track on Harbour Radio");
    expect((await skipped).postData()).toContain(streamId);
    const question = page.getByRole("alertdialog", { name: "Stop Stream" });
    const askToStop = async () => {
      await page.keyboard.press("Control+k");
      await field(page).fill("stop harb");
      await selected(page).filter({ hasText: "Stop Harbour Radio" }).waitFor();
      await page.keyboard.press("Enter");
      await question.getByText(/Harbour Radio is on air for/).waitFor();
    };
    await askToStop();
    await question.getByRole("button", { name: "Keep on Air" }).click();
    await question.waitFor({ state: "detached" });
    expect(await isLive()).toBe(true);
    await askToStop();
    await question.getByRole("button", { name: "Stop Stream" }).click();
    await notice(page, "Stream Stopped").waitFor();
    expect(await isLive()).toBe(false);
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  it("is deleted from another screen, after the question, and that is said", async () => {
    await open().call("POST", "/api/streams", { title: "Short Lived" });
    const page = await open().operator();
    await page.keyboard.press("Control+k");
    await field(page).fill("delete short");
    await selected(page).filter({ hasText: "Delete Short Lived" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("alertdialog", { name: "Delete Stream" }).getByRole("button", { name: "Delete" }).click();
    await notice(page, "Stream Deleted").getByText("Short Lived").waitFor();
    const streams = Object.values(await open().call("GET", "/api/streams")) as unknown as { title: string }[];
    expect(streams.map(({ title }) => title)).not.toContain("Short Lived");
  });

  it("on the screen has its own commands before all others", async () => {
    const page = await open().operator();
    await page.goto(`/streaming?stream=${streamId}`);
    await page.getByRole("heading", { name: "Harbour Radio", level: 2 }).waitFor();
    await page.keyboard.press("Control+k");
    const own = box(page).getByRole("group", { name: "The stream on the screen" });
    await own.getByRole("option", { name: "Start Harbour Radio" }).waitFor();
    expect(await own.getByRole("option").count()).toBe(5);
    expect(await selected(page).textContent()).toBe("Start Harbour Radio");
  });
});

describe("a track", () => {
  it("is found by the server, never the whole library, and played or shown", async () => {
    const page = await open().operator();
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("tracks.")) asked.push(decodeURIComponent(request.url()));
    });
    await command(page, ONE.title, `Play ${ONE.title}`);
    await notice(page, "Now Playing").waitFor();
    await page.getByRole("region", { name: "Player" }).getByText(ONE.title).waitFor();
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((url) => !/"search":"[^"]+".*"limit":5/.test(url))).toEqual([]);
    await page.keyboard.press("Control+k");
    await field(page).fill(ONE.title);
    await option(page, `${ONE.title} in the library`).click();
    await heading(page, "Music Library").waitFor();
    await page.getByRole("row").filter({ hasText: ONE.title }).waitFor();
    expect(new URL(page.url()).searchParams.get("search")).toBe(ONE.title);
  });

  it("that could not be looked for leaves all else, and a sentence", async () => {
    const page = await open().operator();
    await page.route(/tracks\.list/, (route) => route.abort());
    await page.keyboard.press("Control+k");
    await field(page).fill("stream manager");
    await box(page).getByText("The tracks could not be searched. The server cannot be reached.").waitFor();
    await page.keyboard.press("Enter");
    await heading(page, "Stream Manager").waitFor();
  });
});

describe("what somebody may not do, or cannot be done now,", () => {
  it("is not offered", async () => {
    const admin = await open().operator();
    const staff = await open().visitor();
    await signIn(staff, STAFF);
    await staff.getByText("Welcome,").waitFor();
    for (const [page, count] of [
      [admin, 1],
      [staff, 0],
    ] as const) {
      await page.keyboard.press("Control+k");
      await field(page).fill("admin dashboard");
      await expect.poll(() => option(page, "Admin Dashboard").count()).toBe(count);
      await field(page).fill("unplugged");
      await option(page, "Edit Unplugged").waitFor();
      expect(await option(page, /^(Start|Stop|Skip)/).count()).toBe(0);
    }
  });
});

describe.each([
  ["wide", DESKTOP],
  ["phone-sized", PHONE],
] as const)("on a %s screen", (_name, viewport) => {
  it("commands and keys are found, fit, and are no barrier to anybody", async () => {
    const page = await open().operator({ viewport, hasTouch: viewport === PHONE });
    await page.getByRole("button", { name: /^Commands/ }).click();
    await option(page, "Harbour Radio").first().waitFor();
    const reaches = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(await reaches()).toBeLessThanOrEqual(0);
    expect(await barriers(page), "nothing typed").toEqual([]);
    await field(page).fill("har");
    await option(page, "Delete Harbour Radio").waitFor();
    expect(await barriers(page), "with what was found").toEqual([]);
    if (viewport === PHONE) {
      const bounds = await option(page, "Delete Harbour Radio").boundingBox();
      expect(bounds?.height).toBeGreaterThanOrEqual(44);
    }
    await field(page).fill("keyboard");
    await option(page, "Keyboard Shortcuts").click();
    await page.getByRole("dialog", { name: "Keyboard Shortcuts" }).getByRole("heading", { name: "Everywhere" }).waitFor();
    expect(await reaches()).toBeLessThanOrEqual(0);
    expect(await barriers(page), "keys").toEqual([]);
  });
});

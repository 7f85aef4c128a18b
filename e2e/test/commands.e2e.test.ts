/// <reference lib="dom" />
import { beforeAll, describe, expect, it } from "vitest";
import { barriers } from "../src/axe.ts";
import { DESKTOP, PHONE } from "../src/browser.ts";
import { box, choose, command, field, heading, isFocused, option, selected } from "../src/command-box.ts";
import { givenStaff, givenStream, givenTemplate, givenTracks, NOWHERE } from "../src/given.ts";
import { signIn } from "../src/newcomer.ts";
import { studioFor } from "../src/studio-for.ts";
import { TONES } from "../src/tones.ts";

// The box that takes a few letters for any page, stream, template and action; and the list of the keys of each screen.

const STAFF = { email: "bo@label.example", password: "another good password" };
const [ONE, TWO] = TONES;
if (!ONE || !TWO) throw new Error("too few tones");

const open = studioFor("commands");

beforeAll(async () => {
  const { call, folder } = open();
  const trackIds = await givenTracks(call, folder, [ONE, TWO]);
  await givenTemplate(call, "Late Words");
  await givenStream(call, "Harbour Radio", { trackIds, destination: NOWHERE });
  await givenStream(call, "Unplugged");
  await givenStaff(call, STAFF);
});

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

  it("keep what is typed in them where the dialog closed before gives the focus back late", async () => {
    const page = await open().operator();
    await page.goto("/streaming");
    await page.getByRole("button", { name: "Create New Stream" }).click();
    const making = page.getByRole("dialog", { name: "Create New Stream" });
    await making.waitFor();
    // As on a busy machine: what is to be done at once is done a while later.
    await page.evaluate(`{
      const real = window.setTimeout;
      window.late = 0;
      window.everLate = 0;
      window.setTimeout = (run, ms = 0, ...given) => {
        if (ms > 0) return real(run, ms, ...given);
        window.late += 1;
        window.everLate += 1;
        return real(() => { window.late -= 1; run(...given); }, 1000);
      };
    }`);
    await page.keyboard.press("Escape");
    await making.waitFor({ state: "detached" });
    expect(await page.evaluate("window.everLate")).toBeGreaterThan(0);
    await page.keyboard.press("Control+k");
    await expect.poll(() => isFocused(field(page))).toBe(true);
    await page.keyboard.type("har");
    await expect.poll(() => page.evaluate("window.late")).toBe(0);
    await page.keyboard.type("bour");
    expect(await field(page).inputValue()).toBe("harbour");
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
    // Opened before the streams are read, the list grows above the one that is chosen, which stays so.
    await page.keyboard.press("Control+k");
    await option(page, "Harbour Radio").waitFor();
    await page.keyboard.press("Escape");
    await field(page).waitFor({ state: "detached" });
    await page.keyboard.press("Control+k");
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

  it.each([
    ["change background harbour", "Change the background of Harbour Radio", "Change Background", "No backgrounds yet"],
    ["select template harbour", "Select a template for Harbour Radio", "Select Template", null],
  ])("say by '%s' what could not be read, and read it again", async (typed, wanted, title, none) => {
    const page = await open().operator();
    const reads = /trpc\/[^?]*(backgrounds\.list|overlays\.templates)/;
    await page.goto("/streaming");
    // The streams are read by then, and the commands ask for the rest alone.
    await page.getByRole("heading", { level: 2 }).first().waitFor();
    await page.route(reads, (route) => route.abort());
    await choose(page, typed, wanted);
    const dialog = page.getByRole("dialog", { name: title });
    await dialog.getByText("The server cannot be reached.", { exact: false }).waitFor();
    if (none !== null) expect(await dialog.getByText(none).count()).toBe(0);
    await page.unroute(reads);
    await dialog.getByRole("button", { name: "Try again" }).click();
    await dialog
      .getByText(none ?? "Late Words")
      .first()
      .waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  });

  it("sign out", async () => {
    const page = await open().operator();
    await command(page, "sign out", "Sign Out");
    await heading(page, "Sign in").waitFor();
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

/// <reference lib="dom" />
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { DESKTOP, PHONE } from "../src/browser.ts";
import { givenStream, givenTrack } from "../src/given.ts";
import { hold } from "../src/hold.ts";
import { isInReach } from "../src/in-reach.ts";
import { goTo } from "../src/newcomer.ts";
import { standsOnce } from "../src/stands-once.ts";
import { studioFor } from "../src/studio-for.ts";
import type { Tone } from "../src/tones.ts";

// How the studio is handled: keys, focus, dropped files, the player; on small, enlarged and recoloured screens.

const TONE: Tone = { fileName: "moth.mp3", title: "Moth", artist: "Cold Harbour", pitchHz: 400, rateHz: 44_100, channels: 2, seconds: 60 };
const SMALL_LAPTOP = { width: 1024, height: 768 };
const NARROW = { width: 1000, height: 800 };
/** What is left of 1280 x 1024 where the page is enlarged four times. */
const ENLARGED = { width: 320, height: 256 };

const open = studioFor("handling");
let filePath = "";

beforeAll(async () => {
  const { call, folder } = open();
  await givenTrack(call, folder, TONE);
  filePath = join(folder, TONE.fileName);
  await givenStream(call, "Night Shift");
});

/** By its own mark: while a dialog is open, all beside it is hidden from roles. */
const notice = (page: Page, title: string): Locator => page.locator("[data-notice]").filter({ hasText: title });

describe("a dialog opened from a row's menu", () => {
  it.each([NARROW, PHONE])("gives the focus back to the button of the menu, at %o", async (viewport) => {
    const page = await open().signedIn({ viewport });
    await page.goto("/library");
    const actions = page.getByRole("button", { name: `Actions for ${TONE.title}` });
    await actions.click();
    await page.getByRole("menuitem", { name: "Info" }).click();
    await page.getByRole("dialog", { name: TONE.title }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expect.poll(() => actions.evaluate((button) => button === document.activeElement)).toBe(true);
  });
});

describe("Escape", () => {
  it("closes the dialog, not the notice that came after it, and without a dialog the notice", async () => {
    const page = await open().signedIn();
    await page.goto("/library");
    await page.getByRole("button", { name: "Add Music" }).click();
    const details = page.getByRole("dialog", { name: "Complete Track Details" });
    await details.getByRole("button", { name: "Upload Audio File" }).click();
    const upload = page.getByRole("dialog", { name: "Upload Audio File" });
    await upload.getByLabel("Audio file").setInputFiles({ name: "letter.txt", mimeType: "text/plain", buffer: Buffer.from("no music") });
    await notice(page, "Invalid File Type").waitFor();
    await page.keyboard.press("Escape");
    await upload.waitFor({ state: "detached" });
    expect(await notice(page, "Invalid File Type").isVisible()).toBe(true);
    await page.keyboard.press("Escape");
    await details.waitFor({ state: "detached" });
    expect(await notice(page, "Invalid File Type").isVisible()).toBe(true);
    await page.keyboard.press("Escape");
    await notice(page, "Invalid File Type").waitFor({ state: "detached" });
  });
});

describe("at 400 %", () => {
  it("a long dialog scrolls as a whole", async () => {
    const page = await open().signedIn({ viewport: ENLARGED });
    await page.goto("/library");
    await page.getByRole("button", { name: "Add Music" }).click();
    const dialog = page.getByRole("dialog", { name: "Complete Track Details" });
    await dialog.waitFor();
    const { heightPx, seenPx } = await dialog.evaluate((box) => ({ heightPx: box.scrollHeight, seenPx: box.clientHeight }));
    expect(heightPx).toBeGreaterThan(800);
    expect(seenPx).toBeGreaterThan(200);
    const submit = dialog.getByRole("button", { name: "Upload Track" });
    await submit.scrollIntoViewIfNeeded();
    expect((await submit.boundingBox())?.y).toBeLessThan(ENLARGED.height);
  });
});

describe("an address within the studio that leads nowhere", () => {
  it("is one page with one main", async () => {
    const page = await open().signedIn();
    await page.goto("/library/nowhere");
    await page.getByRole("heading", { name: "Page not found" }).waitFor();
    expect(await page.getByRole("main").count()).toBe(1);
    await page.goto("/nowhere");
    await page.getByRole("heading", { name: "Page not found" }).waitFor();
    expect(await page.getByRole("main").count()).toBe(1);
  });
});

describe("on a phone", () => {
  it("no screen is wider than it, however long titles and addresses are", async () => {
    await givenStream(open().call, "A stream with a title that is much longer than any card is wide");
    const email = `a.colleague.with.${"many.".repeat(12)}names@subsidiary.of.the.label.example`;
    await open().call("POST", "/api/auth/register", { email, password: "a good password" });
    const page = await open().operator({ viewport: PHONE });
    for (const path of ["/", "/library", "/streaming", "/backgrounds", "/settings", "/admin"]) {
      await page.goto(path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      if (path === "/streaming") await page.getByText("A stream with a title").first().waitFor();
      if (path === "/admin") await page.getByText(email).first().waitFor();
      const beyondPx = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(beyondPx, path).toBeLessThanOrEqual(0);
    }
  });
});

/** A file let go over this place. @returns whether the browser would open it */
const opensFile = (place: Locator) =>
  place.evaluate((element) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(["x"], "moth.mp3", { type: "audio/mpeg" }));
    const fire = (name: string) => element.dispatchEvent(new DragEvent(name, { bubbles: true, cancelable: true, dataTransfer }));
    fire("dragover");
    return fire("drop");
  });

describe("a dropped file", () => {
  it("beside its zone never takes the studio's place", async () => {
    const page = await open().operator();
    expect(await opensFile(page.getByRole("main"))).toBe(false);
    await page.goto("/library");
    await page.getByRole("button", { name: "Add Music" }).click();
    expect(await opensFile(page.getByRole("heading", { name: "Complete Track Details" }))).toBe(false);
    await page.goto("/login");
    expect(await opensFile(page.locator("body"))).toBe(false);
  });

  it("that was not the only one at a zone for one is taken, and that the others were left out is said", async () => {
    const page = await open().signedIn();
    await page.goto("/library");
    await page.getByRole("button", { name: "Add Music" }).click();
    await page.getByRole("button", { name: "Upload Audio File" }).click();
    const zone = page.getByRole("dialog", { name: "Upload Audio File" }).getByText("Drop a file here");
    const two = [TONE.fileName, "other.mp3"].map((name) => ({ name, mimeType: "audio/mpeg" }));
    const bytes = (await readFile(filePath)).toString("base64");
    const letGo = await hold(page, "**/api/upload/**");
    await zone.evaluate(
      (element, { files, base64 }) => {
        const dataTransfer = new DataTransfer();
        const content = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
        for (const { name, mimeType } of files) dataTransfer.items.add(new File([content], name, { type: mimeType }));
        element.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer }));
      },
      { files: two, base64: bytes },
    );
    await notice(page, "One file at a time").getByText("The first file was taken, 1 other left out.", { exact: false }).waitFor();
    const complete = await standsOnce(page, "Upload Complete!");
    letGo();
    await complete.seen;
  });
});

/** What the browser really paints of a part. */
const look = (part: Locator) =>
  part.evaluate((element) => {
    const { borderTopWidth, backgroundColor } = getComputedStyle(element);
    return { borderPx: Number.parseFloat(borderTopWidth), ground: backgroundColor };
  });

describe("with the system's own colours", () => {
  it("buttons have edges, and the current entry, the chosen stream and lamps can be seen", async () => {
    const page = await open().operator({ forcedColors: "active" });
    await goTo(page, "Stream Manager");
    const create = page.getByRole("button", { name: "Create New Stream" });
    expect((await look(create)).borderPx).toBeGreaterThanOrEqual(1);
    const entry = (name: RegExp) => look(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name }));
    expect((await entry(/^Stream Manager/)).ground).not.toBe((await entry(/^Music Library/)).ground);
    const stream = page.getByRole("region", { name: /^Streams/ }).getByRole("button", { name: /Night Shift/ });
    const before = await look(stream);
    await stream.click();
    await expect.poll(async () => (await look(stream)).ground).not.toBe(before.ground);
    const lamp = page.getByRole("region", { name: "RTMP destination" }).locator("[data-lamp]").first();
    expect((await look(lamp)).borderPx).toBeGreaterThanOrEqual(1);
  });
});

/** Whether two parts share any of the screen. */
async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (a === null || b === null) throw new Error("one of them is not shown");
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

describe("a notice about a dialog", () => {
  it.each([SMALL_LAPTOP, NARROW, DESKTOP])("covers none of its buttons, however tall it is, at %o", async (viewport) => {
    const page = await open().signedIn({ viewport });
    await page.goto("/library");
    await page.getByRole("button", { name: "Bulk Upload" }).click();
    const dialog = page.getByRole("dialog", { name: "Bulk Upload" });
    const names = [...Array.from({ length: 12 }, (_, at) => `${at}.mp3`), "letter.txt"];
    const files = names.map((name) => ({ name, mimeType: name.endsWith("3") ? "audio/mpeg" : "text/plain", buffer: Buffer.from("x") }));
    await dialog.getByLabel("Audio files").setInputFiles(files);
    // At once: a notice does not stay.
    const covered = await notice(page, "Invalid Files").evaluate((told) => {
      const { left, right, top, bottom } = told.getBoundingClientRect();
      const buttons = [...document.querySelectorAll('[role="dialog"] footer button, [role="dialog"] > button')];
      const isCovered = (box: DOMRect) => left < box.right && box.left < right && top < box.bottom && box.top < bottom;
      return [
        buttons.length,
        ...buttons.filter((button) => isCovered(button.getBoundingClientRect())).map(({ textContent }) => textContent),
      ];
    });
    expect(covered).toEqual([3]);
  });
});

describe("the player", () => {
  const sought = async (player: Locator) => Number(await player.getByRole("slider", { name: "Seek" }).inputValue());

  it("goes on while one walks through the studio, keeps its volume, and is silent after signing out", async () => {
    const page = await open().operator();
    await goTo(page, "Music Library");
    await page.getByRole("button", { name: `Play ${TONE.title}` }).click();
    const player = page.getByRole("region", { name: "Player" });
    await player.getByRole("button", { name: "Pause" }).waitFor();
    expect(await overlap(notice(page, "Now Playing"), player)).toBe(false);
    await player.getByRole("slider", { name: "Volume" }).fill("0.3");
    await goTo(page, "Stream Manager");
    await page.getByRole("heading", { name: "Stream Manager" }).waitFor();
    const then = await sought(player);
    await expect.poll(() => sought(player)).toBeGreaterThan(then);
    await goTo(page, "Overlay Designer");
    await page.getByRole("group", { name: "Canvas" }).waitFor();
    await player.getByRole("button", { name: "Pause" }).click();
    await player.getByRole("button", { name: "Play", exact: true }).waitFor();
    await page.goto("/library");
    expect(await page.getByRole("region", { name: "Player" }).count()).toBe(0);
    await page.getByRole("button", { name: `Play ${TONE.title}` }).click();
    expect(await player.getByRole("slider", { name: "Volume" }).inputValue()).toBe("0.3");
    await page.getByRole("button", { name: "Sign Out" }).click();
    await page.getByLabel("Password").waitFor();
    expect(await page.getByRole("region", { name: "Player" }).count()).toBe(0);
  });

  it.each([
    ["has its volume where there is a mouse", false],
    ["leaves its volume to the keys of a phone", true],
  ])("at the lower edge, as narrow as a phone, %s", async (_, hasTouch) => {
    const page = await open().signedIn({ viewport: PHONE, hasTouch });
    await page.goto("/library");
    await page.getByRole("button", { name: `Actions for ${TONE.title}` }).click();
    await page.getByRole("menuitem", { name: "Play" }).click();
    const player = page.getByRole("region", { name: "Player" });
    await player.getByRole("button", { name: "Pause" }).waitFor();
    expect(await player.getByRole("slider", { name: "Volume" }).isVisible()).toBe(!hasTouch);
    for (const name of ["Pause", "Close player"]) expect(await isInReach(player.getByRole("button", { name })), name).toBe(true);
  });

  it.each([PHONE, NARROW])(
    "stands at the lower edge where there is no sidebar, and notices cover neither it nor the menu, at %o",
    async (viewport) => {
      const page = await open().signedIn({ viewport, hasTouch: true });
      await page.goto("/library");
      await page.getByRole("button", { name: `Actions for ${TONE.title}` }).click();
      await page.getByRole("menuitem", { name: "Play" }).click();
      const player = page.getByRole("region", { name: "Player" });
      await player.getByRole("button", { name: "Pause" }).waitFor();
      await notice(page, "Now Playing").waitFor();
      for (const part of [player, page.getByRole("button", { name: "Open menu" })]) {
        expect(await overlap(notice(page, "Now Playing"), part)).toBe(false);
      }
      const box = await player.boundingBox();
      expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(viewport.height);
      await player.getByRole("button", { name: "Close player" }).click();
      await player.waitFor({ state: "detached" });
    },
  );
});

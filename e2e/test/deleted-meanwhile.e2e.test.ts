/// <reference lib="dom" />
import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { barriers } from "../src/axe.ts";
import { DESKTOP, PHONE } from "../src/browser.ts";
import { givenStream, givenTrack } from "../src/given.ts";
import { studioFor } from "../src/studio-for.ts";
import { TONES } from "../src/tones.ts";

// Somebody deletes what another one is at.

const open = studioFor("deleted-meanwhile");

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const within = (page: Page, title: string) => page.getByRole("dialog", { name: title }).or(page.getByRole("alertdialog", { name: title }));
const liveCard = (page: Page) => page.getByRole("region", { name: "Live broadcasting" });

describe("two people, of whom one deletes the stream that the other is at", () => {
  const GONE = "This stream was deleted meanwhile: there is nothing to save your changes to.";
  /** Somebody at a stream of their own. */
  const sit = async (title: string, viewport = DESKTOP) => {
    const { call, operator } = open();
    const doomed = await givenStream(call, title);
    const page = await operator({ viewport });
    await page.goto(`/streaming?stream=${doomed}`);
    await page.getByRole("heading", { name: title, level: 2 }).waitFor();
    return { page, remove: () => call("DELETE", `/api/streams/${doomed}`) };
  };

  it("leave what is typed in its settings to be read and copied, say why it cannot be saved, and leave once it is discarded", async () => {
    const { page, remove } = await sit("Short Wave");
    await button(page, "Edit").click();
    const dialog = within(page, "Edit Stream");
    await dialog.getByLabel("Description").fill("A long thought");
    await remove();
    await dialog.getByRole("alert").getByText(GONE).waitFor();
    expect(await dialog.getByLabel("Description").inputValue()).toBe("A long thought");
    expect(await dialog.getByRole("button", { name: "Save", exact: true }).isDisabled()).toBe(true);
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await button(page, "Discard").click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText("Select a stream").waitFor();
  });

  it("leave what is typed for its destination and its Start, with both held, until the one who typed leaves", async () => {
    const { page, remove } = await sit("Long Wave");
    const place = page.getByRole("region", { name: "RTMP destination" });
    await place.getByLabel("RTMP address").fill("rtmp://far.example/live");
    await place.getByLabel("Stream key").fill("typed");
    await liveCard(page).getByLabel("Stream Title").fill("Tonight");
    await remove();
    await page.getByRole("alert").getByText(GONE).waitFor();
    expect(await place.getByLabel("Stream key").inputValue()).toBe("typed");
    expect(await liveCard(page).getByLabel("Stream Title").inputValue()).toBe("Tonight");
    for (const name of ["Save Destination", "Start Live Stream"]) expect(await button(page, name).isDisabled(), name).toBe(true);
    expect(await barriers(page)).toEqual([]);
    await page.getByRole("link", { name: "Music Library" }).first().click();
    await within(page, "Leave without saving?").getByRole("button", { name: "Leave" }).click();
    await page.getByRole("heading", { name: "Music Library", level: 1 }).waitFor();
  });

  it.each([
    ["wide", "Medium Wave", DESKTOP],
    ["on a phone", "Night Wave", PHONE],
  ])("have no stream chosen any more where nothing was typed, and say why where it is seen, %s", async (_how, title, viewport) => {
    const { page, remove } = await sit(title, viewport);
    await button(page, "Edit").focus();
    await remove();
    const told = page.getByRole("status").filter({ hasText: `“${title}” was deleted.` });
    await told.waitFor();
    await page.getByRole("heading", { name: "Stream Manager", level: 1 }).waitFor();
    expect(await page.getByText("Select a stream").isVisible()).toBe(viewport === DESKTOP);
    // What had the focus went: who goes on by keyboard begins at the sentence.
    await expect
      .poll(() => told.evaluate((notice) => document.activeElement?.contains(notice) && document.activeElement !== document.body))
      .toBe(true);
    const box = await told.boundingBox();
    const list = await page.getByRole("region", { name: /^Streams \(/ }).boundingBox();
    if (viewport === PHONE) expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(list?.y ?? 0);
    expect(box?.y).toBeGreaterThanOrEqual(0);
    expect(await barriers(page)).toEqual([]);
    await expect.poll(() => new URL(page.url()).search).toBe("");
  });

  it("are told nothing on a phone of a stream that they have left for the list, which would move under the finger", async () => {
    const { page, remove } = await sit("Left Wave", PHONE);
    await button(page, "All streams").click();
    const row = page.getByRole("button", { name: /^Left Wave/ });
    await row.waitFor();
    await remove();
    await row.waitFor({ state: "detached" });
    expect(await page.getByText("was deleted.").count()).toBe(0);
  });
});

describe("two people, of whom one deletes the stream that the other is to add a track to", () => {
  const [TONE] = TONES;
  if (!TONE) throw new Error("too few tones");
  const { title, artist } = TONE;
  let playlist = "";
  beforeAll(async () => {
    const { call, folder } = open();
    const isrcCode = "USRC17607839";
    await givenTrack(call, folder, TONE, { isrcCode });
    playlist = String((await call("POST", "/api/playlists", { name: "Night", entries: [{ title, artist, isrcCode }] }))["id"]);
  });
  /** One stream is chosen and then gone. @returns the id of another */
  const chooseDoomed = async (choice: Locator) => {
    const { call } = open();
    const [other, doomed] = [await givenStream(call, "Long Wave"), await givenStream(call, "Short Wave")];
    await choice.selectOption(doomed);
    await call("DELETE", `/api/streams/${doomed}`);
    await expect.poll(() => choice.locator("option:checked").textContent()).toBe("Choose a stream");
    return other;
  };
  const hasOne = async (id: string) => expect((await open().call("GET", `/api/streams/${id}`))["tracklistIds"]).toHaveLength(1);

  it("have none chosen any more in the library, where nothing can be added until another one is", async () => {
    const page = await open().signedIn();
    await page.goto("/library");
    await page.getByRole("checkbox", { name: `Choose ${title}` }).click();
    await button(page, "Add to Stream").click();
    const dialog = within(page, "Add to Stream");
    const choice = dialog.getByRole("combobox", { name: "Stream" });
    const other = await chooseDoomed(choice);
    const add = dialog.getByRole("button", { name: "Add Track" });
    expect(await add.isDisabled()).toBe(true);
    await choice.selectOption(other);
    await add.click();
    await dialog.waitFor({ state: "detached" });
    await hasOne(other);
  });

  it("have none chosen any more beside a playlist, which is said, until another one is", async () => {
    const page = await open().signedIn();
    await page.goto(`/playlist-sync?playlist=${playlist}`);
    await button(page, "Choose all in the library").click();
    const choice = page.getByRole("combobox", { name: "Stream" });
    const other = await chooseDoomed(choice);
    const told = (title: string) => page.locator("[data-notice]").filter({ hasText: title });
    await button(page, "Add to Stream").click();
    await told("Invalid Selection").waitFor();
    await choice.selectOption(other);
    await button(page, "Add to Stream").click();
    await told("Tracks Added").waitFor();
    await hasOne(other);
  });
});

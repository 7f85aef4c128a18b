/// <reference lib="dom" />
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { barriers } from "../src/axe.ts";
import { DESKTOP, PHONE } from "../src/browser.ts";
import type { Call } from "../src/call.ts";
import { givenStream, NOWHERE } from "../src/given.ts";
import { goTo } from "../src/newcomer.ts";
import { screenshot } from "../src/screenshots.ts";
import { seatFor } from "../src/studio-for.ts";

// All settings of a stream in one dialog: found from wherever one of them matters, each with what it does on air.

const TIMEOUT_MS = 30_000;
const PARTS = ["Name and artwork", "Order and sound", "Picture", "Change of backgrounds", "Log and clocks", "Destinations"];

const open = seatFor("stream-settings");
let page: Page;
let call: Call;
let id = "";

beforeAll(async () => {
  ({
    call,
    person: { page },
  } = open());
  page.setDefaultTimeout(TIMEOUT_MS);
  id = await givenStream(call, "Night Desk");
  await page.goto(`/streaming?stream=${id}`);
});

const dialog = () => page.getByRole("dialog", { name: "Edit Stream" });
const part = (name: string) => dialog().getByRole("region", { name, exact: true });
const edit = () => page.getByRole("button", { name: "Edit", exact: true }).click();
const stored = () => call("GET", `/api/streams/${id}`);
async function save(): Promise<void> {
  await dialog().getByRole("button", { name: "Save", exact: true }).click();
  await dialog().waitFor({ state: "detached" });
}

describe("the settings of a stream", () => {
  it("are all in one dialog, behind Edit, which says nothing of the air while the stream is off it", async () => {
    await edit();
    for (const name of PARTS) await part(name).waitFor();
    expect(await dialog().getByRole("region").count()).toBeGreaterThanOrEqual(PARTS.length);
    for (const label of ["Title", "Description", "Channel name", "Order", "Loudness (LUFS)", "Picture profile", "Quality", "Transition"])
      await dialog().getByLabel(label, { exact: true }).waitFor();
    for (const label of ["Auto-switch", "Time zone"]) await dialog().getByLabel(label, { exact: true }).waitFor();
    expect(
      await dialog()
        .getByText(/^On air:/)
        .count(),
    ).toBe(0);
    expect(await barriers(page)).toEqual([]);
    await dialog().getByRole("button", { name: "Cancel" }).first().click();
    await dialog().waitFor({ state: "detached" });
  });

  it("open at the order from the tracklist, with the focus in it, and tell there what was saved", async () => {
    const list = page.getByRole("tabpanel", { name: /^Tracklist/ });
    await list.getByText("In order, without a crossfade.").waitFor();
    await list.getByRole("button", { name: "Change order and crossfade" }).press("Enter");
    const order = part("Order and sound").getByLabel("Order");
    await expect.poll(() => order.evaluate((field) => field === document.activeElement)).toBe(true);
    await order.selectOption("Shuffled");
    const fade = part("Order and sound").getByRole("slider");
    for (let step = 0; step < 4; step += 1) await fade.press("ArrowRight");
    await save();
    await list.getByText("Shuffled, with a crossfade of 2 s.").waitFor();
    expect(await stored()).toMatchObject({ order: "shuffled", crossfadeMs: 2000, title: "Night Desk" });
    const opener = list.getByRole("button", { name: "Change order and crossfade" });
    await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true);
  });

  it("open at the change of backgrounds from their tab, and follow the studio unless chosen", async () => {
    await page.getByRole("tab", { name: "Background" }).click();
    const tab = page.getByRole("tabpanel", { name: "Background" });
    await tab.getByText("Transition: Fade (studio default). Auto-switch: Never (studio default).").waitFor();
    await tab.getByRole("button", { name: "Change transition and auto-switch" }).click();
    await part("Change of backgrounds").getByLabel("Transition").selectOption("Slide");
    await save();
    await tab.getByText("Transition: Slide. Auto-switch: Never (studio default).").waitFor();
    expect(await stored()).toMatchObject({ transition: "slide", autoSwitch: null });
  });

  it("take a destination by its own button, and keep meanwhile what was typed elsewhere", async () => {
    await edit();
    await part("Name and artwork").getByLabel("Channel name").fill("Harbour Nights");
    const panel = part("Destinations").getByRole("region", { name: "RTMP destination" });
    await panel.getByRole("button", { name: "Set Destination" }).click();
    await panel.getByLabel("RTMP address").fill(NOWHERE.rtmpUrl);
    await panel.getByLabel("Stream key").fill(NOWHERE.streamKey);
    await panel.getByRole("button", { name: "Save Destination" }).click();
    await panel.getByText("Stream key: set").waitFor();
    expect(await stored()).toMatchObject({ channelName: null, destination: { rtmpUrl: NOWHERE.rtmpUrl } });
    await save();
    expect(await stored()).toMatchObject({ channelName: "Harbour Nights" });
  });

  it("hold their Save while a destination is typed, say why, and go on once it is saved or cancelled", async () => {
    const TYPED = "A destination is typed and not saved: save it by its own button, or cancel it.";
    const saving = dialog().getByRole("button", { name: "Save", exact: true });
    const told = dialog().getByRole("status").getByText(TYPED);
    await edit();
    await part("Name and artwork").getByLabel("Channel name").fill("Harbour Lights");
    const panel = part("Destinations").getByRole("region", { name: "RTMP destination" });
    await panel.getByRole("button", { name: "Replace" }).click();
    expect(await saving.isEnabled()).toBe(true);
    await panel.getByLabel("Stream key").fill("pasted");
    await told.waitFor();
    expect(await saving.isDisabled()).toBe(true);
    await part("Name and artwork").getByLabel("Channel name").press("Enter");
    expect(await panel.getByLabel("Stream key").inputValue()).toBe("pasted");
    expect(await barriers(page)).toEqual([]);
    await panel.getByRole("button", { name: "Cancel" }).click();
    await told.waitFor({ state: "detached" });
    const more = part("Destinations").getByRole("region", { name: "More destinations" });
    await more.getByRole("button", { name: "Add Another Destination" }).click();
    await more.getByLabel("RTMP address").fill("rtmp://127.0.0.1:9/beside");
    await more.getByLabel("Stream key").fill("pasted");
    await told.waitFor();
    expect(await saving.isDisabled()).toBe(true);
    await more.getByRole("button", { name: "Add Destination" }).click();
    await more.getByRole("button", { name: "Remove rtmp://127.0.0.1:9/beside" }).waitFor();
    await save();
    expect(await stored()).toMatchObject({ channelName: "Harbour Lights" });
  });

  it("ask before a typed destination is thrown away, in the dialog and beside it", async () => {
    await edit();
    const panel = part("Destinations").getByRole("region", { name: "RTMP destination" });
    await panel.getByRole("button", { name: "Replace" }).click();
    await panel.getByLabel("Stream key").fill("typed");
    await page.keyboard.press("Escape");
    await page.getByRole("alertdialog", { name: "Discard changes?" }).getByRole("button", { name: "Keep Editing" }).click();
    expect(await panel.getByLabel("Stream key").inputValue()).toBe("typed");
    await panel.getByRole("button", { name: "Cancel" }).click();
    await page.keyboard.press("Escape");
    await dialog().waitFor({ state: "detached" });
    const more = page.getByRole("region", { name: "More destinations" });
    await more.getByRole("button", { name: "Add Another Destination" }).click();
    await more.getByLabel("RTMP address").fill("rtmp://live.example.com/app");
    await goTo(page, "Wall");
    const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
    await question.getByRole("button", { name: "Cancel" }).click();
    expect(await more.getByLabel("RTMP address").inputValue()).toBe("rtmp://live.example.com/app");
    await more.getByRole("button", { name: "Cancel" }).click();
  });

  it("forget how the test of a destination went once its address or key is another", async () => {
    await page.getByRole("region", { name: "RTMP destination" }).getByRole("button", { name: "Replace" }).click();
    const panel = page.getByRole("region", { name: "RTMP destination" });
    await panel.getByLabel("RTMP address").fill(NOWHERE.rtmpUrl);
    await panel.getByLabel("Stream key").fill("typed");
    const result = panel.getByRole("status");
    const test = async () => {
      await panel.getByRole("button", { name: "Test", exact: true }).click();
      await expect.poll(() => result.textContent()).toMatch(/./);
      await expect.poll(() => result.textContent(), { timeout: TIMEOUT_MS }).not.toMatch(/^Testing/);
    };
    await test();
    await panel.getByLabel("RTMP address").fill("rtmp://127.0.0.1:9/other");
    await expect.poll(() => result.textContent()).toBe("");
    await test();
    await panel.getByLabel("Stream key").fill("another");
    await expect.poll(() => result.textContent()).toBe("");
    await panel.getByRole("button", { name: "Cancel" }).click();
    await panel.getByRole("button", { name: "Test the RTMP destination" }).click();
    await expect.poll(() => result.textContent()).toMatch(/./);
    await expect.poll(() => result.textContent(), { timeout: TIMEOUT_MS }).not.toMatch(/^Testing/);
    await call("PUT", `/api/streams/${id}/destination`, { ...NOWHERE, rtmpUrl: "rtmp://127.0.0.1:9/moved" });
    await panel.getByText("rtmp://127.0.0.1:9/moved").waitFor();
    await expect.poll(() => result.textContent()).toBe("");
  });

  it("bring what was refused into sight, with its sentence", async () => {
    await edit();
    const loudness = part("Order and sound").getByLabel("Loudness (LUFS)");
    await loudness.fill("-60");
    await part("Destinations").scrollIntoViewIfNeeded();
    await dialog().getByRole("button", { name: "Save", exact: true }).click();
    await part("Order and sound").getByText("The loudness must be from -40 to -5 LUFS").waitFor();
    await expect.poll(() => loudness.evaluate((field) => field === document.activeElement)).toBe(true);
    await loudness.fill("-14");
    await save();
  });

  it("say beside each what it does on air while the stream is live, and warn of what viewers notice", async () => {
    await call("POST", `/api/direct-streaming/start/${id}`, {});
    await page.getByRole("heading", { name: "Actual state" }).waitFor();
    await edit();
    for (const name of PARTS)
      await part(name)
        .getByText(/^On air: /)
        .waitFor();
    await part("Picture").getByText("On air: a new quality comes with the next track. A new profile connects anew.").waitFor();
    await part("Picture").getByLabel("Picture profile").selectOption("720p30");
    await part("Picture").getByText("saving ends the connection and connects anew, which viewers notice for some seconds.").waitFor();
    expect(await barriers(page)).toEqual([]);
    await screenshot(page, "stream-settings");
    await page.setViewportSize(PHONE);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(PHONE.width);
    expect(await barriers(page)).toEqual([]);
    await page.setViewportSize(DESKTOP);
    await save();
    expect(await stored()).toMatchObject({ profile: "720p30" });
    await call("POST", `/api/direct-streaming/stop/${id}`);
  });
});

import { background } from "@nightjar/contract";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { failing } from "../src/answering.ts";
import { barriers } from "../src/axe.ts";
import { backgroundsFor } from "../src/backgrounds.ts";
import { DESKTOP, PHONE } from "../src/browser.ts";
import { type Call, read } from "../src/call.ts";
import { choose as chooseCommand, isFocused } from "../src/command-box.ts";
import { givenStream, givenTracks, givenVideo, NOWHERE } from "../src/given.ts";
import { keyboard } from "../src/hands.ts";
import { hold } from "../src/hold.ts";
import { TONES } from "../src/tones.ts";

// What is done with the backgrounds that are there; how they come is asked in background-uploads, how they are
// prepared and previewed in background-previews.

const AIR_TIMEOUT_MS = 90_000;
const { open, form, dialog, card, notice, choose, video, picture } = backgroundsFor("backgrounds");
let page: Page;
let call: Call;
beforeAll(async () => {
  ({
    call,
    person: { page },
  } = open());
  await givenVideo(call, await video("rain.mp4", "navy"), { title: "Harbour Rain" });
  await givenVideo(call, await video("snow.mp4", "white"), { title: "snow" });
  await givenVideo(call, await picture("Lighthouse.png"), { title: "Lighthouse" });
});

const storedInterval = async () => (await call("GET", "/api/stream-settings"))["autoSwitch"];

describe("/backgrounds", () => {
  it("marks the active one, whose button is disabled, and edits: a title is needed", async () => {
    const made = card("Harbour Rain");
    await made.getByRole("button", { name: "Set Active" }).click();
    await notice("Background Activated").waitFor();
    await made.getByText("ACTIVE", { exact: true }).waitFor();
    expect(await made.getByRole("button", { name: "Set Active" }).isDisabled()).toBe(true);
    await made.getByRole("button", { name: "Edit Harbour Rain" }).click();
    const editing = page.getByRole("dialog", { name: "Edit Background" });
    await editing.getByLabel("Title").fill(" ");
    await editing.getByRole("button", { name: "Save Changes" }).click();
    await editing.getByText("Please enter a title").waitFor();
    await editing.getByLabel("Title").fill("Rain");
    await page.keyboard.press("Enter");
    // It is told before the dialog closes, and goes after five seconds.
    await notice("Background Updated").waitFor();
    await editing.waitFor({ state: "detached" });
    await card("Rain").getByText("ACTIVE", { exact: true }).waitFor();
  });

  it("keeps what a colleague has written meanwhile in the field that was not touched", async () => {
    await card("Rain").getByRole("button", { name: "Edit Rain" }).click();
    const editing = page.getByRole("dialog", { name: "Edit Background" });
    const stored = async () => (await read(call, background.array(), "/api/backgrounds")).find(({ title }) => title.startsWith("Rain"));
    const rain = await stored();
    await call("PATCH", `/api/backgrounds/${rain?.id}`, { description: "By a colleague" });
    await editing.getByLabel("Title").fill("Rain again");
    await editing.getByRole("button", { name: "Save Changes" }).click();
    await editing.waitFor({ state: "detached" });
    expect(await stored()).toMatchObject({ title: "Rain again", description: "By a colleague" });
    await call("PATCH", `/api/backgrounds/${rain?.id}`, { title: "Rain" });
    await card("Rain").getByText("ACTIVE", { exact: true }).waitFor();
  });

  it("is not saved where a colleague has deleted it meanwhile, and says so", async () => {
    const id = await givenVideo(call, await video("gone.mp4", "black"), { title: "Gone" });
    await card("Gone").getByRole("button", { name: "Edit Gone" }).click();
    const editing = page.getByRole("dialog", { name: "Edit Background" });
    await editing.getByLabel("Title").fill("Gone again");
    await call("DELETE", `/api/backgrounds/${id}`);
    await editing.getByRole("alert").getByText("This background was deleted meanwhile").waitFor();
    expect(await editing.getByLabel("Title").inputValue()).toBe("Gone again");
    expect(await editing.getByRole("button", { name: "Save Changes" }).isDisabled()).toBe(true);
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Discard" }).click();
    await editing.waitFor({ state: "detached" });
  });

  it("names the streams that show a background before it is deleted", async () => {
    const id = await givenStream(call, "Night Shift");
    const list = await call("GET", "/api/backgrounds");
    const snow = Object.values(list).find((entry) => Reflect.get(Object(entry), "title") === "snow");
    await call("PATCH", `/api/streams/${String(id)}`, { activeBackgroundId: Reflect.get(Object(snow), "id") });
    await card("snow").getByText("Shown by Night Shift").waitFor();
    await card("snow").getByRole("button", { name: "Delete snow" }).click();
    const asked = page.getByRole("alertdialog", { name: "Delete Background" });
    await asked.getByText("It is used by Night Shift, which will show the active background instead.").waitFor();
    await asked.getByRole("button", { name: "Delete" }).click();
    await notice("Background Deleted").waitFor();
    await card("snow").waitFor({ state: "detached" });
    await card("Rain").getByText("Shown by Night Shift").waitFor();
  });

  it("says that the plain default follows where the one to be deleted is the active one, though a stream has chosen it too", async () => {
    const id = await givenStream(call, "Harbour Radio");
    const rain = (await read(call, background.array(), "/api/backgrounds")).find(({ isActive }) => isActive);
    await call("PATCH", `/api/streams/${id}`, { activeBackgroundId: rain?.id });
    await card("Rain").getByText("Shown by Harbour Radio and Night Shift").waitFor();
    await card("Rain").getByRole("button", { name: "Delete Rain" }).click();
    const asked = page.getByRole("alertdialog", { name: "Delete Background" });
    await asked.getByText("It is used by Harbour Radio, which will show the plain default instead.").waitFor();
    await page.keyboard.press("Escape");
    await asked.waitFor({ state: "detached" });
    await call("DELETE", `/api/streams/${id}`);
    await card("Rain").getByText("Shown by Night Shift").waitFor();
  });

  it("saves how backgrounds give way to each other", async () => {
    const settings = page.getByRole("region", { name: "Background Settings" });
    const offered = (label: string) => settings.getByLabel(label).getByRole("option").allTextContents();
    await expect.poll(() => offered("Transition Effect")).toEqual(["Fade", "Slide", "Instant"]);
    expect(await offered("Auto-switch Interval")).toEqual(["Never", "Every 5 minutes", "Every 10 minutes", "Every song"]);
    await settings.getByLabel("Transition Effect").selectOption("Slide");
    await notice("Background settings saved").waitFor();
    await settings.getByLabel("Auto-switch Interval").selectOption("Every 10 minutes");
    await settings.getByText("All backgrounds take turns.").waitFor();
    await expect.poll(storedInterval).toBe("10-minutes");
    await page.reload();
    await expect.poll(() => settings.getByLabel("Transition Effect").inputValue()).toBe("slide");
    expect(await settings.getByLabel("Auto-switch Interval").inputValue()).toBe("10-minutes");
  });

  it("takes each step of the arrow keys on a list while the one before is still being saved, shows it, and stores the last", async () => {
    const interval = page.getByRole("region", { name: "Background Settings" }).getByLabel("Auto-switch Interval");
    for (const [name, value] of [
      ["Never", "never"],
      ["Every song", "every-song"],
    ] as const) {
      const letGo = await hold(page, /settings\.patch/);
      await keyboard.choose(interval, name);
      expect(await interval.inputValue()).toBe(value);
      letGo();
      await expect.poll(storedInterval).toBe(value);
      await page.unroute(/settings\.patch/);
    }
    expect(await interval.evaluate((node) => node === document.activeElement)).toBe(true);
  });

  it("names the live streams that follow the studio before something changes there, and asks before Set Active; the focus stays in its card", async () => {
    const settings = page.getByRole("region", { name: "Background Settings" });
    const id = await givenStream(call, "Day Desk", { destination: NOWHERE, isLive: true });
    const holds = "what you choose holds on air as soon as you choose it.";
    await settings.getByText(`Day Desk is live and follows these settings: ${holds}`).waitFor();
    await form().getByText("Day Desk is live and shows all backgrounds in turn: a new one has its turn on air, too.").waitFor();
    const question = page.getByRole("alertdialog", { name: "Set Active" });
    const change = "its picture changes on air as soon as you set “Lighthouse” active.";
    const asked = question.getByText(`Day Desk is live without a background of its own: ${change}`);
    await chooseCommand(page, "set lighthouse active", "Set Lighthouse Active");
    await asked.waitFor();
    expect(await barriers(page)).toEqual([]);
    await question.getByRole("button", { name: "Cancel" }).click();
    await question.waitFor({ state: "detached" });
    await card("Rain").getByText("ACTIVE", { exact: true }).waitFor();
    await card("Lighthouse").getByRole("button", { name: "Set Active" }).press("Enter");
    await asked.waitFor();
    await question.getByRole("button", { name: "Set Active" }).press("Enter");
    await card("Lighthouse").getByText("ACTIVE", { exact: true }).waitFor();
    await expect.poll(() => isFocused(card("Lighthouse"))).toBe(true);
    await call("DELETE", `/api/streams/${id}`);
    await settings.getByText("Day Desk").waitFor({ state: "detached" });
    expect(await form().getByText("Day Desk").count()).toBe(0);
    // Nobody is asked: no press but this one.
    await card("Rain").getByRole("button", { name: "Set Active" }).press("Enter");
    await card("Rain").getByText("ACTIVE", { exact: true }).waitFor();
    await expect.poll(() => isFocused(card("Rain"))).toBe(true);
  });

  it("says before a deletion, and before another choice, what changes on air by what has its turn there now", async () => {
    const trackIds = await givenTracks(call, open().folder, TONES.slice(0, 1));
    const air = { destination: NOWHERE, set: { autoSwitch: "every-song" }, isLive: true };
    const id = await givenStream(call, "Day Desk", { trackIds, ...air });
    await card("Lighthouse").getByRole("button", { name: "Delete Lighthouse" }).click();
    const asked = page.getByRole("alertdialog", { name: "Delete Background" });
    await asked.getByText(/It no longer takes its turn in (Night Shift and )?Day Desk\./).waitFor();
    const change = asked.getByText("Day Desk is live: its picture changes on air as soon as you delete the background.");
    await change.waitFor({ timeout: AIR_TIMEOUT_MS });
    await change.waitFor({ state: "detached", timeout: AIR_TIMEOUT_MS });
    await page.keyboard.press("Escape");
    await asked.waitFor({ state: "detached" });
    await chooseCommand(page, "change the background day", "Change the background of Day Desk");
    const changing = page.getByRole("dialog", { name: "Change Background" });
    await changing.getByRole("radio", { name: "Rain", exact: true }).check();
    await changing.getByText("Nothing changes on air: backgrounds go on taking turns.").waitFor();
    await changing.getByRole("radio", { name: "Lighthouse", exact: true }).check();
    await changing.getByText("Changing puts “Lighthouse” in the place of “Rain” within the track").waitFor({ timeout: AIR_TIMEOUT_MS });
    await changing.getByText("“Lighthouse” has its turn now: nothing changes until the next one's.").waitFor({ timeout: AIR_TIMEOUT_MS });
    await page.keyboard.press("Escape");
    await changing.waitFor({ state: "detached" });
    await call("DELETE", `/api/streams/${id}`);
  });

  it("says of each change that fails which one it was", async () => {
    const fail = (procedure: string) => page.route(`**/trpc/backgrounds.${procedure}*`, (route) => route.abort());
    const told = (text: string) => notice(text).getByText("Error", { exact: true }).waitFor();
    await fail("update");
    await card("Rain").getByRole("button", { name: "Edit Rain" }).click();
    const editing = page.getByRole("dialog", { name: "Edit Background" });
    await editing.getByRole("button", { name: "Save Changes" }).click();
    await told("Failed to update background");
    // It is told a moment before the form takes anything again.
    await expect.poll(() => editing.getByRole("button", { name: "Save Changes" }).isDisabled()).toBe(false);
    await page.keyboard.press("Escape");
    await editing.waitFor({ state: "detached" });
    await fail("delete");
    await card("Rain").getByRole("button", { name: "Delete Rain" }).click();
    await page.getByRole("alertdialog", { name: "Delete Background" }).getByRole("button", { name: "Delete" }).click();
    await told("Failed to delete background");
    await card("Rain").waitFor();
    await page.keyboard.press("Escape");
    await (await choose(await video("mist.mp4", "silver"))).waitFor({ state: "detached" });
    await form().getByLabel("Title").fill("Mist");
    await fail("create");
    await form().getByRole("button", { name: "Create Background" }).click();
    await told("Failed to create background");
    await page.unrouteAll();
    await form().getByRole("button", { name: "Create Background" }).click();
    await card("Mist").waitFor();
  });

  it("does not call a background unused whose uses could not be read, nor settings known that were not read", async () => {
    await page.route(/backgrounds\.uses|settings\.get\b/, failing(["backgrounds.uses", "settings.get"]));
    await page.reload();
    await card("Rain").getByText("Which streams show it could not be read.").waitFor();
    await page.getByText("The background settings could not be read. What is shown may not be what holds.").waitFor();
    await card("Rain").getByRole("button", { name: "Delete Rain" }).click();
    const asked = page.getByRole("alertdialog", { name: "Delete Background" });
    await asked.getByText("Which streams show it could not be read: what its deletion changes on air is not known.").waitFor();
    await page.keyboard.press("Escape");
    await page.unrouteAll();
  });

  it("says what went wrong with a change, and shows what could not be read with another try", async () => {
    await page.route(/backgrounds\.activate/, (route) => route.fulfill({ status: 500, body: "{}" }));
    await card("Lighthouse").getByRole("button", { name: "Set Active" }).click();
    await notice("Failed to activate background").getByText("Error").waitFor();
    await page.unroute(/backgrounds\.activate/);
    await page.route(/backgrounds\.list/, (route) => route.abort());
    await page.reload();
    await page.getByText("The backgrounds could not be read").waitFor();
    await page.unroute(/backgrounds\.list/);
    await page.getByRole("button", { name: "Try again" }).click();
    await card("Lighthouse").waitFor();
  });

  it.each([
    ["wide", DESKTOP],
    ["on a phone", PHONE],
  ])("%s keeps nobody out, with its dialogs too, and nothing is wider than the screen", async (_name, size) => {
    await page.setViewportSize(size);
    await card("Rain").waitFor();
    const width = () => page.evaluate("document.documentElement.scrollWidth");
    expect(await width()).toBeLessThanOrEqual(size.width);
    expect(await barriers(page)).toEqual([]);
    await form().getByRole("button", { name: "Upload Video" }).focus();
    await page.keyboard.press("Enter");
    await dialog().waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await dialog().waitFor({ state: "detached" });
    await card("Rain").getByRole("button", { name: "Delete Rain" }).click();
    await page.getByRole("alertdialog").waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press("Escape");
  });
});

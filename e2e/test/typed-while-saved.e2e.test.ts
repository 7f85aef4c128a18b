/// <reference lib="dom" />
import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { button, titled } from "../src/dialogs.ts";
import { givenArtwork, givenBackground, givenStream, givenTemplate, givenTrack } from "../src/given.ts";
import { hold } from "../src/hold.ts";
import { studioFor } from "../src/studio-for.ts";
import { makeCover, TONES } from "../src/tones.ts";

// What came into a form between its Save and the answer would be lost as it closes, or is emptied: it takes nothing then.

const open = studioFor("typed-while-saved");
const ids = { stream: "", template: "" };

beforeAll(async () => {
  const { call, folder } = open();
  const [tone] = TONES;
  if (!tone) throw new Error("there is no tone");
  await givenTrack(call, folder, { ...tone, title: "Lantern" });
  for (const [title, colour] of Object.entries({ "Harbour Rain": "navy", Lighthouse: "teal" }))
    await givenBackground(call, folder, title, colour);
  ids.stream = await givenStream(call, "Night Desk");
  ids.template = await givenTemplate(call, "Words");
});

interface Form {
  readonly name: string;
  readonly at: () => string;
  readonly open: (page: Page) => Promise<Locator>;
  /** The call that saves it. */
  readonly saves: string;
  /** By label; Enter in the first of them sends it. */
  readonly typed: Readonly<Record<string, string>>;
  /** What is chosen in it, each with the key that does so. */
  readonly chosen?: (place: Locator) => readonly (readonly [Locator, string])[];
}

const dialog = (opener: string | RegExp, title: string) => async (page: Page) => {
  await button(page, opener).click();
  return titled(page, title);
};
const atStream = () => `/streaming?stream=${ids.stream}`;

const FORMS: readonly Form[] = [
  {
    ...{ name: "the settings of a stream", at: atStream, open: dialog("Edit", "Edit Stream"), saves: "streams.update" },
    typed: { Title: "Night", Description: "Songs", "Channel name": "Nightly" },
    chosen: (place) => [
      [place.getByLabel("Order", { exact: true }), "ArrowDown"],
      [place.getByRole("slider"), "ArrowRight"],
    ],
  },
  {
    ...{ name: "a new stream", at: atStream, open: dialog("Create New Stream", "Create New Stream"), saves: "streams.create" },
    typed: { Title: "Night", Description: "Songs" },
  },
  {
    ...{ name: "the duplicate of a stream", at: atStream, open: dialog("Duplicate", "Duplicate Stream"), saves: "streams.duplicate" },
    typed: { Title: "Night" },
    chosen: (place) => [[place.getByRole("checkbox"), "Space"]],
  },
  {
    ...{ name: "a track", at: () => "/library", open: dialog("Edit Lantern", "Edit Track"), saves: "tracks.update" },
    typed: { Title: "Lamp", Album: "Wings" },
    chosen: (place) => [
      [place.getByLabel("Mood"), "ArrowDown"],
      [place.getByLabel("Explicit"), "Space"],
    ],
  },
  {
    ...{ name: "a background", at: () => "/backgrounds", saves: "backgrounds.update" },
    open: dialog("Edit Harbour Rain", "Edit Background"),
    typed: { Title: "Rain", Description: "Of the harbour" },
  },
  {
    ...{ name: "a new background", at: () => "/backgrounds", saves: "backgrounds.create" },
    async open(page) {
      const uploading = await dialog(/^Upload Video/, "Upload Background Video")(page);
      await uploading.getByLabel("Background files").setInputFiles(await makeCover(open().folder));
      await uploading.waitFor({ state: "detached" });
      return page.getByRole("region", { name: "Upload Background" });
    },
    typed: { Title: "Dusk", Description: "Of the harbour" },
  },
  {
    ...{ name: "a template", at: () => `/overlay?template=${ids.template}`, saves: "overlays.updateTemplate" },
    open: async (page) => page.getByRole("form", { name: "Template details" }),
    typed: { "Template name": "Signs", Description: "Of the night" },
  },
  {
    ...{ name: "the address of a playlist", at: () => "/playlist-sync", saves: "spotify.startAnalysis" },
    open: async (page) => page.locator("form").filter({ has: page.getByLabel("Spotify playlist URL") }),
    typed: { "Spotify playlist URL": `https://open.spotify.com/playlist/${"a".repeat(22)}` },
  },
  {
    ...{ name: "the password", at: () => "/settings", saves: "auth.changePassword" },
    open: async (page) => page.getByRole("region", { name: "Change Password" }),
    typed: { "Current Password": "a good password", "New Password": "sixsix", "Confirm New Password": "sixsix" },
  },
];

const stateOf = (control: Locator) =>
  control.evaluate((node: HTMLInputElement) => (node.type === "checkbox" ? String(node.checked) : node.value));

describe("a form", () => {
  it.each(FORMS)("takes nothing while it is saved, and all of it again where that failed: $name", async (form) => {
    const page = await open().signedIn();
    await page.goto(form.at());
    const place = await form.open(page);
    const fields = Object.entries(form.typed).map(([label, text]) => [place.getByLabel(label, { exact: true }), text] as const);
    for (const [field, text] of fields) await field.fill(text);
    const controls = [...fields.map(([field]) => [field, null] as const), ...(form.chosen?.(place) ?? [])];
    const states = () => Promise.all(controls.map(([control]) => stateOf(control)));
    const goOn = async () => {
      for (const [control, key] of controls) {
        await control.focus();
        if (key === null) await page.keyboard.type("late");
        else await page.keyboard.press(key);
      }
    };
    const letGo = await hold(page, `**/trpc/${form.saves}*`, (route) => route.abort("connectionreset"));
    const [first] = fields;
    await first?.[0].press("Enter");
    const saving = place.locator("[type=submit]").first();
    await expect.poll(() => saving.isDisabled()).toBe(true);
    const sent = await states();
    await goOn();
    expect(await states()).toEqual(sent);
    letGo();
    await expect.poll(() => saving.isDisabled()).toBe(false);
    await goOn();
    expect((await states()).filter((state, at) => state === sent[at])).toEqual([]);
  });

  it("keeps its picture while it is saved, and lets it be taken away again where that failed", async () => {
    const { call, folder, signedIn } = open();
    const artworkUrl = await givenArtwork(call, await makeCover(folder));
    const page = await signedIn();
    await page.goto(`/streaming?stream=${await givenStream(call, "Pictured", { set: { artworkUrl } })}`);
    const editing = await dialog("Edit", "Edit Stream")(page);
    await editing.getByLabel("Title", { exact: true }).fill("Night");
    const letGo = await hold(page, "**/trpc/streams.update*", (route) => route.abort("connectionreset"));
    await page.keyboard.press("Enter");
    const [saving, remove] = [button(editing, "Save"), button(editing, "Remove")];
    await expect.poll(() => saving.isDisabled()).toBe(true);
    await remove.press("Enter");
    expect(await remove.isVisible()).toBe(true);
    letGo();
    await expect.poll(() => saving.isDisabled()).toBe(false);
    await remove.press("Enter");
    await remove.waitFor({ state: "detached" });
  });

  it.each([
    { tab: "Background", opener: "Change Background", list: "Harbour Rain", other: "Lighthouse", sends: "Change Background" },
    { tab: "Overlays", opener: "Select Template", list: "Words", other: "No template", sends: "Apply Template" },
  ])("lets nothing else be chosen while a choice is sent: $opener", async ({ tab, opener, list, other, sends }) => {
    const page = await open().signedIn();
    await page.goto(atStream());
    await page.getByRole("tab", { name: tab }).click();
    const choosing = await dialog(opener, opener)(page);
    const [chosen, late] = [list, other].map((name) => choosing.getByRole("radio", { name, exact: true }));
    await chosen?.check();
    const letGo = await hold(page, "**/trpc/streams.update*", (route) => route.abort("connectionreset"));
    await button(choosing, sends).click();
    await expect.poll(() => button(choosing, sends).isDisabled()).toBe(true);
    await late?.click();
    expect([await chosen?.isChecked(), await late?.isChecked()]).toEqual([true, false]);
    letGo();
    await expect.poll(() => button(choosing, sends).isDisabled()).toBe(false);
    await late?.check();
  });

  it("is not filled in by a look-up while it is saved", async () => {
    const page = await open().signedIn();
    await page.goto("/library");
    const editing = await dialog("Edit Lantern", "Edit Track")(page);
    await editing.getByLabel("ISRC Code").fill("USRC17607839");
    const asked: string[] = [];
    page.on("request", (request) => void asked.push(request.url()));
    const letGo = await hold(page, "**/trpc/tracks.update*", (route) => route.abort("connectionreset"));
    const saving = editing.locator("[type=submit]").first();
    await saving.click();
    await expect.poll(() => saving.isDisabled()).toBe(true);
    await button(editing, "Lookup").click();
    await editing.getByLabel("ISRC Code").press("Enter");
    letGo();
    await expect.poll(() => saving.isDisabled()).toBe(false);
    expect(asked.filter((url) => url.includes("tracks.lookupIsrc"))).toEqual([]);
    await editing.getByLabel("ISRC Code").press("Enter");
    await expect.poll(() => asked.filter((url) => url.includes("tracks.lookupIsrc")).length).toBe(1);
  });
});

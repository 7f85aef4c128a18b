import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Desk, type Failing, failuresOf, walkFailure } from "../src/failing.ts";
import { givenBackground, givenTemplate, givenTrack } from "../src/given.ts";
import { studioFor } from "../src/plain-studio.ts";
import { TONES } from "../src/tones.ts";

// Every change of /streaming that does not come about: what is said, what stays typed, and that nothing is changed.

const ADDRESS = "rtmp://127.0.0.1:9/live";
const OTHER = "rtmp://127.0.0.1:9/other";
const KEY = "a-key-of-nobody";
const LIVE_FAILED = "Could not apply changes to live stream. Please try again.";
const [ONE, TWO, THREE] = TONES;
if (!ONE || !TWO || !THREE) throw new Error("too few tones");

const open = studioFor("failures-streaming");
let folder = "";
/** Off air, with all there can be; on air; and with nothing. */
const ids = { off: "", live: "", bare: "" };

/** Somebody who has signed in. */
let storageState: NonNullable<BrowserContextOptions["storageState"]> = { cookies: [], origins: [] };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "nightjar-failures-"));
  const { call } = open();
  const tracks: string[] = [];
  for (const tone of [ONE, TWO, THREE]) tracks.push(await givenTrack(call, folder, tone));
  await givenBackground(call, folder, "Harbour", "navy");
  await givenTemplate(call, "Words");
  for (const [name, title] of [
    ["off", "Night Desk"],
    ["live", "Day Desk"],
  ] as const) {
    ids[name] = String((await call("POST", "/api/streams", { title, description: "As it was" }))["id"]);
    await call("PATCH", `/api/streams/${ids[name]}`, { tracklistIds: tracks.slice(0, 2) });
    await call("PUT", `/api/streams/${ids[name]}/destination`, { rtmpUrl: ADDRESS, streamKey: KEY });
    await call("POST", `/api/streams/${ids[name]}/destinations`, { rtmpUrl: OTHER, streamKey: KEY });
  }
  ids.bare = String((await call("POST", "/api/streams", { title: "Bare Desk" }))["id"]);
  await call("POST", `/api/direct-streaming/start/${ids.live}`, { title: "Day Desk" });
  storageState = await (await open().operator()).context().storageState();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const at = (name: keyof typeof ids, tab?: string) => () => `/streaming?stream=${ids[name]}${tab === undefined ? "" : `&tab=${tab}`}`;
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name }).or(page.getByRole("alertdialog", { name }));
const own = (page: Page) => page.getByRole("region", { name: "RTMP destination" });
const more = (page: Page) => page.getByRole("region", { name: "More destinations" });

/** Presses a button, and within the dialog that it opens another. */
async function through({ page, hand }: Desk, opener: string, title: string, confirm: string): Promise<void> {
  await hand.press(button(page, opener).first());
  await hand.press(dialog(page, title).getByRole("button", { name: confirm, exact: true }));
}
async function address({ page, hand }: Desk, place: ReturnType<typeof own>, submit: string): Promise<void> {
  await hand.type(place.getByLabel("RTMP address"), `${ADDRESS}/new`);
  await hand.type(place.getByLabel("Stream key"), "typed");
  await hand.press(place.getByRole("button", { name: submit, exact: true }));
  await expect.poll(() => page.locator("[data-notice]").count()).toBeGreaterThan(0);
}
const addressStays = (place: (page: Page) => ReturnType<typeof own>) => async (page: Page) => {
  expect(await place(page).getByLabel("RTMP address").inputValue()).toBe(`${ADDRESS}/new`);
  expect(await place(page).getByLabel("Stream key").inputValue()).toBe("typed");
};
const typedStays = (title: string, label: string, text: string) => async (page: Page) =>
  expect(await dialog(page, title).getByLabel(label).inputValue()).toBe(text);
const chosenStays = (title: string, name: string) => async (page: Page) =>
  expect(await dialog(page, title).getByRole("radio", { name, exact: true }).isChecked()).toBe(true);
async function typed({ page, hand }: Desk, opener: string, title: string, confirm: string): Promise<void> {
  await hand.press(button(page, opener).first());
  await hand.type(dialog(page, title).getByLabel("Title"), "Typed by hand");
  await hand.press(dialog(page, title).getByRole("button", { name: confirm, exact: true }));
}
async function chosen({ page, hand }: Desk, title: string, name: string, confirm: string): Promise<void> {
  await hand.press(button(page, title));
  await hand.press(dialog(page, title).getByRole("radio", { name, exact: true }));
  await hand.press(dialog(page, title).getByRole("button", { name: confirm, exact: true }));
}
/** Opens the settings where some of them are told, changes one, and saves. */
async function setting({ page, hand }: Desk, what: string, change: (settings: ReturnType<typeof dialog>) => Promise<void>): Promise<void> {
  await hand.press(button(page, `Change ${what}`));
  const settings = dialog(page, "Edit Stream");
  await change(settings);
  await hand.press(settings.getByRole("button", { name: "Save", exact: true }));
}
const settingStays = (label: string, value: string) => async (page: Page) =>
  expect(await dialog(page, "Edit Stream").getByLabel(label, { exact: true }).inputValue()).toBe(value);
const actionsFor = (page: Page, title: string) => button(page, `Actions for ${title}`);

const handle = (page: Page, title: string) => page.getByRole("button", { name: `Move ${title}; use the arrow keys, Home and End` });

const TEXTS: readonly Failing[] = [
  {
    ...{ change: "a new stream", at: () => "/streaming", call: "streams.create", title: "Error", sentence: "Failed to create stream" },
    press: (desk) => typed(desk, "Create New Stream", "Create New Stream", "Create"),
    stays: typedStays("Create New Stream", "Title", "Typed by hand"),
  },
  {
    ...{ change: "an edit", at: at("off"), call: "streams.update", title: "Update Failed", sentence: "The stream could not be changed" },
    press: (desk) => typed(desk, "Edit", "Edit Stream", "Save"),
    stays: typedStays("Edit Stream", "Title", "Typed by hand"),
  },
  {
    ...{ change: "an edit on air", at: at("live"), call: "streams.update", title: "Update Failed", sentence: LIVE_FAILED, when: "beside" },
    press: (desk) => typed(desk, "Edit", "Edit Stream", "Save"),
    stays: typedStays("Edit Stream", "Title", "Typed by hand"),
  },
  {
    ...{ change: "a duplicate", at: at("off"), call: "streams.duplicate", title: "Error", sentence: "Failed to duplicate stream" },
    press: (desk) => typed(desk, "Duplicate", "Duplicate Stream", "Duplicate"),
    stays: typedStays("Duplicate Stream", "Title", "Typed by hand"),
  },
  {
    ...{ change: "a deletion", at: at("off"), call: "streams.delete", title: "Delete Failed", sentence: "The stream could not be deleted" },
    press: (desk) => through(desk, "Delete", "Delete Stream", "Delete"),
    stays: (page) => dialog(page, "Delete Stream").waitFor(),
  },
];

const UNKNOWN = "An unknown error occurred.";
const CONTENT_FAILED = "Could not update live stream content. The stream continues with previous content.";
const AIR: readonly Failing[] = [
  {
    ...{ change: "a start", at: at("off"), call: "streams.start", title: "Failed to Start Stream", sentence: UNKNOWN },
    async press({ page, hand }) {
      await hand.type(page.getByRole("region", { name: "Live broadcasting" }).getByLabel("Stream Title"), "Typed by hand");
      await hand.press(button(page, "Start Live Stream"));
    },
    stays: async (page) => expect(await page.getByLabel("Stream Title").inputValue()).toBe("Typed by hand"),
  },
  {
    ...{ change: "a stop", at: at("live"), call: "streams.stop", title: "Failed to Stop Stream", sentence: UNKNOWN },
    press: (desk) => through(desk, "Stop Stream", "Stop Stream", "Stop Stream"),
    stays: (page) => button(page, "Stop Stream").waitFor(),
  },
  {
    ...{ change: "a skip", at: at("live"), call: "streams.skip", title: "Skip Failed", sentence: "The track could not be skipped" },
    press: ({ page, hand }) => hand.press(button(page, "Skip")),
  },
  {
    ...{ change: "a jump", at: at("live"), call: "streams.jump", title: "Play Failed", sentence: "The track could not be put on air" },
    press: ({ page, hand }) => hand.pick(actionsFor(page, TWO.title), "Play now"),
  },
  {
    ...{ change: "an update of what airs", at: at("live"), call: "streams.updateContent" },
    ...{ title: "Content Update Failed", sentence: CONTENT_FAILED, when: "beside" },
    press: ({ page, hand }) => hand.press(button(page, "Update Live Stream")),
  },
];

const SAVE_FAILED = { title: "Stream Key Setup Failed", sentence: "The destination could not be saved" };
const REMOVE_FAILED = { title: "Remove Failed", sentence: "The destination could not be removed" };
const DESTINATIONS: readonly Failing[] = [
  {
    ...{ change: "a destination", at: at("bare"), call: "streams.setDestination", ...SAVE_FAILED },
    press: (desk) => address(desk, own(desk.page), "Save Destination"),
    stays: addressStays(own),
  },
  {
    ...{ change: "another in its place", at: at("off"), call: "streams.setDestination", ...SAVE_FAILED },
    async press(desk) {
      await desk.hand.press(own(desk.page).getByRole("button", { name: "Replace", exact: true }));
      await address(desk, own(desk.page), "Replace Destination");
    },
    stays: addressStays(own),
  },
  {
    ...{ change: "the removal of a destination", at: at("off"), call: "streams.removeDestination", ...REMOVE_FAILED },
    async press({ page, hand }) {
      await hand.press(own(page).getByRole("button", { name: "Remove", exact: true }));
      await hand.press(dialog(page, "Remove Destination").getByRole("button", { name: "Remove", exact: true }));
    },
    stays: (page) => dialog(page, "Remove Destination").waitFor(),
  },
  {
    ...{ change: "one more destination", at: at("off"), call: "streams.addDestination", ...SAVE_FAILED },
    async press(desk) {
      await desk.hand.press(more(desk.page).getByRole("button", { name: "Add Another Destination" }));
      await address(desk, more(desk.page), "Add Destination");
    },
    stays: addressStays(more),
  },
  {
    ...{ change: "another in the place of one more", at: at("off"), call: "streams.replaceDestination", ...SAVE_FAILED },
    async press(desk) {
      await desk.hand.press(more(desk.page).getByRole("button", { name: `Replace ${OTHER}` }));
      await address(desk, more(desk.page), "Replace Destination");
    },
    stays: addressStays(more),
  },
  {
    ...{ change: "the removal of one more", at: at("off"), call: "streams.deleteDestination", ...REMOVE_FAILED },
    async press({ page, hand }) {
      await hand.press(more(page).getByRole("button", { name: `Remove ${OTHER}` }));
      await hand.press(dialog(page, "Remove Destination").getByRole("button", { name: "Remove", exact: true }));
    },
    stays: (page) => dialog(page, "Remove Destination").waitFor(),
  },
];

const CHANGE_FAILED = { title: "Update Failed", sentence: "The stream could not be changed" };
const TRACKS: readonly Failing[] = [
  {
    ...{
      change: "an added track",
      at: at("off"),
      call: "streams.addTrack",
      title: "Update Failed",
      sentence: "The tracks could not be added",
    },
    async press({ page, hand }) {
      await hand.press(button(page, "Add Track"));
      const adding = dialog(page, "Add Track");
      await hand.press(adding.getByRole("checkbox", { name: new RegExp(THREE.title) }));
      await hand.press(adding.getByRole("button", { name: "Add Track", exact: true }));
    },
    stays: (page) =>
      dialog(page, "Add Track")
        .getByRole("checkbox", { name: new RegExp(THREE.title), checked: true })
        .waitFor(),
  },
  {
    ...{ change: "a removed track", at: at("off"), call: "streams.stepTracklist" },
    ...{ title: "Remove Failed", sentence: "Failed to remove track from stream" },
    async press({ page, hand }) {
      if (hand.name === "mouse") return hand.press(button(page, `Remove ${ONE.title}`));
      await handle(page, ONE.title).press("Delete");
    },
    stays: (page) => page.getByRole("listitem", { name: `1. ${ONE.title}` }).waitFor(),
  },
  {
    ...{ change: "a moved track", at: at("off"), call: "streams.stepTracklist" },
    ...{ title: "Update Failed", sentence: "The new order could not be saved" },
    async press({ page, hand }) {
      if (hand.name === "mouse") return hand.pick(actionsFor(page, ONE.title), "Move down");
      await handle(page, ONE.title).press("ArrowDown");
    },
    stays: (page) => page.getByRole("listitem", { name: `1. ${ONE.title}` }).waitFor(),
  },
  {
    ...{ change: "a gapless mark", at: at("off"), call: "streams.setGapless" },
    ...{ title: "Update Failed", sentence: "The track could not be changed" },
    press: ({ page, hand }) => hand.pick(actionsFor(page, TWO.title), "Plays on without a gap from the track above"),
  },
  {
    ...{ change: "the order", at: at("off"), call: "streams.update", ...CHANGE_FAILED },
    press: (desk) =>
      setting(desk, "order and crossfade", (settings) => desk.hand.choose(settings.getByLabel("Order", { exact: true }), "Shuffled")),
    stays: settingStays("Order", "shuffled"),
  },
  {
    ...{ change: "the crossfade", at: at("off"), call: "streams.update", ...CHANGE_FAILED },
    press: (desk) =>
      setting(desk, "order and crossfade", async (settings) => {
        const slider = settings.getByLabel(/^Crossfade/);
        if (desk.hand.name === "mouse") await slider.click({ position: { x: 60, y: 20 } });
        else await slider.press("ArrowRight");
      }),
  },
];

const PICTURES: readonly Failing[] = [
  {
    ...{ change: "the background", at: at("off", "background"), call: "streams.update" },
    ...{ title: "Update Failed", sentence: "The background could not be changed" },
    press: (desk) => chosen(desk, "Change Background", "Harbour", "Change Background"),
    stays: chosenStays("Change Background", "Harbour"),
  },
  {
    ...{ change: "the transition", at: at("off", "background"), call: "streams.update", ...CHANGE_FAILED },
    press: (desk) =>
      setting(desk, "transition and auto-switch", (settings) =>
        desk.hand.choose(settings.getByLabel("Transition", { exact: true }), "Slide"),
      ),
    stays: settingStays("Transition", "slide"),
  },
  {
    ...{ change: "the auto-switch", at: at("off", "background"), call: "streams.update", ...CHANGE_FAILED },
    press: (desk) =>
      setting(desk, "transition and auto-switch", (settings) =>
        desk.hand.choose(settings.getByLabel("Auto-switch", { exact: true }), "Every song"),
      ),
    stays: settingStays("Auto-switch", "every-song"),
  },
  {
    ...{ change: "the template", at: at("off", "overlays"), call: "streams.update" },
    ...{ title: "Update Failed", sentence: "The overlay template could not be applied" },
    press: (desk) => chosen(desk, "Select Template", "Words", "Apply Template"),
    stays: chosenStays("Select Template", "Words"),
  },
  {
    ...{ change: "the template on air", at: at("live", "overlays"), call: "streams.update" },
    ...{ title: "Update Failed", sentence: LIVE_FAILED, when: "beside" },
    press: (desk) => chosen(desk, "Select Template", "Words", "Apply Template"),
    stays: chosenStays("Select Template", "Words"),
  },
];

describe.each([
  ["what a stream is", TEXTS],
  ["what is on air", AIR],
  ["where it goes", DESTINATIONS],
  ["its tracklist", TRACKS],
  ["its picture", PICTURES],
])("a failed change of %s", (_what, rows) => {
  it.each(failuresOf(rows))("(%s) says so, keeps what was typed, and changes nothing, where %s", async (_change, _way, failure) => {
    const { visitor, call } = open();
    await walkFailure(failure, { call, operator: ({ viewport }) => visitor({ viewport, storageState }) });
  });
});

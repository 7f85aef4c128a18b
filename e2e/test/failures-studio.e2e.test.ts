import { TEST_START_FAILED_TEXT } from "@nightjar/contract";
import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { type Desk, type Failing, failuresOf, walkFailure } from "../src/failing.ts";
import { givenBackground, givenImage, givenStaff, givenStream, givenTemplate, givenTrack } from "../src/given.ts";
import { givenLostCard } from "../src/lost-card.ts";
import { studioFor } from "../src/studio-for.ts";
import { makeTone, TONES } from "../src/tones.ts";

// Every other change of the studio that does not come about: what is said, what stays typed, and that nothing is changed.

const STAFF = { email: "bo@label.example", password: "another good password" };
const PASSWORD = "a new good password";
const [ONE] = TONES;
if (!ONE) throw new Error("too few tones");

const open = studioFor("failures-studio");
let folder = "";
let tonePath = "";
const ids = { stream: "", template: "" };

/** Somebody who has signed in. */
let storageState: NonNullable<BrowserContextOptions["storageState"]> = { cookies: [], origins: [] };

beforeAll(async () => {
  ({ folder } = open());
  const { call, studio } = open();
  await givenTrack(call, folder, ONE);
  tonePath = await makeTone(folder, ONE);
  await givenBackground(call, folder, "Harbour", "navy");
  await givenBackground(call, folder, "Meadow", "green");
  ids.template = await givenTemplate(call, "Words");
  await call("POST", "/api/overlay-elements", { templateId: ids.template, type: "logo", name: "Logo", xPosition: 100, yPosition: 100 });
  await givenImage(call, folder, "red.png", "red");
  ids.stream = await givenStream(call, "Night Desk");
  await givenLostCard(call, studio.dataDir, "nvenc");
  await givenStaff(call, STAFF);
  storageState = await (await open().operator()).context().storageState();
});

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name }).or(page.getByRole("alertdialog", { name }));
const within = (page: Page, title: string, name: string) => dialog(page, title).getByRole("button", { name, exact: true });
const row = (page: Page) => page.getByRole("row").filter({ hasText: ONE.title });

/** Wide each row has its buttons, on a phone a menu. */
const onTrack = ({ page, hand }: Desk, action: "Play" | "Edit" | "Delete") =>
  hand.name === "mouse"
    ? hand.press(row(page).getByRole("button", { name: `${action} ${ONE.title}` }))
    : hand.pick(row(page).getByRole("button", { name: `Actions for ${ONE.title}` }), action);

const LIBRARY: readonly Failing[] = [
  {
    ...{ change: "a new track", at: () => "/library", call: "tracks.create" },
    ...{ title: "Upload Failed", sentence: "Failed to upload track. Please try again." },
    async press({ page, hand }) {
      await hand.press(button(page, "Add Music"));
      const details = dialog(page, "Complete Track Details");
      await hand.press(details.getByRole("button", { name: "Upload Audio File" }));
      await dialog(page, "Upload Audio File").getByLabel("Audio file").setInputFiles(tonePath);
      await dialog(page, "Upload Audio File").waitFor({ state: "detached" });
      await hand.type(details.getByLabel("Title"), "Typed by hand");
      await hand.press(details.getByRole("button", { name: "Upload Track" }));
    },
    stays: async (page) => expect(await dialog(page, "Complete Track Details").getByLabel("Title").inputValue()).toBe("Typed by hand"),
  },
  {
    ...{ change: "an edit of a track", at: () => "/library", call: "tracks.update" },
    ...{ title: "Update Failed", sentence: "Failed to update track. Please try again." },
    async press(desk) {
      await onTrack(desk, "Edit");
      await desk.hand.type(dialog(desk.page, "Edit Track").getByLabel("Title"), "Typed by hand");
      await desk.hand.press(within(desk.page, "Edit Track", "Update Track"));
    },
    stays: async (page) => expect(await dialog(page, "Edit Track").getByLabel("Title").inputValue()).toBe("Typed by hand"),
  },
  {
    ...{ change: "the deletion of a track", at: () => "/library", call: "tracks.delete" },
    ...{ title: "Delete failed", sentence: "Failed to delete track. Please try again." },
    async press(desk) {
      await onTrack(desk, "Delete");
      await desk.hand.press(within(desk.page, "Delete Track", "Delete"));
    },
    stays: (page) => dialog(page, "Delete Track").waitFor(),
  },
  {
    ...{ change: "the current track", at: () => "/library", call: "settings.patch" },
    ...{ title: "Error", sentence: "The current track could not be set" },
    press: (desk) => onTrack(desk, "Play"),
    stays: (page) => page.getByRole("region", { name: "Player" }).getByText(ONE.title).first().waitFor(),
  },
  {
    ...{ change: "tracks for a stream", at: () => "/library", call: "streams.addTracks" },
    ...{ title: "Update Failed", sentence: "The tracks could not be added" },
    async press({ page, hand }) {
      await hand.press(row(page).getByRole("checkbox"));
      await hand.press(button(page, "Add to Stream"));
      await hand.choose(dialog(page, "Add to Stream").getByLabel("Stream"), "Night Desk");
      await hand.press(within(page, "Add to Stream", "Add Track"));
    },
    async stays(page) {
      expect(await dialog(page, "Add to Stream").getByLabel("Stream").inputValue()).toBe(ids.stream);
      await dialog(page, "Add to Stream").getByText("1 track chosen.").waitFor();
    },
  },
];

const SETTINGS_FAILED = { title: "Error", sentence: "The background settings could not be saved" };
const BACKGROUNDS: readonly Failing[] = [
  {
    ...{ change: "an edit", at: () => "/backgrounds", call: "backgrounds.update" },
    ...{ title: "Error", sentence: "Failed to update background", when: "alone" },
    async press({ page, hand }) {
      await hand.press(button(page, "Edit Harbour"));
      await hand.type(dialog(page, "Edit Background").getByLabel("Title"), "Typed by hand");
      await hand.press(within(page, "Edit Background", "Save Changes"));
    },
    stays: async (page) => expect(await dialog(page, "Edit Background").getByLabel("Title").inputValue()).toBe("Typed by hand"),
  },
  {
    ...{ change: "a deletion", at: () => "/backgrounds", call: "backgrounds.delete" },
    ...{ title: "Error", sentence: "Failed to delete background", when: "alone" },
    async press({ page, hand }) {
      await hand.press(button(page, "Delete Harbour"));
      await hand.press(within(page, "Delete Background", "Delete"));
    },
  },
  {
    ...{ change: "another active one", at: () => "/backgrounds", call: "backgrounds.activate" },
    ...{ title: "Error", sentence: "Failed to activate background", when: "alone" },
    press: ({ page, hand }) => hand.press(button(page, "Set Active: Harbour")),
  },
  {
    ...{ change: "the transition", at: () => "/backgrounds", call: "settings.patch", ...SETTINGS_FAILED },
    press: ({ page, hand }) => hand.choose(page.getByLabel("Transition Effect"), "Slide"),
  },
  {
    ...{ change: "the auto-switch", at: () => "/backgrounds", call: "settings.patch", ...SETTINGS_FAILED },
    press: ({ page, hand }) => hand.choose(page.getByLabel("Auto-switch Interval"), "Every 5 minutes"),
  },
];

/** On a phone the panels are tabs. */
const toPanel = async ({ page, hand }: Desk, name: "Layers" | "Properties" | "Templates") => {
  if (hand.name === "keyboard") await page.getByRole("tab", { name }).press("Enter");
};
const OVERLAYS: readonly Failing[] = [
  {
    ...{ change: "a template's name", at: () => `/overlay?template=${ids.template}`, call: "overlays.updateTemplate" },
    ...{ title: "Save Failed", sentence: "The template could not be saved. Please try again." },
    async press(desk) {
      await toPanel(desk, "Templates");
      await desk.hand.type(desk.page.getByLabel("Template name"), "Typed by hand");
      await desk.hand.press(button(desk.page, "Save Changes"));
    },
    stays: async (page) => expect(await page.getByLabel("Template name").inputValue()).toBe("Typed by hand"),
  },
  {
    ...{ change: "the deletion of a template", at: () => `/overlay?template=${ids.template}`, call: "overlays.deleteTemplate" },
    ...{ title: "Error", sentence: "Failed to delete template. Please try again.", when: "beside" },
    async press(desk) {
      await toPanel(desk, "Templates");
      await desk.hand.press(button(desk.page, "Delete template Words"));
      await desk.hand.press(within(desk.page, "Delete Template", "Delete"));
    },
  },
  {
    ...{ change: "a template saved as new", at: () => `/overlay?template=${ids.template}`, call: "overlays.createTemplate" },
    ...{ title: "Save Failed", sentence: "The template could not be saved. Please try again." },
    async press(desk) {
      await toPanel(desk, "Templates");
      await desk.hand.type(desk.page.getByLabel("Template name"), "Typed by hand");
      await desk.hand.press(button(desk.page, "Save as New Template"));
    },
    stays: async (page) => expect(await page.getByLabel("Template name").inputValue()).toBe("Typed by hand"),
  },
  {
    ...{ change: "the deletion of an image", at: () => `/overlay?template=${ids.template}`, call: "overlays.deleteMedia" },
    ...{ title: "Delete Failed", sentence: "The image could not be deleted" },
    async press(desk) {
      await toPanel(desk, "Layers");
      await desk.hand.press(button(desk.page, "Select Logo"));
      await toPanel(desk, "Properties");
      await desk.hand.press(button(desk.page, "Choose Image"));
      await desk.hand.press(within(desk.page, "Media Library", "Delete red.png"));
      await desk.hand.press(within(desk.page, "Delete Image", "Delete"));
    },
    stays: (page) => within(page, "Media Library", "Delete red.png").waitFor(),
  },
];

const OTHERS: readonly Failing[] = [
  {
    ...{ change: "the password", at: () => "/settings", call: "auth.changePassword" },
    ...{ title: "Error", sentence: "Failed to change password" },
    async press({ page, hand }) {
      await hand.type(page.getByLabel("Current Password"), PASSWORD);
      await hand.type(page.getByLabel("New Password", { exact: true }), PASSWORD);
      await hand.type(page.getByLabel("Confirm New Password"), PASSWORD);
      await hand.press(button(page, "Change Password"));
    },
    stays: async (page) => expect(await page.getByLabel("Confirm New Password").inputValue()).toBe(PASSWORD),
  },
  {
    ...{ change: "the other sessions", at: () => "/settings", call: "auth.endOtherSessions" },
    ...{ title: "Error", sentence: "The other sessions could not be ended" },
    press: ({ page, hand }) => hand.press(button(page, "End all other sessions")),
  },
  {
    ...{ change: "a test stream", at: () => `/test-stream?stream=${ids.stream}`, call: "testStream.start" },
    ...{ title: "Failed to Start Stream", sentence: TEST_START_FAILED_TEXT },
    press: ({ page, hand }) => hand.press(button(page, "Start Test Stream")),
    stays: (page) => button(page, "Start Test Stream").waitFor(),
  },
  {
    ...{ change: "a revoked account", at: () => "/admin", call: "admin.setStatus", title: "Failed to update user status", sentence: null },
    press: ({ page, hand }) => hand.press(page.getByRole("row").filter({ hasText: STAFF.email }).getByRole("button", { name: "Revoke" })),
  },
  {
    ...{ change: "a deleted account", at: () => "/admin", call: "admin.deleteUser", title: "Failed to delete user", sentence: null },
    async press({ page, hand }) {
      await hand.press(page.getByRole("row").filter({ hasText: STAFF.email }).getByRole("button", { name: "Delete" }));
      await hand.press(within(page, "Delete User", "Delete"));
    },
  },
  {
    ...{ change: "a link for a new password", at: () => "/admin", call: "admin.createResetLink" },
    ...{ title: "Error", sentence: "The link could not be made" },
    async press({ page, hand }) {
      await hand.press(page.getByRole("row").filter({ hasText: STAFF.email }).getByRole("button", { name: "Reset password" }));
      await hand.press(within(page, "Reset Password", "Create Link"));
    },
    stays: (page) => within(page, "Reset Password", "Create Link").waitFor(),
  },
  {
    ...{ change: "the encoder", at: () => "/settings", call: "settings.patch" },
    ...{ title: "Error", sentence: "The encoder could not be chosen" },
    async press({ page, hand }) {
      // Each was tried by then. One step away: each step of a keyboard is a call.
      await expect.poll(() => page.getByLabel("Encoder").isEnabled()).toBe(true);
      await hand.choose(page.getByLabel("Encoder"), "Software (x264)");
    },
    stays: (page) => expect.poll(() => page.getByLabel("Encoder").inputValue()).toBe("nvenc"),
  },
  {
    ...{ change: "the sample channel", at: () => "/", call: "sample.make" },
    ...{ title: "Error", sentence: "The sample channel could not be made" },
    press: ({ page, hand }) => hand.press(button(page, "Make a Sample Channel")),
    stays: (page) => button(page, "Make a Sample Channel").waitFor(),
  },
];

describe.each([
  ["the library", LIBRARY],
  ["the backgrounds", BACKGROUNDS],
  ["the overlays", OVERLAYS],
  ["settings, the test stream, accounts and the sample channel", OTHERS],
])("a failed change of %s", (_what, rows) => {
  it.each(failuresOf(rows))("(%s) says so, keeps what was typed, and changes nothing, where %s", async (_change, _way, failure) => {
    const { visitor, call } = open();
    await walkFailure(failure, { call, operator: ({ viewport }) => visitor({ viewport, storageState }) });
  });
});

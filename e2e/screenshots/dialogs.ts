import type { Page } from "playwright-core";
import { until } from "../src/until.ts";
import { shownWithin } from "../src/watching.ts";
import { drawn } from "./drawn.ts";
import type { Screen } from "./screen.ts";
import { DUSK, SONG } from "./world.ts";

/** Presses what leads there. */
const by = (name: string | RegExp) => async (page: Page) => {
  await page
    .getByRole("button", { name, exact: typeof name === "string" })
    .first()
    .click();
  await page.getByRole("dialog").or(page.getByRole("alertdialog")).waitFor();
};

const listening = async (page: Page) => {
  await by("Listen in")(page);
  await until("what is sent is seen", async () => (await shownWithin(page, 0.5)) >= 0.5, 60_000);
};
const choosing = async (page: Page) => {
  await by("Add Track")(page);
  const rows = page.getByRole("dialog").getByRole("checkbox");
  for (const at of [1, 3]) await rows.nth(at).click();
};

const templates = async (page: Page) => {
  await by("Select Template")(page);
  await drawn(page);
};

const several = async (page: Page) => {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Commands" }).fill("stop several");
  await page.getByRole("option", { name: "Stop several streams" }).click();
  await page.getByRole("dialog", { name: "Several Streams" }).getByRole("checkbox").first().waitFor();
};

/** On a narrow screen it is asked for by a menu. */
const editing = async (page: Page) => {
  const menu = page.getByRole("button", { name: `Actions for ${SONG.title}` });
  const opener = page.getByRole("button", { name: `Edit ${SONG.title}` }).or(menu);
  await opener.waitFor();
  const isNarrow = await menu.isVisible();
  await opener.click();
  if (isNarrow) await page.getByRole("menuitem", { name: "Edit" }).click();
  await page.getByRole("dialog").waitFor();
};

/** The dialogs that an operator meets most. */
export const dialogs = (streamId: string): readonly Screen[] => {
  const stream = { path: `/streaming?stream=${streamId}`, heading: "Stream Manager" };
  const library = { path: "/library", heading: "Music Library" };
  const backgrounds = { path: "/backgrounds", heading: "Background Videos" };
  return [
    { name: "create-stream", ...stream, path: "/streaming", show: by("Create New Stream") },
    { name: "edit-stream", ...stream, show: by("Edit") },
    { name: "delete-stream", ...stream, show: by("Delete") },
    { name: "stop-stream", ...stream, show: by("Stop Stream") },
    { name: "listen-in", ...stream, show: listening },
    { name: "add-track", ...stream, show: choosing },
    { name: "change-background", ...stream, path: `${stream.path}&tab=background`, show: by("Change Background") },
    { name: "select-template", ...stream, path: `${stream.path}&tab=overlays`, show: templates },
    { name: "several-streams", ...stream, path: "/streaming", show: several },
    { name: "add-music", ...library, show: by("Add Music") },
    { name: "edit-track", ...library, show: editing },
    { name: "upload-background", ...backgrounds, show: by(/^Upload Video/) },
    { name: "edit-background", ...backgrounds, show: by(`Edit ${DUSK}`) },
    { name: "delete-background", ...backgrounds, show: by(`Delete ${DUSK}`) },
    { name: "import-csv", path: "/playlist-sync", heading: "Playlist Sync", show: by("Import CSV") },
    { name: "sample-track", path: "/overlay", heading: "Overlay Designer", show: by(/^Sample track/) },
  ];
};

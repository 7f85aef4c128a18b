import type { Page } from "playwright-core";
import { until } from "../src/until.ts";
import { shownWithin } from "../src/watching.ts";
import type { Screen } from "./screen.ts";
import { DUSK, SONG } from "./world.ts";

type Way = readonly [role: "button" | "menuitem", name: string | RegExp];

/** Presses one after the other what leads there. */
const by =
  (...way: Way[]) =>
  async (page: Page) => {
    for (const [role, name] of way)
      await page
        .getByRole(role, { name, exact: typeof name === "string" })
        .first()
        .click();
    await page.getByRole("dialog").or(page.getByRole("alertdialog")).waitFor();
  };

const listening = async (page: Page) => {
  await by(["button", "Listen in"])(page);
  await until("what is sent is seen", async () => (await shownWithin(page, 0.5)) >= 0.5, 60_000);
};
const choosing = async (page: Page) => {
  await by(["button", "Add Track"])(page);
  const rows = page.getByRole("dialog").getByRole("checkbox");
  for (const at of [1, 3]) await rows.nth(at).click();
};

/** The dialogs that an operator meets most. */
export const dialogs = (streamId: string): readonly Screen[] => {
  const stream = { path: `/streaming?stream=${streamId}`, heading: "Stream Manager" };
  const library = { path: "/library", heading: "Music Library" };
  const backgrounds = { path: "/backgrounds", heading: "Background Videos" };
  return [
    { name: "create-stream", ...stream, show: by(["button", "Create New Stream"]) },
    { name: "edit-stream", ...stream, show: by(["button", "Edit"]) },
    { name: "delete-stream", ...stream, show: by(["button", "Delete"]) },
    { name: "stop-stream", ...stream, show: by(["button", "Stop Stream"]) },
    { name: "listen-in", ...stream, show: listening },
    { name: "add-track", ...stream, show: choosing },
    { name: "change-background", ...stream, path: `${stream.path}&tab=background`, show: by(["button", "Change Background"]) },
    { name: "add-music", ...library, show: by(["button", "Add Music"]) },
    { name: "edit-track", ...library, show: by(["button", `Actions for ${SONG.title}`], ["menuitem", "Edit"]) },
    { name: "upload-background", ...backgrounds, show: by(["button", /^Upload Video/]) },
    { name: "edit-background", ...backgrounds, show: by(["button", `Edit ${DUSK}`]) },
    { name: "delete-background", ...backgrounds, show: by(["button", `Delete ${DUSK}`]) },
    { name: "import-csv", path: "/playlist-sync", heading: "Playlist Sync", show: by(["button", "Import CSV"]) },
    { name: "sample-track", path: "/overlay", heading: "Overlay Designer", show: by(["button", /^Sample track/]) },
  ];
};

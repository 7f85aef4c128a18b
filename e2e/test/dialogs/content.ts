import { button, type Doing, type Opening, press, type ScreenOfDialogs, turnTo, within } from "../../src/dialogs.ts";
import { ids, TRACK } from "./studio.ts";

// Dialogs of what streams are made of.

/** Wide each row has its buttons, on a phone a menu. */
const onTrack =
  (action: "Edit" | "Info" | "Delete"): Doing =>
  ({ page, hand }) =>
    hand.name === "mouse"
      ? hand.press(button(page, `${action === "Info" ? "Info on" : action} ${TRACK.title}`))
      : hand.pick(button(page, `Actions for ${TRACK.title}`), action);

const LIBRARY: readonly Opening[] = [
  { opens: "Bulk Upload", by: press("Bulk Upload") },
  { opens: "Complete Track Details", by: press("Add Music") },
  { opens: "Upload Audio File", by: within("Complete Track Details", "Upload Audio File", press("Add Music")) },
  { opens: "Edit Track", by: onTrack("Edit") },
  { opens: "Replace Audio File", by: within("Edit Track", "Replace Audio File", onTrack("Edit")) },
  { opens: "Lantern", by: onTrack("Info") },
  { opens: "Delete Track", by: onTrack("Delete") },
  {
    opens: "Add to Stream",
    async by(desk) {
      await desk.hand.press(desk.page.getByRole("checkbox", { name: `Choose ${TRACK.title}`, exact: true }));
      await press("Add to Stream")(desk);
    },
  },
];

const BACKGROUNDS: readonly Opening[] = [
  { opens: "Upload Background Video", by: press(/^Upload Video/) },
  { opens: "Edit Background", by: press("Edit Harbour") },
  { opens: "Delete Background", by: press("Delete Harbour") },
];

/** On a phone the panels are tabs. */
const atPanel =
  (name: "Layers" | "Properties" | "Templates", then: Doing): Doing =>
  async (desk) => {
    if (desk.hand.name === "keyboard") await turnTo(desk, name);
    await then(desk);
  };
const choosingImage: Doing = async (desk) => {
  await atPanel("Layers", press("Select Logo"))(desk);
  await atPanel("Properties", press("Choose Image"))(desk);
};

const OVERLAY: readonly Opening[] = [
  { opens: "Sample Track", by: press(/^Sample track/) },
  { opens: "Keyboard Shortcuts", by: ({ page }) => page.keyboard.press("?") },
  { opens: "Media Library", by: choosingImage },
  { opens: "Delete Image", by: within("Media Library", "Delete red.png", choosingImage) },
  { opens: "Delete Template", by: atPanel("Templates", press("Delete template Words")) },
];

const PLAYLIST: readonly Opening[] = [
  { opens: "Import CSV", by: press("Import CSV") },
  { opens: "Delete playlist?", by: press("Delete") },
  { opens: "Is it in your library?", by: press(`Decide about ${TRACK.title}`) },
];

export const CONTENT: readonly ScreenOfDialogs[] = [
  { screen: "the library", at: () => "/library", openings: LIBRARY },
  { screen: "the backgrounds", at: () => "/backgrounds", openings: BACKGROUNDS },
  { screen: "a template", at: () => `/overlay?template=${ids.template}`, openings: OVERLAY },
  { screen: "a playlist", at: () => `/playlist-sync?playlist=${ids.playlist}`, openings: PLAYLIST },
];

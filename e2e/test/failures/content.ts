import type { Page } from "playwright-core";
import type { Failing } from "../../src/failing.ts";
import { actionsFor, at, button, chosen, chosenStays, dialog, LIVE_FAILED, setting, settingStays, TRACKS } from "./desk.ts";

const { ONE, TWO, THREE } = TRACKS;
const handle = (page: Page, title: string) => page.getByRole("button", { name: `Move ${title}; use the arrow keys, Home and End` });

const CHANGE_FAILED = { title: "Update Failed", sentence: "The stream could not be changed" };
export const TRACKLIST: readonly Failing[] = [
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

export const PICTURES: readonly Failing[] = [
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

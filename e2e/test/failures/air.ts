import { expect } from "vitest";
import type { Failing } from "../../src/failing.ts";
import { actionsFor, at, button, dialog, LIVE_FAILED, through, TRACKS, typed, typedStays } from "./desk.ts";

export const TEXTS: readonly Failing[] = [
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
export const AIR: readonly Failing[] = [
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
    press: ({ page, hand }) => hand.pick(actionsFor(page, TRACKS.TWO.title), "Play now"),
  },
  {
    ...{ change: "an update of what airs", at: at("live"), call: "streams.updateContent" },
    ...{ title: "Content Update Failed", sentence: CONTENT_FAILED, when: "beside" },
    press: ({ page, hand }) => hand.press(button(page, "Update Live Stream")),
  },
];

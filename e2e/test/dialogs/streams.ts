import { stream } from "@nightjar/contract";
import { read } from "../../src/call.ts";
import { choose } from "../../src/command-box.ts";
import { own } from "../../src/destination-form.ts";
import { button, type Doing, type Opening, press, type ScreenOfDialogs, titled, turnTo, within } from "../../src/dialogs.ts";
import { goTo } from "../../src/newcomer.ts";
import { heldStep } from "../../src/rundown.ts";
import { until } from "../../src/until.ts";
import { shownWithin } from "../../src/watching.ts";
import { ids, open, TRACK } from "./studio.ts";

// Dialogs of streams, off air and on air.

const LIST: readonly Opening[] = [
  { opens: "Create New Stream", by: press("Create New Stream") },
  {
    opens: "Discard changes?",
    async by(desk) {
      await press("Create New Stream")(desk);
      await desk.hand.type(titled(desk.page, "Create New Stream").getByLabel("Title"), "Typed by hand");
      await desk.page.keyboard.press("Escape");
    },
    leave: within("Discard changes?", "Discard"),
  },
];

/** Somebody else turns the tracklist round while a step of it is on its way. */
const removeInVain: Doing = async ({ page, hand }) => {
  const { call } = open();
  const held = await heldStep(page);
  await hand.press(button(page, `Remove ${TRACK.title}`));
  await held.sent;
  const { tracklistIds = [] } = (await read(call, stream.array(), "/api/streams")).find(({ id }) => id === ids.off) ?? {};
  await call("PATCH", `/api/streams/${ids.off}`, { tracklistIds: tracklistIds.toReversed() });
  await held.letGo();
};

const STREAM: readonly Opening[] = [
  { opens: "Edit Stream", by: press("Edit") },
  { opens: "Duplicate Stream", by: press("Duplicate") },
  { opens: "Delete Stream", by: press("Delete") },
  { opens: "Remove Destination", by: ({ page, hand }) => hand.press(button(own(page), "Remove")) },
  { opens: "Add Track", by: press("Add Track") },
  { opens: "Move to a Place", by: ({ page, hand }) => hand.pick(button(page, `Actions for ${TRACK.title}`), "Move to a place…") },
  { opens: "Changed by Somebody Else", by: removeInVain, leave: within("Changed by Somebody Else", "Keep Theirs") },
  {
    opens: "Change Background",
    async by(desk) {
      await turnTo(desk, "Background");
      await press("Change Background")(desk);
    },
  },
  {
    opens: "Select Template",
    async by(desk) {
      await turnTo(desk, "Overlays");
      await press("Select Template")(desk);
    },
  },
  {
    opens: "Leave without saving?",
    async by({ page, hand }) {
      await hand.type(page.getByRole("region", { name: "Live broadcasting" }).getByLabel("Stream Title"), "Typed by hand");
      await (hand.name === "mouse" ? goTo(page, "Wall") : hand.press(button(page, "All streams")));
    },
  },
];

export const STREAMS: readonly ScreenOfDialogs[] = [
  { screen: "the streams", at: () => "/streaming", openings: LIST },
  { screen: "a stream", at: () => `/streaming?stream=${ids.off}`, openings: STREAM },
];

const LIVE: readonly Opening[] = [
  {
    opens: "Day Desk",
    async by(desk) {
      await press("Listen in")(desk);
      await until("what is sent is seen", async () => (await shownWithin(desk.page, 0.5)) >= 0.5, 60_000);
    },
  },
  { opens: "Stop Stream", by: press("Stop Stream") },
  {
    opens: "Disconnect",
    by: ({ page, hand }) => hand.press(button(page.getByRole("region", { name: "YouTube channel" }), "Disconnect")),
  },
];

const stopSeveral: Doing = ({ page }) => choose(page, "stop several", "Stop several streams");
/** From any screen. */
const SEVERAL: readonly Opening[] = [
  { opens: "Set Active", by: press("Set Active: Harbour") },
  { opens: "Several Streams", by: stopSeveral },
  { opens: "Stop 2 Streams", by: within("Several Streams", "Stop 2", stopSeveral) },
  { opens: "Jump in 2 Streams", by: within("Several Streams", "Jump…", stopSeveral) },
];

export const ON_AIR: readonly ScreenOfDialogs[] = [
  { screen: "a stream on air", at: () => `/streaming?stream=${ids.live}`, openings: LIVE },
  { screen: "the backgrounds, with streams on air", at: () => "/backgrounds", openings: SEVERAL },
];

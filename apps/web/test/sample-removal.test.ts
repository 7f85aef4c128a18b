import { streamId } from "@nightjar/contract";
import { expect, test } from "vitest";
import { removalText } from "../src/features/dashboard/removal-text.ts";

const playing = (title: string, isLive: boolean) => ({ title, isLive });
const shown = (title: string, by: "choice" | "default" | "turn", isLive: boolean, isNow = isLive && by !== "turn") => ({
  ...{ id: streamId.parse("x"), title, isLive, by, isNow },
});
const END = "as soon as you remove the sample channel.";

test("the removal of the sample channel names the live streams that play or show a part of it", () => {
  expect(removalText([playing("A", true), playing("B", false)], [shown("C", "choice", true), shown("D", "default", true)])).toBe(
    `A is live and plays its tracks: they leave its tracklist ${END} C and D are live and show its background: their pictures change on air ${END}`,
  );
  expect(removalText([playing("A", true), playing("B", true)], [shown("C", "turn", true, true)])).toBe(
    `A and B are live and play its tracks: they leave their tracklists ${END} C is live and shows its background: its picture changes on air ${END}`,
  );
});

test("the removal of the sample channel says nothing of the air where it changes nothing there", () => {
  expect(removalText([playing("A", false)], [shown("B", "choice", false), shown("C", "turn", true, false)])).toBeNull();
});

import type { StreamId } from "@nightjar/contract";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createBroadcast, youtubeStatus } from "../../src/youtube/broadcast-verbs.ts";
import { cardOf } from "../../src/youtube/card.ts";
import { YouTubeError } from "../../src/youtube/reasons.ts";
import { broadcastThere, withBroadcast } from "../support/at-youtube.ts";
import { openStudio } from "../support/call-verb.ts";
import type { Studio } from "../support/call-verb.ts";
import { withChannel } from "../support/given.ts";

let studio: Studio;
beforeEach(async () => void (studio = await openStudio()));
afterEach(() => studio.close());

/** What the card shows of it to who reads it whenever the stream is said to have changed. */
function shownAtEach(id: StreamId, name: "streamUrl" | "notice"): (string | null)[] {
  const shown: (string | null)[] = [];
  studio.services.live.subscribe((event) => {
    if (event.type === "changed" && event.entity === "streams" && event.id === id) shown.push(cardOf(studio.services.db, id)[name]);
  });
  return shown;
}

it("the address of a broadcast that is made by hand is told to the other screens once there is one", async () => {
  const { id } = await withChannel(studio);
  const shown = shownAtEach(id, "streamUrl");
  const { streamUrl } = await studio.callVerb(createBroadcast, { streamId: id });
  expect([shown[0], shown.at(-1)]).toEqual([null, streamUrl]);
  expect(await studio.callVerb(youtubeStatus, { streamId: id })).toMatchObject({ streamUrl, waitingPrivacy: "unlisted" });
});

it("what a step is refused of a broadcast on air is told to the card when that shows something else, and so is that it went well again", async () => {
  const { id, rowId } = await withBroadcast(studio);
  const shown = shownAtEach(id, "notice");
  const { advance } = studio.services.broadcasts;
  const refusal = new YouTubeError("backendError", 503);
  for (const isAnswered of [false, false, true, true]) {
    studio.ports.youtube.broadcasts = () => (isAnswered ? Promise.resolve([broadcastThere()]) : Promise.reject(refusal));
    expect(await advance(rowId)).toMatchObject({ step: "watch" });
  }
  expect(shown).toEqual([refusal.message, null]);
});

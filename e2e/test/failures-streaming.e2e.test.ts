import type { BrowserContextOptions } from "playwright-core";
import { beforeAll, describe, it } from "vitest";
import { failuresOf, walkFailure } from "../src/failing.ts";
import { givenBackground, givenStream, givenTemplate, givenTracks } from "../src/given.ts";
import { studioFor } from "../src/studio-for.ts";
import { AIR, TEXTS } from "./failures/air.ts";
import { PICTURES, TRACKLIST } from "./failures/content.ts";
import { ADDRESS, ids, OTHER, TRACKS } from "./failures/desk.ts";
import { DESTINATIONS } from "./failures/destinations.ts";

// Every change of /streaming that does not come about: what is said, what stays typed, and that nothing is changed.

const KEY = "a-key-of-nobody";

const open = studioFor("failures-streaming");

/** Somebody who has signed in. */
let storageState: NonNullable<BrowserContextOptions["storageState"]> = { cookies: [], origins: [] };

beforeAll(async () => {
  const { call, folder } = open();
  const tracks = await givenTracks(call, folder, Object.values(TRACKS));
  await givenBackground(call, folder, "Harbour", "navy");
  await givenTemplate(call, "Words");
  for (const [name, title] of [
    ["off", "Night Desk"],
    ["live", "Day Desk"],
  ] as const) {
    const destination = { rtmpUrl: ADDRESS, streamKey: KEY };
    ids[name] = await givenStream(call, title, { trackIds: tracks.slice(0, 2), destination, set: { description: "As it was" } });
    await call("POST", `/api/streams/${ids[name]}/destinations`, { rtmpUrl: OTHER, streamKey: KEY });
  }
  ids.bare = await givenStream(call, "Bare Desk");
  await call("POST", `/api/direct-streaming/start/${ids.live}`, { title: "Day Desk" });
  storageState = await (await open().operator()).context().storageState();
});

describe.each([
  ["what a stream is", TEXTS],
  ["what is on air", AIR],
  ["where it goes", DESTINATIONS],
  ["its tracklist", TRACKLIST],
  ["its picture", PICTURES],
])("a failed change of %s", (_what, rows) => {
  it.each(failuresOf(rows))("(%s) says so, keeps what was typed, and changes nothing, where %s", async (_change, _way, failure) => {
    const { visitor, call } = open();
    await walkFailure(failure, { call, operator: ({ viewport }) => visitor({ viewport, storageState }) });
  });
});

import { onAir } from "@nightjar/contract";
import { ARRIVAL_PATIENCE_MS } from "@nightjar/rtmp-ingest";
import { startStandIn } from "@nightjar/youtube-standin";
import { afterAll, beforeAll } from "vitest";
import { read } from "../../src/call.ts";
import { givenBackground, givenImage, givenStream, givenTemplate, givenTracks, NOWHERE } from "../../src/given.ts";
import { ADMIN, studioFor } from "../../src/studio-for.ts";
import { TONES } from "../../src/tones.ts";
import { until } from "../../src/until.ts";
import { connectYoutube } from "../../src/youtube.ts";

// Of the test file that takes the rows of dialogs in: one studio for all of them, with all that they are of.

const far = await startStandIn();
afterAll(() => far.close());
export const open = studioFor("dialogs", far.env);

export const STAFF = { email: "bo@label.example", password: "another good password" };
const [ONE, TWO] = TONES;
if (!ONE || !TWO) throw new Error("too few tones");
/** In each tracklist, with another below it. */
export const TRACK = ONE;
/** So long that one goes on while the page of a stream on air is looked at. */
const SECONDS = 120;
/** It is rendered on the machine that looks. */
const SMALL = { profile: "720p30" };

/** What is called Night Desk is off the air; the other stream is on air later. */
export const ids = { off: "", live: "", template: "", playlist: "" };
let trackIds: readonly string[] = [];

beforeAll(async () => {
  const { call, folder } = open();
  trackIds = await givenTracks(
    call,
    folder,
    [ONE, TWO].map((tone) => ({ ...tone, seconds: SECONDS })),
  );
  await givenBackground(call, folder, "Harbour", "navy");
  ids.template = await givenTemplate(call, "Words");
  await call("POST", "/api/overlay-elements", { templateId: ids.template, type: "logo", name: "Logo", xPosition: 100, yPosition: 100 });
  await givenImage(call, folder, "red.png", "red");
  await call("POST", "/api/auth/register", STAFF);
  // Twice as long: whether it is the track of the library is doubtful.
  const doubtful = { title: ONE.title, artist: ONE.artist, durationMs: 2 * SECONDS * 1000 };
  ids.playlist = String((await call("POST", "/api/playlists", { name: "Late", source: "csv", entries: [doubtful] }))["id"]);
  ids.off = await givenStream(call, "Night Desk", { trackIds, destination: NOWHERE, set: SMALL });
});

/** Two streams go on air, the first of them with a Google account beside; resolves once that one is sent. */
export async function goOnAir(rtmpUrl: string): Promise<void> {
  const { call, studio } = open();
  const stream = (streamKey: string) => ({ trackIds, destination: { rtmpUrl, streamKey }, set: SMALL, isLive: true });
  ids.live = await givenStream(call, "Day Desk", stream("day"));
  await givenStream(call, "Late Desk", stream("late"));
  await connectYoutube(studio.url, ADMIN, ids.live);
  const state = async () => (await read(call, onAir, `/api/streams/${ids.live}/on-air`)).state;
  await until("it is sent", async () => ["on-air", "slate"].includes(await state()), ARRIVAL_PATIENCE_MS);
}

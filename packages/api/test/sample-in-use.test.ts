import type { BackgroundId, StreamId, TrackId } from "@nightjar/contract";
import { addBackgroundFile, addTrack } from "@nightjar/api/testing";
import { backgrounds, sampleParts, streamItems, streams, streamSessions, tracks } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { activateBackground } from "../src/backgrounds/activate-background.ts";
import { createBackground } from "../src/backgrounds/create-background.ts";
import { updateBackground } from "../src/backgrounds/update-background.ts";
import { updateTrack } from "../src/library/update-track.ts";
import { cancelSample, removeSample } from "../src/sample/sample-channel.ts";
import { addTracks } from "../src/streams/add-tracks.ts";
import { createStream } from "../src/streams/create-stream.ts";
import { deleteStream } from "../src/streams/delete-stream.ts";
import { setDestination } from "../src/streams/destination.ts";
import { updateStream } from "../src/streams/update-stream.ts";
import { openStudio } from "./support/call-verb.ts";
import type { Studio } from "./support/call-verb.ts";
import { TITLES, atTheLastSong, bringSample, leaveHalfMade, makeWholeSample, sampleStatus } from "./support/sample.ts";

let studio: Studio;
beforeEach(async () => {
  studio = await openStudio();
  bringSample(studio);
});
afterEach(() => studio.close());

const make = () => makeWholeSample(studio);
const status = () => sampleStatus(studio);
const ownBackground = async () =>
  (await studio.callVerb(createBackground, { title: "Mine", videoUrl: addBackgroundFile(studio.services, "mine") })).id;
const ownStream = async () => (await studio.callVerb(createStream, { title: "Mine" })).id;

/** Of the sample channel: its stream, one of its songs and its background, beside a stream of somebody's own. */
interface Made {
  readonly id: StreamId;
  readonly own: StreamId;
  readonly song: TrackId;
  readonly sky: BackgroundId;
}

type Build = (made: Made) => Promise<unknown>;

/** What somebody does with it, and what of it is theirs then. */
const USES: readonly [what: string, build: Build, kept: readonly (keyof Made)[]][] = [
  [
    "another track in it",
    async ({ id }) => studio.callVerb(addTracks, { streamId: id, trackIds: [addTrack(studio.services, "Mine")] }),
    ["id", "song", "sky"],
  ],
  [
    "a destination",
    ({ id }) => studio.callVerb(setDestination, { id, rtmpUrl: "rtmp://far.example/live", streamKey: "key" }),
    ["id", "song", "sky"],
  ],
  [
    "gone on air",
    async ({ id }) => studio.services.db.insert(streamSessions).values({ streamId: id, startedAt: new Date() }).run(),
    ["id", "song", "sky"],
  ],
  ["another stream that plays a song of it", ({ own, song }) => studio.callVerb(addTracks, { streamId: own, trackIds: [song] }), ["song"]],
  ["another stream that shows its sky", ({ own, sky }) => studio.callVerb(updateStream, { id: own, activeBackgroundId: sky }), ["sky"]],
  ["another name", ({ id }) => studio.callVerb(updateStream, { id, title: "Harbour Radio" }), ["id", "song", "sky"]],
  [
    "another background",
    async ({ id }) => studio.callVerb(updateStream, { id, activeBackgroundId: await ownBackground() }),
    ["id", "song"],
  ],
  ["a crossfade", ({ id }) => studio.callVerb(updateStream, { id, crossfadeMs: 2000 }), ["id", "song", "sky"]],
  ["a song whose tags were edited", ({ song }) => studio.callVerb(updateTrack, { id: song, tags: ["late"] }), ["song"]],
  ["its sky described", ({ sky }) => studio.callVerb(updateBackground, { id: sky, description: "Above the harbour" }), ["sky"]],
  ["its sky made active", ({ sky }) => studio.callVerb(activateBackground, { id: sky }), ["sky"]],
];

async function partsSoFar(own: StreamId): Promise<Made> {
  const { streamId: id } = await status();
  const { db } = studio.services;
  const [song, sky] = [db.select().from(tracks).get()?.id, db.select().from(backgrounds).get()?.id];
  if (id === null || !song || !sky) throw new Error("the sample channel is not there");
  return { id, own, song, sky };
}

function stillThere(made: Made): readonly (keyof Made)[] {
  const { db } = studio.services;
  const rows = [...db.select().from(streams).all(), ...db.select().from(tracks).all(), ...db.select().from(backgrounds).all()];
  const ids = new Set<string>(rows.map(({ id }) => id));
  return (["id", "song", "sky"] as const).filter((name) => ids.has(made[name]));
}
const itemsOf = (id: StreamId) => studio.services.db.select().from(streamItems).where(eq(streamItems.streamId, id)).all();

describe("a sample channel that somebody has put to use", () => {
  it.each<[string, Build]>([
    ...USES.map(([what, build]): [string, Build] => [what, build]),
    ["another stream that its sky has a turn in", ({ own }) => studio.callVerb(updateStream, { id: own, autoSwitch: "every-song" })],
  ])("says once it has %s that somebody has built upon it, and not before", async (_what, build) => {
    const own = await ownStream();
    await make();
    expect(await status()).toMatchObject({ isBuiltUpon: false });
    await build(await partsSoFar(own));
    expect(await status()).toMatchObject({ isBuiltUpon: true });
  });

  it("tells what of it others play and show, so that its removal can name who is on air with that", async () => {
    const own = await ownStream();
    await make();
    const { song, sky } = await partsSoFar(own);
    expect(await status()).toMatchObject({ backgroundIds: [sky], playedBy: [] });
    await studio.callVerb(addTracks, { streamId: own, trackIds: [song] });
    expect(await status()).toMatchObject({ backgroundIds: [sky], playedBy: [own] });
    expect(await studio.callVerb(removeSample, {})).toMatchObject({ backgroundIds: [], playedBy: [] });
  });

  it.each(USES)("that has %s after a crash leaves that to its owner at the next attempt", async (_what, build, kept) => {
    const own = await ownStream();
    studio = await leaveHalfMade(studio);
    const made = await partsSoFar(own);
    await build(made);
    const before = [itemsOf(own), itemsOf(made.id)];
    await make();
    expect(await status()).toMatchObject({ state: "ready", isBuiltUpon: false });
    expect([itemsOf(own), itemsOf(made.id)]).toEqual([before[0], kept.includes("id") ? before[1] : []]);
    await studio.callVerb(removeSample, {});
    expect(stillThere(made)).toEqual(kept);
  });

  it.each(USES)("cancelled once it has %s leaves that to its owner, and takes the rest back", async (_what, build, kept) => {
    const own = await ownStream();
    const found: Made[] = [];
    atTheLastSong(studio, async () => {
      const made = await partsSoFar(own);
      found.push(made);
      await build(made);
      await studio.callVerb(cancelSample, undefined);
    });
    await make();
    expect(await status()).toMatchObject({ state: "none" });
    expect(found.map(stillThere)).toEqual([kept]);
    expect(studio.services.db.select().from(sampleParts).all()).toEqual([]);
  });

  it("goes at one press of who was not asked only while nobody has built on it, and whole of who was", async () => {
    const own = await ownStream();
    await make();
    expect(await studio.callVerb(removeSample, { unless: "built-upon" })).toMatchObject({ state: "none" });
    await make();
    const made = await partsSoFar(own);
    await studio.callVerb(updateTrack, { id: made.song, tags: ["late"] });
    const refusal = await studio.refusal(removeSample, { unless: "built-upon" });
    expect(refusal).toMatchObject({ code: "conflict", details: { isBuiltUpon: true } });
    expect(await status()).toMatchObject({ state: "ready", isBuiltUpon: true });
    expect(studio.services.db.select().from(tracks).all()).toHaveLength(TITLES.length);
    expect(await studio.callVerb(removeSample, {})).toMatchObject({ state: "none" });
    expect(stillThere(made)).toEqual([]);
  });

  it("whose stream and song were saved as they are is not built upon", async () => {
    await make();
    const { id, song } = await partsSoFar(await ownStream());
    await studio.callVerb(updateStream, { id, title: "Sample Channel" });
    await studio.callVerb(updateTrack, { id: song, genre: "C" });
    expect(await status()).toMatchObject({ isBuiltUpon: false });
  });

  it.each<[string, () => Promise<unknown>, string]>([
    ["the next press", make, "ready"],
    ["a removal", () => studio.callVerb(removeSample, {}), "none"],
  ])("whose stream was deleted by hand is there no more, and what is left of it stays at %s", async (_what, press, state) => {
    const own = await ownStream();
    await make();
    const made = await partsSoFar(own);
    await studio.callVerb(addTracks, { streamId: own, trackIds: [made.song] });
    const before = itemsOf(own);
    await studio.callVerb(deleteStream, { id: made.id });
    expect(await status()).toMatchObject({ state: "none" });
    await press();
    expect(await status()).toMatchObject({ state });
    expect(itemsOf(own)).toEqual(before);
    expect(stillThere(made)).toEqual(["song", "sky"]);
    expect(studio.services.db.select().from(tracks).all()).toHaveLength(state === "ready" ? 2 * TITLES.length : TITLES.length);
  });

  it("takes its sky back when it is cancelled, though another stream has given that a turn by itself", async () => {
    const own = await ownStream();
    await studio.callVerb(updateStream, { id: own, autoSwitch: "every-song" });
    atTheLastSong(studio, () => studio.callVerb(cancelSample, undefined));
    await make();
    expect(studio.services.db.select().from(backgrounds).all()).toEqual([]);
  });
});

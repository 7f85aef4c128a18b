import { randomUUID } from "node:crypto";
import type { BackgroundId, LiveEvent, StreamId } from "@nightjar/contract";
import { artworkFiles, backgrounds } from "@nightjar/db";
import { addBackgroundFile, shaOf } from "@nightjar/api/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { activateBackground } from "../../src/backgrounds/activate-background.ts";
import { getBackgroundPreparations } from "../../src/backgrounds/background-preparations.ts";
import { getBackgroundUses } from "../../src/backgrounds/background-uses.ts";
import { createBackground } from "../../src/backgrounds/create-background.ts";
import { deleteBackground } from "../../src/backgrounds/delete-background.ts";
import { getBackground } from "../../src/backgrounds/get-background.ts";
import { listBackgrounds } from "../../src/backgrounds/list-backgrounds.ts";
import { openBackground } from "../../src/backgrounds/open-background.ts";
import { updateBackground } from "../../src/backgrounds/update-background.ts";
import { createStream } from "../../src/streams/create-stream.ts";
import { setDestination } from "../../src/streams/destination.ts";
import { getStream } from "../../src/streams/get-stream.ts";
import { startStream } from "../../src/streams/start-stop.ts";
import { updateStream } from "../../src/streams/update-stream.ts";
import type { Verb } from "../../src/verb.ts";
import { openStudio } from "../support/call-verb.ts";
import type { Studio } from "../support/call-verb.ts";

let studio: Studio;
beforeEach(async () => {
  studio = await openStudio();
});
afterEach(() => studio.close());

const create = (fields: object) => studio.callVerb(createBackground, { ...fields });
const patch = (id: string, fields: object) => studio.callVerb(updateBackground, { id, ...fields });
const activate = (id: BackgroundId) => studio.callVerb(activateBackground, { id });
const read = (id: BackgroundId) => studio.callVerb(getBackground, { id });
const list = () => studio.callVerb(listBackgrounds, undefined);
async function newBackground(title: string, values: Parameters<typeof addBackgroundFile>[2] = {}): Promise<BackgroundId> {
  return (await create({ title, videoUrl: addBackgroundFile(studio.services, title, values) })).id;
}
const newStream = async (title: string): Promise<StreamId> => (await studio.callVerb(createStream, { title })).id;
async function start(id: StreamId): Promise<void> {
  await studio.callVerb(setDestination, { id, rtmpUrl: "rtmp://127.0.0.1:1935/live", streamKey: "key" });
  await studio.callVerb(startStream, { id });
}
function changes(): string[] {
  const seen: string[] = [];
  studio.services.live.subscribe((event: LiveEvent) => {
    if (event.type === "changed") seen.push(`${event.entity} ${event.id}`);
  });
  return seen;
}

describe("a background", () => {
  it("is made from what the upload answered; of length, size and thumbnail the file knows better", async () => {
    const posterSha256 = shaOf("poster");
    studio.services.db.insert(artworkFiles).values({ sha256: posterSha256, sizeBytes: 1 }).run();
    const videoUrl = addBackgroundFile(studio.services, "rain", { posterSha256, mezzanineState: "pending" });
    const seen = changes();
    const made = await create({ title: " Rain ", description: "Slow", videoUrl, thumbnailUrl: null, duration: "9:99", resolution: "1x1" });
    const expected = { title: "Rain", description: "Slow", videoUrl, duration: "1:01", resolution: "1280x720", isActive: false };
    const more = { kind: "video", isPreparing: true, thumbnailUrl: `/api/files/artwork/${posterSha256}.jpg` };
    expect(made).toMatchObject({ ...expected, ...more });
    expect(seen).toEqual([`backgrounds ${made.id}`]);
    expect(await read(made.id)).toEqual(made);
    expect(await list()).toEqual([made]);
  });

  it("of an id that its client chose is made once, however often it is asked for, which is told again; that id stands for no other file", async () => {
    const [id, videoUrl] = [randomUUID(), addBackgroundFile(studio.services, "rain")];
    const made = await create({ id, title: "Rain", videoUrl });
    expect(made).toMatchObject({ id, title: "Rain" });
    const seen = changes();
    expect(await create({ id, title: "Rain", videoUrl })).toEqual(made);
    expect([await list(), seen]).toEqual([[made], [`backgrounds ${id}`]]);
    const other = { title: "Sea", videoUrl: addBackgroundFile(studio.services, "sea") };
    expect(await studio.refusal(createBackground, { ...other, id })).toMatchObject({ code: "conflict" });
    expect(await studio.refusal(createBackground, { ...other, id: "sea" })).toMatchObject({
      code: "invalid-input",
      issues: [{ path: "id" }],
    });
    expect(await list()).toEqual([made]);
  });

  it("says that only its beginning airs where it is longer than that, and nothing where it airs whole", async () => {
    for (const [title, values, note] of [
      ["Short", { durationMs: 600_000 }, null],
      ["Long", { durationMs: 7_200_000 }, "Only the first 10 minutes air, again and again: make a shorter video of what is to be seen."],
      ["Still", { kind: "image", extension: "jpg", durationMs: 0 }, null],
    ] as const) {
      expect(await read(await newBackground(title, values)), title).toMatchObject({ note });
    }
  });

  it("needs a video and a title, in the specification's words, and the video must have been uploaded", async () => {
    const videoUrl = addBackgroundFile(studio.services, "rain");
    for (const fields of [{}, { title: "Rain" }, { title: " ", videoUrl }, { title: null, videoUrl }, { title: "Rain", videoUrl: "" }]) {
      const message = "Missing Information: Please upload a video and enter a title";
      expect(await studio.refusal(createBackground, fields)).toMatchObject({ code: "invalid-input", message });
    }
    for (const bad of ["file:///etc/passwd", `/api/files/video/${shaOf("other")}.mp4`, videoUrl.replace("mp4", "webm"), `${videoUrl}/..`]) {
      expect((await studio.refusal(createBackground, { title: "Rain", videoUrl: bad })).code, bad).toBe("invalid-input");
    }
    for (const thumbnailUrl of ["javascript:alert(1)", `/api/files/artwork/${shaOf("other")}.jpg`]) {
      const refused = await studio.refusal(createBackground, { title: "Rain", videoUrl, thumbnailUrl });
      expect(refused).toMatchObject({ issues: [{ path: "thumbnailUrl" }] });
    }
    expect(await list()).toEqual([]);
  });

  it("keeps what a change does not name, and always a title", async () => {
    const id = await newBackground("Rain");
    expect(await patch(id, { description: "Slow" })).toMatchObject({ title: "Rain", description: "Slow" });
    expect(await patch(id, { title: " Snow " })).toMatchObject({ title: "Snow", description: "Slow" });
    expect(await patch(id, { description: null })).toMatchObject({ description: null });
    for (const title of ["", "  ", null, 5]) {
      const refused = await studio.refusal(updateBackground, { id, title });
      expect(refused).toMatchObject({ code: "invalid-input", message: "Please enter a title" });
    }
    expect((await studio.refusal(updateBackground, { id: "nobody", title: "x" })).code).toBe("not-found");
  });

  it("is not changed where somebody else was faster with the same text, and who was slower is told what it is now", async () => {
    const id = await newBackground("Rain");
    await patch(id, { title: "Snow", was: { title: "Rain" } });
    const slower = await studio.refusal(updateBackground, { id, title: "Hail", was: { title: "Rain" } });
    expect(slower).toMatchObject({ code: "conflict", message: "The background was changed by somebody else in the meantime" });
    expect(slower).toMatchObject({ details: { fields: ["title"], background: { id, title: "Snow" } } });
    expect(await read(id)).toMatchObject({ title: "Snow" });
    // Another text, and the same one set to the same, met nobody; who says nothing wins.
    await patch(id, { title: "Snow", description: "Slow", was: { title: "Rain", description: null } });
    expect(await patch(id, { title: "Hail" })).toMatchObject({ title: "Hail", description: "Slow" });
  });

  it("is listed newest first, and gone when deleted", async () => {
    const [id] = [await newBackground("One"), await newBackground("Two")];
    studio.services.db.$client.exec(`update backgrounds set created_at = 1 where id = '${id}'`);
    expect((await list()).map((entry) => entry.title)).toEqual(["Two", "One"]);
    expect(await studio.callVerb(deleteBackground, { id })).toBeNull();
    const verbs: readonly Verb[] = [getBackground, openBackground, activateBackground, deleteBackground];
    for (const verb of verbs) {
      expect((await studio.refusal(verb, { id })).code, verb.spec.name).toBe("not-found");
    }
  });
});

describe("the default background", () => {
  it("is the one that was activated last, never two, and cannot be activated again", async () => {
    const [one, two] = [await newBackground("One"), await newBackground("Two")];
    expect((await list()).some((entry) => entry.isActive)).toBe(false);
    expect(await activate(one)).toMatchObject({ id: one, isActive: true });
    const seen = changes();
    expect(await activate(two)).toMatchObject({ id: two, isActive: true });
    expect(seen).toEqual([`backgrounds ${one}`, `backgrounds ${two}`]);
    expect((await list()).filter((entry) => entry.isActive).map((entry) => entry.id)).toEqual([two]);
    const again = await studio.refusal(activateBackground, { id: two });
    expect(again).toMatchObject({ code: "conflict", message: "This background is already active" });
    expect(() => studio.services.db.update(backgrounds).set({ isActive: true }).run()).toThrow(/UNIQUE/);
  });
});

describe("which streams show it", () => {
  const uses = () => studio.callVerb(getBackgroundUses, undefined);

  it("is told with why: chosen, by default, or by turns, and whether that stream is live; one that nobody shows is not told of", async () => {
    const [own, other, idle] = [await newBackground("own"), await newBackground("other"), await newBackground("idle")];
    expect(await uses()).toEqual([]);
    const [choosing, following] = [await newStream("Choosing"), await newStream("Following")];
    await studio.callVerb(updateStream, { id: choosing, activeBackgroundId: own });
    await activate(other);
    await start(choosing);
    expect(await uses()).toEqual([
      { backgroundId: own, streams: [{ id: choosing, title: "Choosing", isLive: true, by: "choice", isNow: false }] },
      { backgroundId: other, streams: [{ id: following, title: "Following", isLive: false, by: "default", isNow: false }] },
    ]);
    await studio.callVerb(updateStream, { id: following, autoSwitch: "every-song" });
    expect((await uses()).find(({ backgroundId }) => backgroundId === idle)?.streams).toMatchObject([{ id: following, by: "turn" }]);
    await studio.callVerb(deleteBackground, { id: own });
    expect((await uses()).map(({ backgroundId }) => backgroundId)).not.toContain(own);
  });

  it("is told with what the engine has on air there now, whose turn it is, the upload as well as its copy; off air nothing is", async () => {
    const day = await newBackground("day");
    const night = await newBackground("night", { mezzanineState: "ready", mezzanineSha256: shaOf("copy") });
    const [live, off] = [await newStream("Live"), await newStream("Off")];
    for (const id of [live, off]) await studio.callVerb(updateStream, { id, activeBackgroundId: day, autoSwitch: "every-song" });
    await start(live);
    const now = async () =>
      (await uses()).flatMap(({ backgroundId, streams }) => streams.filter(({ isNow }) => isNow).map(({ id }) => [backgroundId, id]));
    expect(await now()).toEqual([]);
    for (const [file, shown] of [
      ["day", day],
      ["night", night],
      ["copy", night],
    ] as const) {
      studio.engine.background = { kind: "video", file: { path: "", sha256: shaOf(file) } };
      expect(await now(), file).toEqual([[shown, live]]);
    }
    studio.engine.background = { kind: "default" };
    expect(await now()).toEqual([]);
  });
});

describe("what is being prepared", () => {
  const preparations = () => studio.callVerb(getBackgroundPreparations, undefined);

  it("is told with the step, how far it is and when that ends: first the copy, then the picture; what is ready is not told of", async () => {
    const rain = await newBackground("rain", { mezzanineState: "pending" });
    const still = await newBackground("still", { kind: "image", extension: "jpg", durationMs: 0, mezzanineState: "unneeded" });
    await newBackground("ready", { mezzanineState: "ready", mezzanineSha256: shaOf("copy") });
    const waiting = { isUnderWay: false, progress: 0, leftMs: null };
    expect(await preparations()).toEqual([{ backgroundId: rain, step: "copy", ...waiting }]);

    studio.ports.jobs.states = () => new Map([[`mezzanine:${shaOf("rain")}`, { isRunning: true, progress: 0.5, elapsedMs: 4000 }]]);
    studio.engine.rendering = [
      { sha256: shaOf("still"), making: null },
      { sha256: shaOf("still"), making: { progress: 0.25, elapsedMs: 3000 } },
      { sha256: shaOf("rain"), making: { progress: 0.9, elapsedMs: 3000 } },
    ];
    const told = new Map((await preparations()).map((one) => [one.backgroundId, one]));
    expect(told.size).toBe(2);
    expect(told.get(rain)).toEqual({ backgroundId: rain, step: "copy", isUnderWay: true, progress: 0.5, leftMs: 4000 });
    expect(told.get(still)).toEqual({ backgroundId: still, step: "render", isUnderWay: true, progress: 0.25, leftMs: 9000 });
  });
});

describe("what goes on air", () => {
  async function liveStream(activeBackgroundId: string | null): Promise<StreamId> {
    const id = await newStream("S");
    await studio.callVerb(updateStream, { id, activeBackgroundId });
    await start(id);
    return id;
  }
  const fileIn = (sha256: string, extension = "mp4") => ({ path: `/data/video/${sha256}.${extension}`, sha256 });
  /** What was pushed since the last time it was asked. */
  const pushes = () => studio.engine.pushed.splice(0).map(({ background: shown, streamId }) => ({ streamId, shown }));
  const video = (name: string) => ({ kind: "video", file: fileIn(shaOf(name)) });

  it("is the stream's own background, else the active one, else the plain default; each change reaches the streams it concerns alone", async () => {
    const [own, other] = [await newBackground("own"), await newBackground("other")];
    const choosing = await liveStream(own);
    const following = await liveStream(null);
    expect(pushes()).toEqual([
      { streamId: choosing, shown: video("own") },
      { streamId: following, shown: { kind: "default" } },
    ]);
    await activate(other);
    expect(pushes()).toEqual([{ streamId: following, shown: video("other") }]);
    await patch(other, { title: "Renamed" });
    expect(pushes()).toEqual([]);
    await studio.callVerb(updateStream, { id: following, activeBackgroundId: own });
    expect(pushes()).toEqual([{ streamId: following, shown: video("own") }]);

    const seen = changes();
    await studio.callVerb(deleteBackground, { id: own });
    expect(pushes().toSorted((a, b) => (a.streamId < b.streamId ? -1 : 1))).toEqual(
      [choosing, following].toSorted().map((streamId) => ({ streamId, shown: video("other") })),
    );
    expect(seen.toSorted()).toEqual([`backgrounds ${own}`, `streams ${choosing}`, `streams ${following}`].toSorted());
    expect(await studio.callVerb(getStream, { id: choosing })).toMatchObject({ activeBackgroundId: null, isLive: true });
    await studio.callVerb(deleteBackground, { id: other });
    expect(pushes().map(({ shown }) => shown)).toEqual([{ kind: "default" }, { kind: "default" }]);
  });

  it("is the normalised copy where there is one, and a still as a still", async () => {
    const mezzanineSha256 = shaOf("copy");
    await liveStream(await newBackground("ready", { mezzanineState: "ready", mezzanineSha256 }));
    await liveStream(await newBackground("pending", { mezzanineState: "pending", extension: "webm" }));
    await liveStream(await newBackground("still", { kind: "image", extension: "jpg", durationMs: 0, mezzanineState: "unneeded" }));
    expect(pushes().map(({ shown }) => shown)).toEqual([
      { kind: "video", file: fileIn(mezzanineSha256) },
      { kind: "video", file: fileIn(shaOf("pending"), "webm") },
      { kind: "image", file: fileIn(shaOf("still"), "jpg") },
    ]);
  });
});

import { AppError } from "@nightjar/contract";
import { audioFiles, auditLog, backgrounds, overlayTemplates, sampleParts, streamItems, streams, testStreams, tracks } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTrack } from "../src/library/create-track.ts";
import { deleteTrack } from "../src/library/delete-track.ts";
import { seedTemplates } from "../src/overlays/seed-templates.ts";
import { cancelSample, makeSample, removeSample } from "../src/sample/sample-channel.ts";
import { createStream } from "../src/streams/create-stream.ts";
import { updateStream } from "../src/streams/update-stream.ts";
import { startTest } from "../src/test-stream/start-stop-test.ts";
import { getTestStatus } from "../src/test-stream/test-status.ts";
import { openStudio } from "./support/call-verb.ts";
import type { Studio } from "./support/call-verb.ts";
import { TITLES, atTheLastSong, bringSample, leaveHalfMade, makeWholeSample, runSample, sampleStatus } from "./support/sample.ts";

let studio: Studio;
beforeEach(async () => {
  studio = await openStudio();
  bringSample(studio);
});
afterEach(() => studio.close());

const make = () => makeWholeSample(studio);
const status = () => sampleStatus(studio);

/** Of all that is stored, but for the audit log and what SQLite counts by itself. */
function rowsOfAllTables(): unknown {
  const { $client: file } = studio.services.db;
  const tables = file.prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name <> 'audit_log'");
  const names = tables.pluck().all().map(String);
  return Object.fromEntries(names.map((name) => [name, file.prepare(`select * from "${name}"`).all()]));
}

function cancelAfterTheLastSound(): void {
  const { sampleMaker } = studio.ports;
  sampleMaker.songs = sampleMaker.songs.map((each, index) => ({
    ...each,
    async *sound(options) {
      yield* each.sound(options);
      if (index === TITLES.length - 1) await studio.callVerb(cancelSample, undefined);
    },
  }));
}

/** As the call does it, which takes a turn more to get there. */
function cancelOnceItIsWhole(): void {
  const { db, live, sampleWork } = studio.services;
  const isWhole = () => db.select().from(sampleParts).where(eq(sampleParts.kind, "complete")).get() !== undefined;
  live.subscribe(() => void (isWhole() && sampleWork.making?.abort.abort(new AppError("conflict", "Cancelled"))));
}

describe("the sample channel", () => {
  it("is made in one call: a stream of all songs with background and overlay, whose test runs", async () => {
    seedTemplates(studio.services);
    expect(await status()).toMatchObject({ state: "none" });
    expect(await studio.callVerb(makeSample, undefined)).toMatchObject({ state: "making" });
    await runSample(studio);
    const { state, streamId } = await status();
    expect(state).toBe("ready");
    const { db } = studio.services;
    expect(db.select().from(testStreams).get()?.streamId).toBe(streamId);
    const held = db.select({ title: tracks.title }).from(streamItems).innerJoin(tracks, eq(tracks.id, streamItems.trackId));
    expect(held.orderBy(streamItems.position).all()).toEqual(TITLES.map((title) => ({ title })));
    const overlay = db.select().from(overlayTemplates).where(eq(overlayTemplates.isDefault, true)).get();
    const sky = db.select().from(backgrounds).get();
    if (!overlay || !sky) throw new Error("there is no overlay or no background");
    expect(db.select().from(streams).get()).toMatchObject({ activeBackgroundId: sky.id, activeOverlayTemplateId: overlay.id });
  });

  it("is removed in one call, which leaves every table but the audit log as it was before", async () => {
    await studio.callVerb(createStream, { title: "Mine" });
    const before = rowsOfAllTables();
    await make();
    expect(rowsOfAllTables()).not.toEqual(before);
    expect(await studio.callVerb(removeSample, {})).toMatchObject({ state: "none", streamId: null });
    expect(rowsOfAllTables()).toEqual(before);
    const actions = studio.services.db.select().from(auditLog).all();
    expect(actions.map(({ action }) => action)).toEqual(expect.arrayContaining(["tracks.create", "tracks.delete", "sample.remove"]));
  });

  it("takes its files with it", async () => {
    const removed: string[] = [];
    studio.ports.files.remove = (kind) => void removed.push(kind);
    await make();
    await studio.callVerb(removeSample, {});
    expect([...new Set(removed)].toSorted()).toEqual(["artwork", "audio", "video"]);
  });

  it("takes nothing with it that is somebody's own, though it has the same file", async () => {
    await make();
    const { audioSha256 } = studio.services.db.select().from(tracks).get() ?? {};
    const fileUrl = `/api/files/audio/${audioSha256 ?? ""}.mp3`;
    const own = await studio.callVerb(createTrack, { title: "Mine", artist: "Me", duration: "0:40", fileUrl });
    await studio.callVerb(removeSample, {});
    const { db } = studio.services;
    expect(db.select({ id: tracks.id }).from(tracks).all()).toEqual([{ id: own.id }]);
    expect(db.select({ sha256: audioFiles.sha256 }).from(audioFiles).all()).toEqual([{ sha256: audioSha256 }]);
  });

  it("leaves the files of its sky to the sweeper where another stream shows it without having chosen it", async () => {
    const removed: string[] = [];
    studio.ports.files.remove = (kind) => void removed.push(kind);
    const own = (await studio.callVerb(createStream, { title: "Mine" })).id;
    await studio.callVerb(updateStream, { id: own, autoSwitch: "every-song" });
    await make();
    await studio.callVerb(removeSample, {});
    expect(removed).not.toContain("video");
  });

  it("is removed though a part of it was deleted by hand", async () => {
    await make();
    await studio.callVerb(deleteTrack, { id: studio.services.db.select().from(tracks).get()?.id });
    expect(await studio.callVerb(removeSample, {})).toMatchObject({ state: "none" });
    expect(studio.services.db.select().from(sampleParts).all()).toEqual([]);
  });

  it("is told as half there where its removal failed behind its stream, and goes at the next press", async () => {
    await status();
    const before = rowsOfAllTables();
    await make();
    const { $client: file } = studio.services.db;
    file.exec("create trigger kept before delete on tracks begin select raise(abort, 'kept'); end");
    await studio.refusal(removeSample, {});
    expect(await status()).toMatchObject({ state: "partly" });
    file.exec("drop trigger kept");
    expect(await studio.callVerb(removeSample, {})).toMatchObject({ state: "none" });
    expect(rowsOfAllTables()).toEqual(before);
  });

  it("is heard and seen from its first song on, while the others are made", async () => {
    let then: unknown = null;
    atTheLastSong(studio, async () => {
      then = [await status(), studio.services.db.select().from(testStreams).all().length];
    });
    await make();
    expect(then).toMatchObject([{ state: "making", streamId: (await status()).streamId }, 1]);
  });

  it("is made once however often it is asked for", async () => {
    await make();
    await make();
    expect(studio.services.db.select().from(streams).all()).toHaveLength(1);
  });

  it.each<[string, () => void]>([
    ["before its last song", () => atTheLastSong(studio, () => studio.callVerb(cancelSample, undefined))],
    ["at the very end of its last sound", cancelAfterTheLastSound],
    ["while the last of it is written", cancelOnceItIsWhole],
  ])("leaves nothing when it is cancelled %s, and says nothing of a failure", async (_when, arrange) => {
    await status();
    const before = rowsOfAllTables();
    arrange();
    await make();
    expect(await status()).toMatchObject({ state: "none", reason: null });
    expect(rowsOfAllTables()).toEqual(before);
  });

  it("is made though its test cannot be started, and says why until that was started by hand; the log tells too", async () => {
    studio.ports.localAir.trouble = "port 1935 is used by another program.";
    await make();
    const reason = "Could not start the RTMP stream: port 1935 is used by another program.";
    const { streamId } = await status();
    expect(await status()).toMatchObject({ state: "ready", reason });
    expect(await studio.callVerb(getTestStatus, { streamId })).toMatchObject({ isActive: false, reason });
    const { db } = studio.services;
    expect(db.select().from(tracks).all()).toHaveLength(TITLES.length);
    expect(db.select().from(testStreams).all()).toEqual([]);
    const told = { level: "warn", message: "the test stream of the sample channel could not be started" };
    expect(studio.ports.logged).toContainEqual(expect.objectContaining(told));
    studio.ports.localAir.trouble = null;
    await studio.callVerb(startTest, { streamId });
    expect(await status()).toMatchObject({ state: "ready", reason: null });
  });

  it("is none at once when it is cancelled while it waits for the machine, and is made anew", async () => {
    await studio.callVerb(makeSample, undefined);
    expect(await studio.callVerb(cancelSample, undefined)).toMatchObject({ state: "none" });
    await make();
    expect(await status()).toMatchObject({ state: "ready" });
    expect(studio.services.db.select().from(streams).all()).toHaveLength(1);
  });

  it("leaves nothing when it fails, and says why in a sentence; the next attempt begins anew", async () => {
    await status();
    const before = rowsOfAllTables();
    atTheLastSong(studio, () => Promise.reject(new AppError("disk-full", "The disk is full")));
    await make();
    expect(await status()).toMatchObject({ state: "none", reason: "The disk is full" });
    expect(rowsOfAllTables()).toEqual(before);
    bringSample(studio);
    await make();
    expect(await status()).toMatchObject({ state: "ready", reason: null });
  });

  it("says a sentence also where the machine failed in its own words", async () => {
    studio.ports.sampleMaker.makeBackground = () => Promise.reject(new Error("exit 187"));
    await make();
    expect((await status()).reason).toBe("The sample channel could not be made. The log knows more.");
  });

  it("is told as half there after a crash in the middle, and is whole after the next press", async () => {
    studio = await leaveHalfMade(studio);
    expect(await status()).toMatchObject({ state: "partly" });
    await make();
    expect(await status()).toMatchObject({ state: "ready" });
    expect(studio.services.db.select().from(tracks).all()).toHaveLength(TITLES.length);
  });

  it("is not removed while it is being made", async () => {
    await studio.callVerb(makeSample, undefined);
    expect((await studio.refusal(removeSample, {})).code).toBe("conflict");
  });
});

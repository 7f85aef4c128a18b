import { addBackgroundFile, addTrack } from "@nightjar/api/testing";
import { STREAM_ACTIONS, STREAM_FIELDS } from "@nightjar/contract";
import { auditLog, users } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { listActivity } from "../../src/activity/recent-activity.ts";
import { deleteUser } from "../../src/auth/delete-user.ts";
import { createBackground } from "../../src/backgrounds/create-background.ts";
import { deleteBackground } from "../../src/backgrounds/delete-background.ts";
import { deleteTrack } from "../../src/library/delete-track.ts";
import { VERBS } from "../../src/rooms/index.ts";
import { addTracks } from "../../src/streams/add-tracks.ts";
import { endAllSessions } from "../../src/plan/end-all-sessions.ts";
import { stopAllWanted } from "../../src/plan/push-plan.ts";
import { createStream } from "../../src/streams/create-stream.ts";
import { removeDestination, setDestination } from "../../src/streams/destination.ts";
import { startStream, stopStream } from "../../src/streams/start-stop.ts";
import { listStreamHistory } from "../../src/streams/stream-history.ts";
import { updateStream } from "../../src/streams/update-stream.ts";
import { openStudio } from "../support/call-verb.ts";
import type { Studio } from "../support/call-verb.ts";
import { onAir } from "../support/given.ts";

let studio: Studio;
beforeEach(async () => {
  studio = await openStudio();
});
afterEach(() => studio.close());

const history = async (id: string) => (await studio.callVerb(listStreamHistory, { id })).items;

/** What comes of other calls, or by itself. */
const OF_NO_CALL = ["streams.loseTrack", "streams.loseBackground", "youtube.reconnect", "youtube.renew", "youtube.newKey"];
/** What is noted beside the fields, and what tells of no field. */
const NOTED = ["gapless", "broadcast"];
const TOLD_APART = ["revision"];

describe("the history of a stream", () => {
  it("has a word for every call that is made to one, and for every field of it", async () => {
    const calls = VERBS.filter(({ spec }) => spec.kind !== "query" && spec.entity === "streams").map(({ spec }) => spec.name);
    expect([...calls, ...OF_NO_CALL].toSorted()).toEqual([...STREAM_ACTIONS].toSorted());
    await studio.callVerb(createStream, { title: "Night" });
    const made = studio.services.db.select().from(auditLog).get()?.after ?? "";
    const fields = Object.keys(z.record(z.string(), z.unknown()).parse(JSON.parse(made)));
    expect([...fields, ...NOTED].toSorted()).toEqual([...STREAM_FIELDS, ...TOLD_APART].toSorted());
  });

  it("tells of a track that was deleted from the library, in each list that it stood in, as often as it stood there", async () => {
    const { id } = await studio.callVerb(createStream, { title: "Night" });
    const { id: other } = await studio.callVerb(createStream, { title: "Other" });
    const [moth, wick] = [addTrack(studio.services, "Moth"), addTrack(studio.services, "Wick")];
    await studio.callVerb(addTracks, { streamId: id, trackIds: [moth, wick, moth] });
    await studio.callVerb(addTracks, { streamId: other, trackIds: [wick] });
    await studio.callVerb(deleteTrack, { id: moth }, "staff");
    expect((await history(id))[0]).toMatchObject({
      ...{ action: "streams.loseTrack", by: expect.stringContaining("staff"), revision: 2 },
      step: { is: "remove", titles: ["Moth", "Moth"], total: 2 },
      fields: [{ name: "tracks", before: 3, after: 1 }],
    });
    expect((await history(other))[0]).toMatchObject({ action: "streams.addTracks" });
    expect((await studio.callVerb(listActivity, undefined))[0]).toMatchObject({ action: "tracks.delete", name: "Moth", total: 1 });
  });

  it("tells of a background that was deleted, to each stream that had chosen it", async () => {
    const { id: skyId } = await studio.callVerb(createBackground, { title: "Sky", videoUrl: addBackgroundFile(studio.services, "sky") });
    const { id } = await studio.callVerb(createStream, { title: "Night" });
    const { id: other } = await studio.callVerb(createStream, { title: "Other" });
    await studio.callVerb(updateStream, { id, activeBackgroundId: skyId });
    await studio.callVerb(deleteBackground, { id: skyId }, "staff");
    expect((await history(id))[0]).toMatchObject({
      ...{ action: "streams.loseBackground", by: expect.stringContaining("staff"), step: null },
      fields: [{ name: "activeBackgroundId", before: skyId, after: null }],
    });
    expect((await history(other))[0]).toMatchObject({ action: "streams.create" });
  });

  it("tells once what was pressed twice: a Start, a Stop, and a destination that is set and removed", async () => {
    const { id } = await studio.callVerb(createStream, { title: "Night" });
    await studio.callVerb(addTracks, { streamId: id, trackIds: [addTrack(studio.services, "Moth")] });
    const destination = { id, rtmpUrl: "rtmp://127.0.0.1:9/live", streamKey: "key" };
    const twice = async (press: () => Promise<unknown>) => {
      await press();
      await press();
    };
    await twice(() => studio.callVerb(setDestination, destination));
    await twice(() => studio.callVerb(startStream, { id }));
    await twice(() => studio.callVerb(stopStream, { id }));
    await twice(() => studio.callVerb(removeDestination, { id }));
    const pressed = ["removeDestination", "stop", "start", "setDestination", "addTracks", "create"].map((name) => `streams.${name}`);
    expect((await history(id)).map(({ action }) => action)).toEqual(pressed);
    const told = await studio.callVerb(listActivity, undefined);
    expect(told.map(({ action }) => action).slice(0, 4)).toEqual(pressed.slice(0, 4));
    const starts = studio.services.db.select().from(auditLog).where(eq(auditLog.action, "streams.start")).all();
    expect(starts).toHaveLength(2);
    expect(told[2]?.id).toBe(starts[0]?.id);
  });

  it.each<[when: string, stop: (studio: Studio) => unknown]>([
    ["while the server runs", ({ services }) => stopAllWanted(services)],
    ["while none runs", ({ services: { db } }) => db.transaction((tx) => endAllSessions(tx, new Date()))],
  ])("tells that all was taken off the air on the machine, %s", async (_when, stop) => {
    const { id } = await onAir(studio);
    const { id: off } = await studio.callVerb(createStream, { title: "Off air" });
    stop(studio);
    expect((await history(id))[0]).toMatchObject({
      action: "streams.stop",
      by: null,
      isByStudio: true,
      fields: [{ name: "sessionId", after: null }],
    });
    expect(await history(off)).toHaveLength(1);
  });

  it("tells an account that was deleted from the studio, which nobody asked", async () => {
    const { id } = await studio.callVerb(createStream, { title: "Night" });
    await studio.callVerb(updateStream, { id, title: "Day" }, "staff");
    studio.services.db.delete(users).where(eq(users.role, "staff")).run();
    const own = { at: new Date(), action: "youtube.reconnect", entity: "streams", subjectId: id, outcome: "ok", requestId: "self-heal" };
    studio.services.db.insert(auditLog).values(own).run();
    expect(await history(id)).toMatchObject([
      { action: "youtube.reconnect", by: null, isByStudio: true },
      { action: "streams.update", by: null, isByStudio: false },
      { action: "streams.create", by: expect.stringContaining("admin"), isByStudio: false },
    ]);
  });

  it("is told to be another one where an account that is deleted stands in it: whoever is no administrator hears of no accounts", async () => {
    const { id: leaver, token } = await studio.account("staff", "approved");
    const { id } = await studio.callVerb(createStream, { title: "Night" });
    await studio.callVerb(createStream, { title: "Other" });
    for (const title of ["Day", "Dawn"]) await studio.callVerb(updateStream, { id, title }, { token });
    const told: string[] = [];
    studio.services.live.subscribe((event) => void (event.type === "changed" && told.push(`${event.entity} ${event.id}`)));
    await studio.callVerb(deleteUser, { userId: leaver });
    // What it did to no stream stands in what happened lately alone.
    expect(told).toEqual([`users ${leaver}`, `history ${leaver}`, `history ${id}`]);
  });
});

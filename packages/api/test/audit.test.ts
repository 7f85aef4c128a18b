import { auditLog } from "@nightjar/db";
import { addTrack } from "@nightjar/api/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { deleteTrack } from "../src/library/delete-track.ts";
import { updateTrack } from "../src/library/update-track.ts";
import { createStream } from "../src/streams/create-stream.ts";
import { setDestination } from "../src/streams/destination.ts";
import { startStream } from "../src/streams/start-stop.ts";
import { updateStream } from "../src/streams/update-stream.ts";
import { openStudio } from "./support/call-verb.ts";
import type { Studio } from "./support/call-verb.ts";

let studio: Studio;
beforeEach(async () => {
  studio = await openStudio();
});
afterEach(() => studio.close());

const last = () => {
  const { before = null, after = null, ...entry } = studio.services.db.select().from(auditLog).all().at(-1) ?? {};
  return { ...entry, before: read(before), after: read(after) };
};
const read = (text: string | null): unknown => text && JSON.parse(text);

describe("the audit entry of a change", () => {
  it("tells what was there before and after, of what differs alone, and who did it", async () => {
    const { id: userId, token } = await studio.account("staff", "approved");
    const id = addTrack(studio.services, "Moth");
    await studio.callVerb(updateTrack, { id, title: "Lamp", bpm: 90 }, { token });
    const entry = { action: "tracks.update", entity: "tracks", subjectId: id, outcome: "ok", userId };
    expect(last()).toMatchObject({ ...entry, before: { title: "Moth", bpm: null }, after: { title: "Lamp", bpm: 90 } });
    await studio.callVerb(deleteTrack, { id }, { token });
    expect(last()).toMatchObject({ action: "tracks.delete", before: { title: "Lamp", artist: "Artist" }, after: null });
  });

  it("tells of what is made all that it is, and where a stream is sent by its host alone", async () => {
    const { id } = await studio.callVerb(createStream, { title: "Night" });
    expect(last()).toMatchObject({ action: "streams.create", subjectId: id, before: null, after: { title: "Night", destinations: [] } });
    await studio.callVerb(setDestination, { id, rtmpUrl: "rtmp://far.example/live/hidden", streamKey: "key" });
    const sentTo = { id: expect.any(String), kind: "rtmp", host: "far.example", isExtra: false };
    expect(last()).toMatchObject({ before: { destinations: [] }, after: { destinations: [sentTo] } });
    await studio.callVerb(startStream, { id });
    expect(last()).toMatchObject({ action: "streams.start", before: { sessionId: null }, after: { sessionId: expect.any(String) } });
    await studio.callVerb(updateStream, { id, title: "Night" });
    expect(last()).toMatchObject({ action: "streams.update", before: {}, after: {} });
  });

  it("of a refusal tells the reason and nothing else; a stranger's refusal is not written at all", async () => {
    const id = addTrack(studio.services, "Moth");
    addTrack(studio.services, "Lamp");
    await studio.refusal(updateTrack, { id, title: "Lamp" });
    expect(last()).toMatchObject({ action: "tracks.update", subjectId: id, outcome: "conflict", before: null, after: null });
    await studio.refusal(updateTrack, { id, title: "Fire" }, "anonymous");
    expect(studio.services.db.select().from(auditLog).all()).toHaveLength(1);
  });
});

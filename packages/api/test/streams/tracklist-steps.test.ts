import { addTrack } from "@nightjar/api/testing";
import { type ItemId, type StreamId, type TrackId, type TracklistStep, itemId } from "@nightjar/contract";
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, it } from "vitest";
import { deleteTrack } from "../../src/library/delete-track.ts";
import { addTrack as addOne, addTracks } from "../../src/streams/add-tracks.ts";
import { createStream } from "../../src/streams/create-stream.ts";
import { getStream } from "../../src/streams/get-stream.ts";
import { stepTracklist } from "../../src/streams/step-tracklist.ts";
import { listStreamHistory } from "../../src/streams/stream-history.ts";
import { updateStream } from "../../src/streams/update-stream.ts";
import { openStudio } from "../support/call-verb.ts";
import type { Studio } from "../support/call-verb.ts";

let studio: Studio;
let id: StreamId;
beforeEach(async () => {
  studio = await openStudio();
  ({ id } = await studio.callVerb(createStream, { title: "Night" }));
  await studio.callVerb(addTracks, { streamId: id, trackIds: ["A", "B", "C", "D"].map((title) => addTrack(studio.services, title)) });
});
afterEach(() => studio.close());

const read = () => studio.callVerb(getStream, { id });
const titles = async () => (await read()).tracks.map(({ title }) => title).join("");
const send = (step: TracklistStep, readAt: number, own: number[] = []) => studio.callVerb(stepTracklist, { id, step, readAt, own });

async function entries(): Promise<{ revision: number; of: (title: string) => ItemId }> {
  const { revision, tracks } = await read();
  return { revision, of: (title) => tracks.find((track) => track.title === title)?.itemId ?? itemId.parse("none") };
}

it("steps of two who read the same list are merged, each making a revision", async () => {
  const { revision, of } = await entries();
  expect(await send({ is: "move", itemIds: [of("D")], after: null }, revision)).toEqual({ revision: revision + 1 });
  expect(await send({ is: "remove", itemIds: [of("B")] }, revision)).toEqual({ revision: revision + 2 });
  const entry = { itemId: itemId.parse(randomUUID()), trackId: addTrack(studio.services, "E"), isGapless: null };
  await send({ is: "insert", entries: [entry], after: of("D") }, revision);
  expect(await titles()).toBe("DEAC");
});

it("a step that would undo another's is refused with what that did, and is carried out once that is known", async () => {
  const { revision, of } = await entries();
  await send({ is: "move", itemIds: [of("A")], after: of("D") }, revision);
  const step: TracklistStep = { is: "remove", itemIds: [of("A")] };
  const refused = await studio.refusal(stepTracklist, { id, step, readAt: revision });
  expect(refused).toMatchObject({ code: "conflict", details: { revision: revision + 1, conflicts: [{ itemId: of("A"), was: "moved" }] } });
  expect(await titles()).toBe("BCDA");
  await send(step, revision + 1);
  expect(await titles()).toBe("BCD");
});

it("what was written as a whole list counts as moved where it stands elsewhere, and own steps never do", async () => {
  const { revision, of } = await entries();
  const { tracklistIds } = await read();
  await studio.callVerb(updateStream, { id, tracklistIds: tracklistIds.toSpliced(0, 2, ...tracklistIds.slice(0, 2).reverse()), revision });
  expect(await studio.refusal(stepTracklist, { id, step: { is: "remove", itemIds: [of("A")] }, readAt: revision })).toMatchObject({
    code: "conflict",
  });
  await send({ is: "remove", itemIds: [of("D")] }, revision);
  await send({ is: "move", itemIds: [of("A")], after: null }, revision, [revision + 1]);
  expect(await titles()).toBe("ABC");
});

it("what was removed comes back as the very same entry, with its mark; an entry of another list's id is refused", async () => {
  const { revision, of } = await entries();
  const b = (await read()).tracks[1];
  if (!b) throw new Error("the list is empty");
  await send({ is: "remove", itemIds: [b.itemId] }, revision);
  await send({ is: "insert", entries: [{ itemId: b.itemId, trackId: b.id, isGapless: true }], after: of("A") }, revision + 1);
  expect((await read()).tracks[1]).toMatchObject({ itemId: b.itemId, gaplessMark: true });
  const other = await studio.callVerb(createStream, { title: "Other" });
  const entry = { itemId: b.itemId, trackId: b.id, isGapless: null };
  expect(
    await studio.refusal(stepTracklist, { id: other.id, step: { is: "insert", entries: [entry], after: null }, readAt: 0 }),
  ).toMatchObject({ code: "conflict" });
});

it("what is sent again because its answer was lost is in the list once; an entry of that id is no other track's", async () => {
  const { revision, of } = await entries();
  const entry = (trackId: TrackId) => ({ itemId: itemId.parse(randomUUID()), trackId, isGapless: null });
  const [e, f] = [entry(addTrack(studio.services, "E")), entry(addTrack(studio.services, "F"))];
  const step: TracklistStep = { is: "insert", entries: [e], after: of("A") };
  await send(step, revision);
  expect(await send(step, revision)).toEqual({ revision });
  const both = { streamId: id, trackIds: [e.trackId, f.trackId], itemIds: [e.itemId, f.itemId] };
  for (const call of [both, both]) await studio.callVerb(addTracks, call);
  await studio.callVerb(addOne, { id, trackId: f.trackId, itemId: f.itemId });
  expect([await titles(), (await entries()).revision]).toEqual(["AEBCDF", revision + 2]);
  // Who names no entry wants one more.
  await studio.callVerb(addOne, { id, trackId: f.trackId });
  const other: TracklistStep = { ...step, entries: [{ ...e, trackId: f.trackId }] };
  const refusals = [
    await studio.refusal(stepTracklist, { id, step: other, readAt: revision }),
    await studio.refusal(addTracks, { streamId: id, trackIds: [f.trackId], itemIds: [e.itemId] }),
    await studio.refusal(addTracks, { ...both, itemIds: [e.itemId] }),
  ];
  expect(refusals.map(({ code }) => code)).toEqual(["conflict", "conflict", "invalid-input"]);
  expect(await titles()).toBe("AEBCDFF");
});

it("what somebody else has removed already makes no revision when it is removed, and the history tells of one removal", async () => {
  const { revision, of } = await entries();
  const staff = await studio.account("staff", "approved");
  const step: TracklistStep = { is: "remove", itemIds: [of("B")] };
  expect(await send(step, revision)).toEqual({ revision: revision + 1 });
  expect(await studio.callVerb(stepTracklist, { id, step, readAt: revision }, staff)).toEqual({ revision });
  expect([await titles(), (await read()).revision]).toEqual(["ACD", revision + 1]);
  const { items } = await studio.callVerb(listStreamHistory, { id });
  expect(items.map(({ action }) => action)).toEqual(["streams.stepTracklist", "streams.addTracks", "streams.create"]);
  // Of several what is still there is told alone.
  await studio.callVerb(stepTracklist, { id, step: { is: "remove", itemIds: [of("B"), of("C")] }, readAt: revision }, staff);
  const [last] = (await studio.callVerb(listStreamHistory, { id })).items;
  expect(last).toMatchObject({ by: staff.email, step: { is: "remove", titles: ["C"], total: 1 } });
});

it("what is sent again with more behind it stands in the order in which it was chosen", async () => {
  const { revision, of } = await entries();
  const made = (title: string) => ({ itemId: itemId.parse(randomUUID()), trackId: addTrack(studio.services, title), isGapless: null });
  const [x, y, z] = [made("X"), made("Y"), made("Z")];
  await send({ is: "insert", entries: [x, y], after: of("A") }, revision);
  await send({ is: "insert", entries: [x, y, z], after: of("A") }, revision);
  expect(await titles()).toBe("AXYZBCD");
});

it("tracks that were deleted meanwhile are all named by the refusal, and none of the others is added", async () => {
  const { revision } = await entries();
  const trackIds = ["E", "F", "G"].map((title) => addTrack(studio.services, title));
  const [e, , g] = trackIds;
  for (const gone of [e, g]) await studio.callVerb(deleteTrack, { id: gone });
  const missing = expect.arrayContaining([e, g]);
  const named = { code: "not-found", message: "Track not found", details: { missing } };
  const inserted = trackIds.map((trackId) => ({ itemId: itemId.parse(randomUUID()), trackId, isGapless: null }));
  const step: TracklistStep = { is: "insert", entries: inserted, after: null };
  const refusals = [
    await studio.refusal(addTracks, { streamId: id, trackIds: [...trackIds, ...trackIds] }),
    await studio.refusal(stepTracklist, { id, step, readAt: revision }),
  ];
  for (const refused of refusals) {
    expect(refused).toMatchObject(named);
    expect(refused.details["missing"]).toHaveLength(2);
  }
  expect(await titles()).toBe("ABCD");
});

it("the history tells who changed what, newest first, page after page, and of long steps the first titles", async () => {
  const { revision, of } = await entries();
  const staff = await studio.account("staff", "approved");
  await studio.callVerb(stepTracklist, { id, step: { is: "move", itemIds: [of("C")], after: null }, readAt: revision }, staff);
  await studio.callVerb(updateStream, { id, title: "Day" });
  const { items, nextBefore } = await studio.callVerb(listStreamHistory, { id, limit: 3 });
  expect(items.map(({ action, step }) => [action, step])).toEqual([
    ["streams.update", null],
    ["streams.stepTracklist", { is: "move", titles: ["C"], total: 1 }],
    ["streams.addTracks", { is: "insert", titles: ["A", "B", "C"], total: 4 }],
  ]);
  expect(items[0]?.fields).toEqual([{ name: "title", before: "Night", after: "Day" }]);
  expect(items[1]).toMatchObject({ by: staff.email, revision: revision + 1 });
  const older = await studio.callVerb(listStreamHistory, { id, before: nextBefore ?? 0 });
  expect(older).toMatchObject({ items: [{ action: "streams.create" }], nextBefore: null });
});

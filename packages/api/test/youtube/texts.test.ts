import type { StreamId } from "@nightjar/contract";
import { ytBroadcasts } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { commit } from "../../src/changes.ts";
import { youtubeSaid } from "../../src/plan/youtube-said.ts";
import { updateStream } from "../../src/streams/update-stream.ts";
import { createBroadcast, updateBroadcast } from "../../src/youtube/broadcast-verbs.ts";
import { ensureRows, sayAtStart } from "../../src/youtube/next-broadcast.ts";
import { YouTubeError } from "../../src/youtube/reasons.ts";
import { openRowsOf, readRow, ytDescription, ytTitle } from "../../src/youtube/rows.ts";
import { broadcastThere, streamThere, withBroadcast } from "../support/at-youtube.ts";
import { openStudio } from "../support/call-verb.ts";
import type { Studio } from "../support/call-verb.ts";
import { youtubeThere } from "../support/youtube-clock.ts";

let studio: Studio;
beforeEach(async () => void (studio = await openStudio()));
afterEach(() => studio.close());

it("a description is cut to the bytes that YouTube takes, between two characters and before our mark", () => {
  for (const letter of ["a", "ÿ", "蛾", "🦋"]) {
    const text = ytDescription(letter.repeat(5000), "mark");
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(5000);
    expect(text).toMatch(new RegExp(`^${letter}{1200,}\\n\\n\\[nightjar mark\\]$`, "u"));
  }
});

it("a title is cut to what YouTube takes, whichever way it counts characters, and between two of them", () => {
  expect(ytTitle("x".repeat(101))).toBe("x".repeat(100));
  expect(ytTitle("🦋".repeat(60))).toBe("🦋".repeat(50));
  expect(ytTitle(`x${"🦋".repeat(60)}`)).toBe(`x${"🦋".repeat(49)}`);
});

it("who makes a broadcast by hand is told whether there is one that waits, or one on air", async () => {
  const { id } = await withBroadcast(studio);
  expect((await studio.refusal(createBroadcast, { streamId: id })).message).toContain("on air with a broadcast of its own");
});

describe("what is not said of a broadcast that is changed", () => {
  it("stays as YouTube has it, whoever changed it there; only who says that there is no description takes it away", async () => {
    const { id } = await withBroadcast(studio, { description: "Night music" });
    const far = youtubeThere(studio, [broadcastThere({ description: "Birds\n\n[nightjar m]" })], [streamThere()]);
    expect(await studio.callVerb(updateBroadcast, { id, title: "Dawn" })).toMatchObject({ title: "Dawn", description: "Birds" });
    expect(far.broadcasts.get("b1")).toMatchObject({ title: "Dawn", description: "Birds\n\n[nightjar m]" });
    far.become("b1", { title: "Noon" });
    expect(await studio.callVerb(updateBroadcast, { id, description: null })).toMatchObject({ title: "Noon", description: "" });
    expect(far.broadcasts.get("b1")).toMatchObject({ title: "Noon", description: "[nightjar m]" });
  });

  it("stays as a Start has said it that YouTube has not been told of yet", async () => {
    const { id } = await withBroadcast(studio, { lifeCycle: "ready", title: "Tonight", isToBeUpdated: true });
    const far = youtubeThere(studio, [broadcastThere({ lifeCycle: "ready" })], [streamThere()]);
    await studio.callVerb(updateBroadcast, { id, description: "Birds" });
    expect(far.broadcasts.get("b1")).toMatchObject({ title: "Tonight", description: "Birds\n\n[nightjar m]" });
  });
});

it("a Start that says that there is no description takes it from the broadcast that waits", async () => {
  const { id, rowId } = await withBroadcast(studio, { sessionId: null, lifeCycle: "ready", description: "Planned" });
  commit(studio.services, (tx) => sayAtStart(tx, id, { description: null }));
  expect(readRow(studio.services.db, rowId)).toMatchObject({ description: "", isToBeUpdated: true });
});

describe("what a Start does not say of the broadcast that waits", () => {
  const BY_HAND = { sessionId: null, lifeCycle: "ready", description: "Planned", privacy: "unlisted" } as const;
  const IN_STUDIO = { lifeCycle: "ready", title: "Dawn", description: "Birds\n\n[nightjar m]", privacy: "private" } as const;

  it("stays as somebody has changed it in YouTube Studio since, who may see it included", async () => {
    const { id, rowId } = await withBroadcast(studio, BY_HAND);
    const far = youtubeThere(studio, [broadcastThere(IN_STUDIO)], [streamThere()]);
    commit(studio.services, (tx) => sayAtStart(tx, id, { title: "Tonight" }));
    expect(await studio.services.broadcasts.advance(rowId)).toEqual({ step: "update", consequence: null });
    expect(far.broadcasts.get("b1")).toMatchObject({ ...IN_STUDIO, title: "Tonight" });
    const kept = { title: "Tonight", description: "Birds", privacy: "private", isToBeUpdated: false };
    expect(readRow(studio.services.db, rowId)).toMatchObject(kept);
  });

  it("is what neither of two said, where the first was stopped before YouTube was told", async () => {
    const { id, rowId } = await withBroadcast(studio, BY_HAND);
    const far = youtubeThere(studio, [broadcastThere(IN_STUDIO)], [streamThere()]);
    for (const said of [{ title: "Night" }, { privacy: "public" as const }]) commit(studio.services, (tx) => sayAtStart(tx, id, said));
    await studio.services.broadcasts.advance(rowId);
    expect(far.broadcasts.get("b1")).toMatchObject({ title: "Night", description: IN_STUDIO.description, privacy: "public" });
  });
});

describe("the title that a stream on air is given", () => {
  const GONE = { ytBroadcastId: null, isAsked: false, isBound: false, lifeCycle: null } as const;
  const rename = (id: StreamId) => studio.callVerb(updateStream, { id, title: "Dawn" });

  it("is told to YouTube as soon as it takes it, and of the broadcast nothing else is changed", async () => {
    const { id, rowId } = await withBroadcast(studio);
    const there = { description: "Birds\n\n[nightjar m]", privacy: "private" };
    const far = youtubeThere(studio, [broadcastThere(there)], [streamThere()]);
    const taken = { ...studio.ports.youtube };
    studio.ports.youtube.updateBroadcast = async () => {
      throw new YouTubeError("backendError", 503);
    };
    await rename(id);
    expect(await studio.services.broadcasts.advance(rowId)).toEqual({ step: "update", consequence: "again" });
    Object.assign(studio.ports.youtube, taken);
    expect(await studio.services.broadcasts.advance(rowId)).toEqual({ step: "update", consequence: null });
    expect(far.broadcasts.get("b1")).toMatchObject({ ...there, title: "Dawn", lifeCycle: "live" });
    expect(readRow(studio.services.db, rowId)).toMatchObject({ title: "Dawn", isToBeUpdated: false });
  });

  it("is what its broadcast is made with where YouTube refused to make it before that", async () => {
    const { id, rowId } = await withBroadcast(studio, GONE);
    const far = youtubeThere(studio, [], [streamThere()]);
    const taken = { ...studio.ports.youtube };
    studio.ports.youtube.insertBroadcast = async () => {
      throw new YouTubeError("liveStreamingNotEnabled", 403);
    };
    expect(await studio.services.broadcasts.advance(rowId)).toEqual({ step: "insert", consequence: "stuck" });
    await rename(id);
    Object.assign(studio.ports.youtube, taken);
    expect(await studio.services.broadcasts.advance(rowId)).toEqual({ step: "insert", consequence: null });
    expect([...far.broadcasts.values()]).toMatchObject([{ title: "Dawn", privacy: "public" }]);
  });

  it("is what the next broadcast is made with where those before it have ended", async () => {
    const { id } = await withBroadcast(studio, { lifeCycle: "complete", endedAt: new Date() });
    await rename(id);
    commit(studio.services, (tx) => ensureRows(tx, new Date()));
    expect(openRowsOf(studio.services.db, id)).toMatchObject([{ title: "Dawn", isAsked: false, isToBeUpdated: false }]);
  });

  it("is told to nobody where it is the one that it has already: the broadcast may have another by now", async () => {
    const { id, rowId } = await withBroadcast(studio);
    const title = studio.services.db.query.streams.findFirst().sync()?.title;
    await studio.callVerb(updateStream, { id, title, channelName: "Night Radio" });
    expect(readRow(studio.services.db, rowId)).toMatchObject({ title: "Night", isToBeUpdated: false });
  });
});

it.each([
  [false, { title: "Dawn", privacy: "private" }],
  [true, { title: "Night", privacy: "public" }],
])("what is read of a broadcast is kept, but for what YouTube is yet to be told (%s)", async (isToBeUpdated, kept) => {
  const { rowId } = await withBroadcast(studio, { lifeCycle: null, isToBeUpdated });
  youtubeThere(studio, [broadcastThere({ lifeCycle: "ready", title: "Dawn", privacy: "private" })], [streamThere()]);
  expect(await studio.services.broadcasts.advance(rowId)).toEqual({ step: "look", consequence: null });
  expect(readRow(studio.services.db, rowId)).toMatchObject(kept);
});

/** What is written of the broadcast while YouTube is asked to change it. */
function whileUpdated(rowId: string, values: Partial<typeof ytBroadcasts.$inferInsert>): void {
  const taken = { ...studio.ports.youtube };
  studio.ports.youtube.updateBroadcast = async (...asked) => {
    studio.services.db.update(ytBroadcasts).set(values).where(eq(ytBroadcasts.id, rowId)).run();
    return taken.updateBroadcast(...asked);
  };
}

it("what is said of a broadcast while YouTube is told something else is told next, before anybody sees it", async () => {
  const { rowId } = await withBroadcast(studio, { lifeCycle: "ready", title: "Tonight", isToBeUpdated: true });
  const far = youtubeThere(studio, [broadcastThere({ lifeCycle: "ready" })], [streamThere()]);
  whileUpdated(rowId, { privacy: "private", isToBeUpdated: true });
  for (const isToBeUpdated of [true, false]) {
    expect(await studio.services.broadcasts.advance(rowId)).toEqual({ step: "update", consequence: null });
    expect(readRow(studio.services.db, rowId)).toMatchObject({ title: "Tonight", privacy: "private", isToBeUpdated });
  }
  expect(far.broadcasts.get("b1")).toMatchObject({ title: "Tonight", privacy: "private" });
});

it("what is said of a broadcast while YouTube is told something else is told next, also where it is the same here", async () => {
  const said = { title: "Tonight", isToBeUpdated: true, saidTexts: ["title"] } as const;
  const { rowId } = await withBroadcast(studio, { ...said, lifeCycle: "ready" });
  const far = youtubeThere(studio, [broadcastThere({ lifeCycle: "ready", privacy: "private" })], [streamThere()]);
  whileUpdated(rowId, { privacy: "public", saidTexts: ["title", "privacy"] });
  for (let time = 0; time < 2; time += 1) expect(await studio.services.broadcasts.advance(rowId)).toMatchObject({ step: "update" });
  expect(far.broadcasts.get("b1")).toMatchObject({ title: "Tonight", privacy: "public" });
});

it("who renames a broadcast while YouTube is told something else of it waits for that, and neither undoes the other", async () => {
  const { id, rowId } = await withBroadcast(studio, { description: "Rain", isToBeUpdated: true, saidTexts: ["description"] });
  const far = youtubeThere(studio, [broadcastThere()], [streamThere()]);
  const { updateBroadcast: take } = studio.ports.youtube;
  let renamed: Promise<unknown> = Promise.resolve();
  studio.ports.youtube.updateBroadcast = async (...asked) => {
    studio.ports.youtube.updateBroadcast = take;
    const turn = vi.spyOn(studio.services.broadcasts, "turn");
    renamed = studio.callVerb(updateBroadcast, { id, title: "Dawn" });
    await vi.waitFor(() => expect(turn).toHaveBeenCalledOnce());
    return take(...asked);
  };
  await studio.services.broadcasts.advance(rowId);
  await renamed;
  await studio.services.broadcasts.advance(rowId);
  expect(far.broadcasts.get("b1")).toMatchObject({ title: "Dawn", description: "Rain\n\n[nightjar m]" });
  expect(readRow(studio.services.db, rowId)).toMatchObject({ title: "Dawn", description: "Rain", isToBeUpdated: false });
});

it.each([
  ["invalidTitle", 400, "stuck", ["bind", "watch", "go-live"]],
  ["modificationNotAllowed", 403, "look", ["look", "bind", "go-live"]],
] as const)(
  "what YouTube refuses for good of a broadcast before it is live (%s, %i, %s) is told as well once that is",
  async (reason, status, consequence, steps) => {
    const { id, rowId } = await withBroadcast(studio, { lifeCycle: "ready", isBound: false, title: "Tonight", isToBeUpdated: true });
    youtubeThere(studio, [broadcastThere({ lifeCycle: "ready", boundStreamId: null })], [streamThere()]);
    const refusal = new YouTubeError(reason, status);
    studio.ports.youtube.updateBroadcast = () => Promise.reject(refusal);
    const { broadcasts, db } = studio.services;
    expect(await broadcasts.advance(rowId)).toEqual({ step: "update", consequence });
    for (const step of steps) expect(await broadcasts.advance(rowId)).toEqual({ step, consequence: null });
    const refusedTexts = [{ name: "title", said: "Tonight", why: refusal.message }];
    expect(readRow(db, rowId)).toMatchObject({ lifeCycle: "live", title: "Night", isToBeUpdated: false, refusedTexts });
    expect(youtubeSaid(db, id)?.notice).toBe(refusal.message);
  },
);

it("what a broadcast is not let be told on its way to live nobody hears of: it is told it once it is live", async () => {
  const { id, rowId } = await withBroadcast(studio, { lifeCycle: "liveStarting", title: "Tonight", isToBeUpdated: true });
  youtubeThere(studio, [broadcastThere({ lifeCycle: "liveStarting" })], [streamThere()]);
  studio.ports.youtube.updateBroadcast = () => Promise.reject(new YouTubeError("modificationNotAllowed", 403));
  const { broadcasts, db } = studio.services;
  expect(await broadcasts.advance(rowId)).toEqual({ step: "update", consequence: "look" });
  expect(youtubeSaid(db, id)?.notice).toBeNull();
  expect(readRow(db, rowId)).toMatchObject({ title: "Tonight", isToBeUpdated: true });
});

it("what YouTube could not be told is told also after the broadcast could not be read for a moment", async () => {
  const refusedTexts = [{ name: "title", said: "Tonight", why: "It was not taken." }] as const;
  const { id, rowId } = await withBroadcast(studio, { lifeCycle: "ready", refusedTexts });
  youtubeThere(studio, [broadcastThere({ lifeCycle: "ready" })], [streamThere({ status: "inactive" })]);
  const { broadcasts: read } = studio.ports.youtube;
  studio.ports.youtube.broadcasts = () => Promise.reject(new YouTubeError("backendError", 503));
  const notice = () => youtubeSaid(studio.services.db, id)?.notice;
  expect(await studio.services.broadcasts.advance(rowId)).toEqual({ step: "watch", consequence: "again" });
  expect(notice()).toBe("YouTube has trouble of its own. It is tried again by itself. It was not taken.");
  studio.ports.youtube.broadcasts = read;
  expect(await studio.services.broadcasts.advance(rowId)).toEqual({ step: "watch", consequence: null });
  expect(notice()).toBe("It was not taken.");
});

it("what YouTube refused is told no more once it takes what somebody says instead; what else it refused is", async () => {
  const refusedTexts = [
    { name: "title", said: "Dawn", why: "Not this title." },
    { name: "description", said: "Birds", why: "Not this description." },
  ] as const;
  const { id, rowId } = await withBroadcast(studio, { refusedTexts });
  const far = youtubeThere(studio, [broadcastThere()], [streamThere()]);
  await studio.callVerb(updateBroadcast, { id, title: "Noon" });
  expect(far.broadcasts.get("b1")).toMatchObject({ title: "Noon", description: "[nightjar m]" });
  expect(readRow(studio.services.db, rowId)).toMatchObject({ title: "Noon", refusedTexts: refusedTexts.slice(1) });
  expect(youtubeSaid(studio.services.db, id)?.notice).toBe("Not this description.");
});

it("what is said together with something that YouTube takes for no broadcast is told all the same", async () => {
  const said = { title: "Dawn", description: "Birds", isToBeUpdated: true, saidTexts: ["title", "description"] } as const;
  const { rowId } = await withBroadcast(studio, said);
  const far = youtubeThere(studio, [broadcastThere()], [streamThere()]);
  far.invalidTitles.add("Dawn");
  const { broadcasts } = studio.services;
  expect(await broadcasts.advance(rowId)).toEqual({ step: "update", consequence: "stuck" });
  for (const step of ["update", "watch"]) expect(await broadcasts.advance(rowId)).toEqual({ step, consequence: null });
  expect(far.broadcasts.get("b1")).toMatchObject({ title: "Night", description: "Birds\n\n[nightjar m]" });
  const refusedTexts = [{ name: "title", said: "Dawn" }];
  const kept = { title: "Night", description: "Birds", isToBeUpdated: false, refusedTexts };
  expect(readRow(studio.services.db, rowId)).toMatchObject(kept);
});

it("what YouTube has already it is not told again: an update costs as much as a Start", async () => {
  const { rowId } = await withBroadcast(studio, { lifeCycle: "ready", title: "Tonight", isToBeUpdated: true });
  youtubeThere(studio, [broadcastThere({ lifeCycle: "ready", title: "Tonight", description: "[nightjar m]" })], [streamThere()]);
  const told: string[] = [];
  studio.ports.youtube.updateBroadcast = async (_token, { title }) => {
    told.push(title);
    return broadcastThere({ title });
  };
  expect(await studio.services.broadcasts.advance(rowId)).toEqual({ step: "update", consequence: null });
  expect([told, readRow(studio.services.db, rowId)]).toMatchObject([[], { title: "Tonight", isToBeUpdated: false }]);
});

it("who changes the description alone leaves the title that a Start has said meanwhile", async () => {
  const { id, rowId } = await withBroadcast(studio, { lifeCycle: "ready" });
  youtubeThere(studio, [broadcastThere({ lifeCycle: "ready" })], [streamThere()]);
  whileUpdated(rowId, { title: "Tonight", isToBeUpdated: true });
  await studio.callVerb(updateBroadcast, { id, description: "Birds" });
  expect(readRow(studio.services.db, rowId)).toMatchObject({ title: "Tonight", description: "Birds", isToBeUpdated: true });
});

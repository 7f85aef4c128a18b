import { OFF_AIR, destinationId } from "@nightjar/contract";
import type { StreamId } from "@nightjar/contract";
import { destinations, streamSessions } from "@nightjar/db";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { pushPlan, reconcileWanted } from "../../src/plan/push-plan.ts";
import { patchSettings } from "../../src/settings/settings.ts";
import { createStream } from "../../src/streams/create-stream.ts";
import { setDestination } from "../../src/streams/destination.ts";
import { addDestination, deleteDestination } from "../../src/streams/destinations.ts";
import { getStream } from "../../src/streams/get-stream.ts";
import { getOnAir } from "../../src/streams/on-air.ts";
import { startStream, stopStream } from "../../src/streams/start-stop.ts";
import { updateContent } from "../../src/streams/update-content.ts";
import { updateStream } from "../../src/streams/update-stream.ts";
import { openStudio } from "../support/call-verb.ts";
import type { Studio } from "../support/call-verb.ts";

let studio: Studio;
beforeEach(async () => {
  studio = await openStudio();
});
afterEach(() => studio.close());

const LOST = "its stream key cannot be read, because secret.key is not the one it was stored with; enter the key again";
const streamKey = "key";

async function newStream(host: string): Promise<StreamId> {
  const { id } = await studio.callVerb(createStream, { title: host });
  await connect(id, host);
  return id;
}
const connect = (id: StreamId, host: string) => studio.callVerb(setDestination, { id, rtmpUrl: `rtmp://${host}/app`, streamKey });
const connectAlso = (id: StreamId, host: string) => studio.callVerb(addDestination, { id, rtmpUrl: `rtmp://${host}/app`, streamKey });
const start = (id: StreamId) => studio.callVerb(startStream, { id });
const read = (id: StreamId) => studio.callVerb(getOnAir, { id });
const isLive = async (id: StreamId) => (await studio.callVerb(getStream, { id })).isLive;
const pushedTo = (id: StreamId) => studio.engine.pushed.findLast((plan) => plan.streamId === id)?.destinations.map(({ url }) => url);
/** As an earlier version may have stored it, or a key that was lost has left it. */
const spoil = (host: string, column: "stream_key_sealed" | "rtmp_url", value: string) =>
  studio.services.db.run(`update destinations set ${column} = '${value}' where rtmp_url like '%${host}%'`);
const UNREADABLE = "v1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

describe("a stream that cannot be put on air as it is stored", () => {
  it("is refused at Start with a sentence, and nothing wanted is stored", async () => {
    const id = await newStream("far.example");
    for (const [column, value, reason] of [
      ["stream_key_sealed", UNREADABLE, LOST],
      ["rtmp_url", "rtmp://far.example:65536/live", "its address cannot be used; enter it again"],
    ] as const) {
      spoil("far.example", column, value);
      const { code, message } = await studio.refusal(startStream, { id });
      expect([code, message]).toEqual([
        "conflict",
        expect.stringMatching(/^The stream has no destination that it can be sent to\. far\.example\S* is left out: /),
      ]);
      expect(message).toContain(reason);
      expect(studio.services.db.select().from(streamSessions).all()).toEqual([]);
      expect([await isLive(id), (await read(id)).state]).toEqual([false, "off"]);
    }
    expect(studio.engine.pushed).toEqual([]);
  });

  it("goes on air without an extra destination that cannot be used, and names that one; entered again it is sent to", async () => {
    const id = await newStream("far.example");
    const extra = await connectAlso(id, "old.example");
    spoil("old.example", "stream_key_sealed", UNREADABLE);
    await start(id);
    expect(pushedTo(id)).toEqual(["rtmp://far.example/app"]);
    expect(await read(id)).toMatchObject({
      state: "preparing",
      destinations: [{ id: extra.id, host: "old.example", state: "stopped", lastError: `Left out: ${LOST}.` }],
      conditions: [{ code: "destination-left-out", text: `old.example is left out: ${LOST}.` }],
    });
    await studio.callVerb(deleteDestination, { id, destinationId: extra.id });
    await connectAlso(id, "old.example");
    expect(new Set(pushedTo(id))).toEqual(new Set(["rtmp://far.example/app", "rtmp://old.example/app"]));
    expect(await read(id)).toMatchObject({ destinations: [], conditions: [] });
  });

  it("is sent to sixteen destinations where seventeen are stored", async () => {
    const id = await newStream("far.example");
    const { streamKeySealed = "" } = studio.services.db.select().from(destinations).get() ?? {};
    const rows = Array.from({ length: 16 }, (_, n) => ({ streamId: id, rtmpUrl: `rtmp://far${n}.example/app`, streamKeySealed }));
    studio.services.db
      .insert(destinations)
      .values(rows.map((row) => ({ ...row, kind: "rtmp" as const, isExtra: true })))
      .run();
    await start(id);
    expect(pushedTo(id)).toHaveLength(16);
    expect((await read(id)).conditions).toMatchObject([{ code: "destination-left-out", text: expect.stringContaining("at most 16") }]);
  });

  it("holds up no other at the next start of the server, and tells its state, its reason and what helps", async () => {
    const [lost, healthy] = [await newStream("lost.example"), await newStream("far.example")];
    for (const id of [lost, healthy]) await start(id);
    spoil("lost.example", "stream_key_sealed", UNREADABLE);
    studio = studio.reopen();
    await reconcileWanted(studio.services);
    expect(studio.engine.reconciled).toMatchObject([[{ streamId: healthy }]]);
    expect(await read(lost)).toMatchObject({
      state: "failed",
      reason: `The stream has no destination that it can be sent to. lost.example is left out: ${LOST}.`,
      conditions: [{ code: "not-planned", isReason: true }, { code: "destination-left-out" }],
    });
    const { code, message } = await studio.refusal(startStream, { id: lost });
    expect([code, message]).toEqual(["conflict", expect.stringContaining("lost.example is left out")]);
    expect(await isLive(lost)).toBe(true);
    await connect(lost, "lost.example");
    expect(await read(lost)).toMatchObject({ state: "preparing", reason: null, conditions: [] });
    await start(lost);
  });

  it("keeps no edit of a template, a track or a background from another stream, and tells that it has not got it", async () => {
    const [broken, healthy] = [await newStream("broken.example"), await newStream("far.example")];
    for (const id of [broken, healthy]) await start(id);
    const { apply } = studio.engine;
    studio.engine.apply = (plan) => {
      if (plan.streamId === broken) throw new Error("the engine takes nothing of this one");
      apply(plan);
    };
    const before = studio.engine.pushed.length;
    await studio.callVerb(patchSettings, { transition: "slide" });
    expect(studio.engine.pushed.slice(before)).toMatchObject([{ streamId: healthy, transition: "slide" }]);
    await studio.callVerb(updateStream, { id: broken, transition: "instant" });
    const text = "What is stored of this stream cannot be put on air; the log says why.";
    expect((await read(broken)).conditions).toMatchObject([{ code: "not-planned", text }]);
    expect(await studio.refusal(updateContent, { id: broken })).toMatchObject({ code: "unavailable", details: { reason: text } });
    studio.engine.apply = apply;
    await studio.callVerb(updateStream, { id: broken, transition: "fade" });
    expect((await read(broken)).conditions).toEqual([]);
  });

  it("ends nothing where the database cannot be read for what is told of it either: it is told once that can", async () => {
    const id = await newStream("far.example");
    await start(id);
    const extra = { id: destinationId.parse("channel"), kind: "youtube", host: "youtube.example", state: "sending" } as const;
    const nothing = { lastError: null, bytesSent: 0, bitrateKbps: 0, reconnects: 0, evidenceAgeMs: null };
    studio.engine.setOnAir(id, { ...OFF_AIR, state: "on-air", destinations: [{ ...extra, ...nothing }] });
    const reading = vi.spyOn(studio.services.db, "select").mockImplementation(() => {
      throw new Error("disk I/O error");
    });
    expect(() => pushPlan(studio.services, id)).not.toThrow();
    reading.mockRestore();
    expect((await read(id)).conditions).toMatchObject([{ code: "not-planned" }]);
    expect(studio.ports.logged.map(({ message }) => message)).toContain("what is true of a stream could not be told");
  });

  it("is forgotten with the wish: off is off, and nothing is said of it", async () => {
    const id = await newStream("far.example");
    await start(id);
    spoil("far.example", "stream_key_sealed", UNREADABLE);
    await studio.callVerb(updateStream, { id, crossfadeMs: 1000 });
    expect((await read(id)).conditions).not.toEqual([]);
    await studio.callVerb(stopStream, { id });
    expect(await read(id)).toEqual(OFF_AIR);
  });
});

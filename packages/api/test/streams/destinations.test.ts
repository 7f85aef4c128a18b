import type { DestinationTrial, StreamId } from "@nightjar/contract";
import { destinations } from "@nightjar/db";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createStream } from "../../src/streams/create-stream.ts";
import { removeDestination, setDestination } from "../../src/streams/destination.ts";
import { addDestination, deleteDestination, listDestinations, replaceDestination } from "../../src/streams/destinations.ts";
import { getStream } from "../../src/streams/get-stream.ts";
import { startStream } from "../../src/streams/start-stop.ts";
import { testAddress, testDestination } from "../../src/streams/test-destination.ts";
import { openStudio } from "../support/call-verb.ts";
import type { Studio } from "../support/call-verb.ts";

const KEY = "very-secret-key";
const TOO_MANY = "A stream has at most 16 destinations.";

let studio: Studio;
beforeEach(async () => {
  studio = await openStudio();
});
afterEach(() => studio.close());

const newStream = async (): Promise<StreamId> => (await studio.callVerb(createStream, { title: "S" })).id;
const add = (id: string, rtmpUrl: string, streamKey = KEY) => studio.callVerb(addDestination, { id, rtmpUrl, streamKey });
const refused = (id: string, rtmpUrl: string, streamKey = KEY) => studio.refusal(addDestination, { id, rtmpUrl, streamKey });
const list = (id: string) => studio.callVerb(listDestinations, { id });
const isConnected = async (id: StreamId) => (await studio.callVerb(getStream, { id })).connected;
const pushed = () => studio.engine.pushed.at(-1)?.destinations.map(({ url, streamKey }) => [url, streamKey]);

describe("destinations of a stream", () => {
  it("are added beside the one given by hand and removed one by one; each change reaches a live stream, and no key comes back", async () => {
    const id = await newStream();
    expect(await list(id)).toEqual([]);
    const first = await add(id, "rtmp://one.example/app");
    expect(first).toMatchObject({ kind: "rtmp", rtmpUrl: "rtmp://one.example/app", streamKey: "set", isExtra: true });
    expect(await isConnected(id)).toBe(true);
    await studio.callVerb(startStream, { id });
    expect(pushed()).toEqual([["rtmp://one.example/app", KEY]]);
    await studio.callVerb(setDestination, { id, rtmpUrl: "rtmps://two.example/app", streamKey: "k2" });
    await add(id, "rtmp://three.example/app", "k3");
    expect(new Set(pushed()?.map(([url]) => url))).toEqual(
      new Set(["rtmp://one.example/app", "rtmps://two.example/app", "rtmp://three.example/app"]),
    );
    expect((await list(id)).map(({ isExtra }) => isExtra).toSorted()).toEqual([false, true, true]);
    await studio.callVerb(deleteDestination, { id, destinationId: first.id });
    expect(pushed()).toHaveLength(2);
    await studio.callVerb(removeDestination, { id });
    expect(pushed()).toEqual([["rtmp://three.example/app", "k3"]]);
    expect(await isConnected(id)).toBe(true);
    expect(JSON.stringify([first, await list(id)])).not.toMatch(/very-secret-key|"k[23]"/);
    expect(JSON.stringify(studio.services.db.select().from(destinations).all())).not.toMatch(/very-secret-key|"k[23]"/);
  });

  it("are refused when they are no RTMP address, known already, or one too many; nothing is added then", async () => {
    const id = await newStream();
    expect(await refused(id, "https://one.example/app")).toMatchObject({ code: "invalid-input" });
    await add(id, "rtmp://one.example/app");
    expect(await refused(id, "rtmp://one.example/app")).toMatchObject({ code: "conflict", message: "The stream is sent there already." });
    for (const same of ["rtmp://one.example/app/", "rtmp://ONE.example:1935/app"]) {
      expect(await refused(id, same), same).toMatchObject({ code: "conflict" });
    }
    await add(id, "rtmp://one.example/app", "another-key");
    for (let count = 2; count < 16; count += 1) await add(id, `rtmp://far${count}.example/app`);
    expect(await refused(id, "rtmp://last.example/app")).toMatchObject({ code: "invalid-input", message: TOO_MANY });
    expect(await list(id)).toHaveLength(16);
  });

  it("are set, added and replaced only where none of the others is sent to already, however that is written", async () => {
    const id = await newStream();
    const byHand = (rtmpUrl: string) => ({ id, rtmpUrl, streamKey: KEY });
    const sent = { code: "conflict", message: "The stream is sent there already." };
    const one = await add(id, "rtmp://one.example/app");
    for (const same of ["rtmp://one.example/app", "rtmp://One.example:1935/app/"]) {
      expect(await studio.refusal(setDestination, byHand(same)), same).toMatchObject(sent);
    }
    await studio.callVerb(setDestination, byHand("rtmps://two.example/app"));
    const taken = { ...byHand("rtmps://two.example:443/app"), destinationId: one.id };
    expect(await studio.refusal(replaceDestination, taken)).toMatchObject(sent);
    expect((await list(id)).map(({ rtmpUrl }) => rtmpUrl).toSorted()).toEqual(["rtmp://one.example/app", "rtmps://two.example/app"]);
    // Its own place may be written in another way.
    await studio.callVerb(setDestination, byHand("rtmps://two.example:443/app"));
    await studio.callVerb(replaceDestination, { ...byHand("rtmp://one.example/app/"), destinationId: one.id });
  });

  it("are refused where no URL can be made of the address, each with its reason, in all ways of giving one", async () => {
    const id = await newStream();
    const port = "The port in the address must be a number from 1 to 65535";
    const host = "The address names no host that could exist: check what stands behind rtmp://";
    const badPorts = ["rtmp://far.example:65536/live", "rtmp://far.example:99999", "rtmps://[::1]:0/live", "rtmp://far.example:123456/l"];
    const wrong: readonly (readonly [string, string])[] = [
      ...badPorts.map((url) => [url, port] as const),
      ...["rtmp://[1]/live", "rtmp://[::::]/l"].map((url) => [url, host] as const),
      ["rtmp://user:secret@far.example/live", "The address must begin with rtmp:// or rtmps://"],
      [`rtmp://far.example/${"x".repeat(2000)}`, "The address is too long: at most 2000 characters"],
    ];
    for (const [rtmpUrl, message] of wrong) {
      const set = await studio.refusal(setDestination, { id, rtmpUrl, streamKey: KEY });
      for (const error of [set, await refused(id, rtmpUrl)]) {
        expect(error, rtmpUrl).toMatchObject({ code: "invalid-input", message, issues: [{ path: "rtmpUrl", message }] });
      }
    }
    expect(await list(id)).toEqual([]);
    for (const rtmpUrl of ["rtmp://far.example:65535/live", "rtmps://[2001:db8::1]:1/app"]) await add(id, rtmpUrl);
  });

  it("are refused with a key that is too long, which is said", async () => {
    const id = await newStream();
    const message = "The stream key is too long: at most 1000 characters";
    expect(await refused(id, "rtmp://far.example/app", "k".repeat(1001))).toMatchObject({ code: "invalid-input", message });
    await add(id, "rtmp://far.example/app", "k".repeat(1000));
  });

  it("are at most sixteen, the one given by hand among them; that one is still changed where there are sixteen", async () => {
    const id = await newStream();
    const byHand = (rtmpUrl: string) => ({ id, rtmpUrl, streamKey: KEY });
    for (let count = 0; count < 16; count += 1) await add(id, `rtmp://far${count}.example/app`);
    const before = await list(id);
    expect(await studio.refusal(setDestination, byHand("rtmp://last.example/app"))).toMatchObject({ message: TOO_MANY });
    expect(await list(id)).toEqual(before);
    await studio.callVerb(deleteDestination, { id, destinationId: before[0]?.id });
    await studio.callVerb(setDestination, byHand("rtmp://last.example/app"));
    await studio.callVerb(setDestination, byHand("rtmp://other.example/app"));
    expect(await list(id)).toHaveLength(16);
  });

  it("belong to their stream: another's cannot be removed through it, and neither a stream nor a destination is made up", async () => {
    const [one, other] = [await newStream(), await newStream()];
    const { id: destinationId } = await add(one, "rtmp://one.example/app");
    expect(await studio.refusal(deleteDestination, { id: other, destinationId })).toMatchObject({ code: "not-found" });
    expect(await studio.refusal(deleteDestination, { id: one, destinationId: "nothing" })).toMatchObject({ code: "not-found" });
    expect(await refused("nobody", "rtmp://one.example/app")).toMatchObject({ code: "not-found" });
    expect(await studio.refusal(listDestinations, { id: "nobody" })).toMatchObject({ code: "not-found" });
    expect(await list(one)).toHaveLength(1);
  });
});

describe("a destination in the place of another", () => {
  it("has a row of its own in the same place; the others go on, and the same again, by either id, changes nothing", async () => {
    const id = await newStream();
    const first = await add(id, "rtmp://one.example/app");
    await add(id, "rtmp://two.example/app", "k2");
    const next = { id, destinationId: first.id, rtmpUrl: "rtmp://new.example/app", streamKey: "k3" };
    const replaced = await studio.callVerb(replaceDestination, next);
    expect(replaced).toMatchObject({ rtmpUrl: "rtmp://new.example/app", streamKey: "set", isExtra: true });
    expect(replaced.id).not.toBe(first.id);
    expect((await list(id)).map(({ rtmpUrl }) => rtmpUrl)).toEqual(["rtmp://new.example/app", "rtmp://two.example/app"]);
    expect(await studio.callVerb(replaceDestination, { ...next, destinationId: replaced.id })).toEqual(replaced);
    // As after a lost answer, or a restart.
    for (const as of ["admin", "staff"] as const) expect(await studio.callVerb(replaceDestination, next, as)).toEqual(replaced);
    expect(await list(id)).toHaveLength(2);
    const taken = { ...next, destinationId: replaced.id, rtmpUrl: "rtmp://two.example/app", streamKey: "k2" };
    expect(await studio.refusal(replaceDestination, taken)).toMatchObject({ code: "conflict" });
    for (const other of [{ rtmpUrl: "rtmp://three.example/app" }, { streamKey: "k4" }]) {
      expect(await studio.refusal(replaceDestination, { ...next, ...other }, "staff")).toMatchObject({ code: "not-found" });
    }
  });

  it("is replaced in its turn where the same sign-in corrects it by the id that it knows, for the answer may be lost, and no other one", async () => {
    const id = await newStream();
    const { id: destinationId } = await add(id, "rtmp://one.example/app");
    const next = (streamKey: string) => ({ id, destinationId, rtmpUrl: "rtmp://new.example/app", streamKey });
    await studio.callVerb(replaceDestination, next("mistyped"));
    await studio.callVerb(replaceDestination, next("corrected"));
    const corrected = await studio.callVerb(replaceDestination, next("corrected-again"));
    expect(await list(id)).toEqual([corrected]);
    await studio.callVerb(replaceDestination, { ...next("theirs"), destinationId: corrected.id }, "staff");
    const theirs = await list(id);
    expect(await studio.refusal(replaceDestination, next("mine"))).toMatchObject({ code: "not-found" });
    expect(await list(id)).toEqual(theirs);
  });
});

describe("the destination given by hand", () => {
  const slower = { code: "conflict", message: "The destination was changed by somebody else in the meantime" };

  it("is not set where somebody else was faster, unless that is not asked for, or both have set the same", async () => {
    const id = await newStream();
    const byHand = (rtmpUrl: string, was?: string | null) => ({ id, rtmpUrl, streamKey: KEY, ...(was !== undefined && { was }) });
    await studio.callVerb(setDestination, byHand("rtmp://one.example/app", null));
    const [one] = await list(id);
    const refused = await studio.refusal(setDestination, byHand("rtmp://two.example/app", null), "staff");
    expect(refused).toMatchObject({ ...slower, details: { destinationId: one?.id } });
    await studio.callVerb(setDestination, byHand("rtmp://one.example/app", null), "staff");
    expect(await list(id)).toEqual([one]);
    // Another key alone makes it another one, though its address is the same.
    await studio.callVerb(setDestination, { ...byHand("rtmp://one.example/app", one?.id), streamKey: "another" });
    expect(await studio.refusal(setDestination, byHand("rtmp://two.example/app", one?.id), "staff")).toMatchObject(slower);
    await studio.callVerb(removeDestination, { id });
    for (const as of ["admin", "staff"] as const) {
      expect(await studio.refusal(setDestination, byHand("rtmp://two.example/app", one?.id), as)).toMatchObject(slower);
    }
    expect(await list(id)).toEqual([]);
    await studio.callVerb(setDestination, byHand("rtmp://two.example/app"));
  });

  it("is replaced in its turn where the same sign-in corrects it and knows only what was there before, for the answer may be lost", async () => {
    const id = await newStream();
    const set = (streamKey: string, was: string | null) => ({ id, rtmpUrl: "rtmp://one.example/app", streamKey, was });
    for (const key of ["mistyped", "corrected", "corrected-again"]) await studio.callVerb(setDestination, set(key, null));
    const [mine] = await list(id);
    expect(await list(id)).toHaveLength(1);
    await studio.callVerb(setDestination, set("theirs", mine?.id ?? null), "staff");
    const theirs = await list(id);
    for (const was of [null, mine?.id ?? null]) expect(await studio.refusal(setDestination, set("mine", was))).toMatchObject(slower);
    expect(await list(id)).toEqual(theirs);
    // What is gone again is in nobody's way.
    await studio.callVerb(removeDestination, { id });
    await studio.callVerb(setDestination, set("anew", null));
    expect(await list(id)).toHaveLength(1);
  });
});

describe("the test of a destination", () => {
  it("tries what is stored, or typed, as it is, and tells neither key", async () => {
    const id = await newStream();
    const { id: destinationId } = await add(id, "rtmp://one.example/app");
    const stored = await studio.callVerb(testDestination, { id, destinationId });
    const typed = await studio.callVerb(testAddress, { rtmpUrl: "rtmp://two.example/app", streamKey: "k2" });
    expect([stored.isAccepted, typed.isAccepted]).toEqual([true, true]);
    expect(studio.engine.tried).toEqual([
      { url: "rtmp://one.example/app", streamKey: KEY },
      { url: "rtmp://two.example/app", streamKey: "k2" },
    ]);
    expect(JSON.stringify([stored, typed])).not.toContain(KEY);
    expect(await studio.refusal(testDestination, { id: await newStream(), destinationId })).toMatchObject({ code: "not-found" });
  });

  it("does not touch what any stream is on air at, however its address is written", async () => {
    const id = await newStream();
    const { id: destinationId } = await add(id, "rtmp://one.example/app");
    await studio.callVerb(startStream, { id });
    expect(await studio.refusal(testDestination, { id, destinationId })).toMatchObject({ code: "conflict" });
    const written = { rtmpUrl: "RTMP://One.Example/app/", streamKey: KEY };
    expect(await studio.refusal(testAddress, written)).toMatchObject({ code: "conflict" });
    expect(await studio.refusal(testAddress, { ...written, rtmpUrl: "rtmp://one.example:1935/app" })).toMatchObject({ code: "conflict" });
    expect(studio.engine.tried).toEqual([]);
    await studio.callVerb(testAddress, { ...written, streamKey: "another" });
    expect(studio.engine.tried).toHaveLength(1);
  });

  it("says that a stream is on air there where one went on air meanwhile, and nothing of an address or a key", async () => {
    const id = await newStream();
    const { id: destinationId } = await add(id, "rtmp://one.example/app");
    const trial = Promise.withResolvers<DestinationTrial>();
    studio.engine.trial = trial.promise;
    const stored = studio.refusal(testDestination, { id, destinationId });
    const typed = studio.refusal(testAddress, { rtmpUrl: "rtmp://One.Example:1935/app/", streamKey: KEY });
    await studio.callVerb(startStream, { id });
    trial.resolve({ isAccepted: false, sentence: "The destination took the connection and hung up. Check its address and stream key." });
    const message =
      "A stream is on air there now, so there is nothing to test: a test would take its place. What it takes stands at the stream.";
    expect(await stored).toMatchObject({ code: "conflict", message });
    expect(await typed).toMatchObject({ code: "conflict", message });
    expect(studio.engine.tried).toHaveLength(2);
  });
});

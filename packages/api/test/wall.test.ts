import { OFF_AIR, destinationId } from "@nightjar/contract";
import type { OnAirDestination, SentNow, StreamId } from "@nightjar/contract";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createStream } from "../src/streams/create-stream.ts";
import { setDestination } from "../src/streams/destination.ts";
import { startStream } from "../src/streams/start-stop.ts";
import { lookAtAll } from "../src/wall/look.ts";
import { openSentPicture } from "../src/wall/open-sent-picture.ts";
import { openStudio } from "./support/call-verb.ts";
import type { Studio } from "./support/call-verb.ts";

let studio: Studio;
beforeEach(async () => void (studio = await openStudio()));
afterEach(() => studio.close());

async function liveStream(title: string): Promise<StreamId> {
  const { id } = await studio.callVerb(createStream, { title });
  await studio.callVerb(setDestination, { id, rtmpUrl: "rtmp://far.example/live", streamKey: `key-${title}` });
  await studio.callVerb(startStream, { id });
  return id;
}

const SOUND: SentNow["sound"] = { ageMs: 100, stepMs: 1000, levelsDb: [-20, -18] };
const destination = (name: string, evidenceAgeMs: number | null): OnAirDestination => ({
  ...{ id: destinationId.parse(name), kind: "rtmp", host: `${name}.example`, state: "sending", bytesSent: 1, bitrateKbps: 1 },
  ...{ reconnects: 0, lastError: null, evidenceAgeMs },
});

describe("the wall", () => {
  it("is one question to the engine for all live streams, and tells nothing of those that are off air", async () => {
    const [first, second] = [await liveStream("One"), await liveStream("Two")];
    await studio.callVerb(createStream, { title: "Off" });
    studio.engine.sent = [{ streamId: first, picture: { name: "abc", ageMs: 1200 }, sound: SOUND }];
    const shown = await studio.callVerb(lookAtAll, undefined);
    expect(studio.engine.looked).toEqual([expect.arrayContaining([first, second])]);
    expect(new Map(shown.map(({ streamId, ...rest }) => [streamId, rest]))).toEqual(
      new Map([
        [first, { picture: { name: "abc", ageMs: 1200 }, sound: SOUND, evidenceAgeMs: null }],
        [second, { picture: null, sound: null, evidenceAgeMs: null }],
      ]),
    );
  });

  it("tells the oldest proof of several far ends, and none while one of them has taken nothing", async () => {
    const id = await liveStream("One");
    const evidence = async (...destinations: readonly OnAirDestination[]) => {
      studio.engine.setOnAir(id, { ...OFF_AIR, state: "on-air", destinations: [...destinations] });
      return (await studio.callVerb(lookAtAll, undefined))[0]?.evidenceAgeMs;
    };
    expect(await evidence(destination("a", 400), destination("b", 2600))).toBe(2600);
    expect(await evidence(destination("a", 400), destination("b", null))).toBeNull();
    expect(await evidence()).toBeNull();
  });

  it("opens a picture by the name it was told under, to be kept for ever, and nothing else", async () => {
    const id = await liveStream("One");
    studio.engine.sent = [{ streamId: id, picture: { name: "abc", ageMs: 0 }, sound: null }];
    const opened = await studio.callVerb(openSentPicture, { name: "abc" });
    expect(opened).toMatchObject({ contentType: "image/jpeg", etag: '"abc"', isForEver: true });
    expect(opened.bytes?.byteLength).toBeGreaterThan(0);
    expect((await studio.refusal(openSentPicture, { name: "../abc" })).code).toBe("not-found");
  });
});

import { OFF_AIR, trackId } from "@nightjar/contract";
import { addTrack } from "@nightjar/api/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createStream } from "../../src/streams/create-stream.ts";
import { liftQuarantine } from "../../src/streams/lift-quarantine.ts";
import { getOnAir } from "../../src/streams/on-air.ts";
import { openStudio } from "../support/call-verb.ts";
import type { Studio } from "../support/call-verb.ts";

let studio: Studio;
beforeEach(async () => {
  studio = await openStudio();
});
afterEach(() => studio.close());

const NOBODY = "00000000-0000-4000-8000-000000000000";

describe("a track that is left out", () => {
  it("is shown with its reason, and tried again when somebody asks for it, once", async () => {
    const { id } = await studio.callVerb(createStream, { title: "Night" });
    const track = trackId.parse(addTrack(studio.services, "A"));
    const left = { trackId: track, title: "A", artist: "Artist", reason: "The file is silent.", since: new Date().toISOString() };
    studio.engine.setOnAir(id, { ...OFF_AIR, state: "on-air", quarantine: [left] });
    expect((await studio.callVerb(getOnAir, { id })).quarantine).toEqual([left]);
    expect((await studio.callVerb(liftQuarantine, { id, trackId: track })).quarantine).toEqual([]);
    const again = await studio.refusal(liftQuarantine, { id, trackId: track });
    expect(again).toMatchObject({ code: "not-found", message: "The track is not left out" });
    expect(await studio.refusal(liftQuarantine, { id: NOBODY, trackId: track })).toMatchObject({ code: "not-found" });
  });
});

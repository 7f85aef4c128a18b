import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { getRenderEncoders, patchSettings } from "../../src/settings/settings.ts";
import { updateStream } from "../../src/streams/update-stream.ts";
import { openStudio } from "../support/call-verb.ts";
import type { Studio } from "../support/call-verb.ts";
import { onAir } from "../support/given.ts";

let studio: Studio;
beforeEach(async () => {
  studio = await openStudio();
});
afterEach(() => studio.close());

const newestPlan = () => studio.engine.pushed.at(-1);

describe("what pictures are rendered with", () => {
  it("is told with the reason for what is missing; only what is there can be chosen, and the plans of streams say so", async () => {
    const reason = "The NVIDIA driver is not installed.";
    expect(await studio.callVerb(getRenderEncoders, undefined)).toContainEqual({ encoder: "nvenc", isAvailable: false, reason });
    expect(await studio.refusal(patchSettings, { renderEncoder: "nvenc" })).toMatchObject({ code: "conflict", message: reason });
    expect(await studio.refusal(patchSettings, { renderEncoder: "abacus" })).toMatchObject({ code: "invalid-input" });
    await onAir(studio);
    expect(newestPlan()?.renderEncoder).toBe("software");
    expect((await studio.callVerb(patchSettings, { renderEncoder: "vaapi" })).renderEncoder).toBe("vaapi");
    await onAir(studio);
    expect(newestPlan()?.renderEncoder).toBe("vaapi");
  });
});

describe("a stream's profile and quality", () => {
  it("are taken by a call, refused where there is no such profile, and told to the engine at once", async () => {
    const { id } = await onAir(studio);
    expect(newestPlan()).toMatchObject({ profileId: "1080p30", quality: "standard" });
    const changed = await studio.callVerb(updateStream, { id, profile: "720p60", quality: "economy" });
    expect(changed).toMatchObject({ profile: "720p60", quality: "economy" });
    expect(newestPlan()).toMatchObject({ profileId: "720p60", quality: "economy" });
    expect(await studio.refusal(updateStream, { id, profile: "480p30" })).toMatchObject({ code: "invalid-input" });
  });
});

import type { EncoderProfile } from "@nightjar/contract";
import { type ProfileHeaders, readHeader } from "../../render/profile-headers.ts";
import type { Renderer } from "../../render/renderer.ts";
import type { Urgency } from "../../render/requests.ts";
import type { UnitRef } from "../../timeline/unit.ts";

/** A profile's slate: what airs when nothing else can. Complete, and the measure of every other unit. */
export interface Slate {
  readonly headers: ProfileHeaders;
  readonly video: UnitRef;
  readonly silence: UnitRef;
}

/** Makes the slate of a profile: a plain background and silence. */
export async function makeSlate(renderer: Renderer, profile: EncoderProfile, urgency: Urgency): Promise<Slate> {
  const background = { kind: "default" } as const;
  const maxFrames = profile.gopFrames;
  const request = { purpose: "slate" as const, background, sceneKey: "slate", draw: () => Promise.resolve([]), maxFrames };
  const [video, silence] = await Promise.all([
    renderer.composite(profile, null, request, urgency).then((unit) => unit.done),
    renderer.silence(profile, urgency).then((unit) => unit.done),
  ]);
  return { headers: { video: await readHeader(video), audio: await readHeader(silence) }, video, silence };
}

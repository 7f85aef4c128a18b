import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { AAC_PACKET_SAMPLES, type EncoderProfile } from "@nightjar/contract";
import { SOUND_NICENESS, audioArgs, gainDb, pcmArgs, silenceArgs } from "./audio.ts";
import type { JunctionPlace } from "./junction.ts";
import type { ProfileHeaders } from "./profile-headers.ts";
import type { RenderTask, UnitKey } from "./render-task.ts";
import type { AudioRequest } from "./requests.ts";
import { inStandingFolder } from "./standing-folder.ts";

const SILENCE_MS = 5000;
/** With so much of a track there, the rest of it is far ahead of the air. */
const EASY_MS = 10_000;
/** A dozen of them at once would hold up the timeline and the publishers, which need the processor for a moment, but in time. */
const EASY_NICENESS = 10;

/** `pcm` is asked for when it is encoded, and not when the unit is there already. */
export interface AskedJunction extends JunctionPlace {
  readonly pcm: () => Promise<Float32Array>;
}

/** How units of sound are made. */
export class SoundTasks {
  readonly #key: UnitKey;
  readonly #workDir: string;

  constructor({ key, workDir }: { readonly key: UnitKey; readonly workDir: string }) {
    this.#key = key;
    this.#workDir = workDir;
  }

  /** One file at the target's loudness. */
  audio(profile: EncoderProfile, headers: ProfileHeaders, { file, loudness, targetLufs, phase }: AudioRequest): RenderTask {
    const gain = gainDb(loudness, targetLufs);
    const sound = [file.sha256, gain, loudness.truePeakDbtp, ...(phase ? [phase] : [])];
    return {
      key: this.#key(["audio", profile.audioKbps, profile.sampleRateHz, ...sound]),
      kind: "audio",
      purpose: "sound",
      profile,
      expectedHeader: headers.audio,
      expectedCount: null,
      prepare: async () => ({ args: audioArgs(profile, { path: file.path, loudness, targetLufs, phase }), cleanUp: nothing }),
      source: file,
      niceness: SOUND_NICENESS,
      easing: { count: Math.ceil((EASY_MS * profile.sampleRateHz) / 1000 / AAC_PACKET_SAMPLES), niceness: EASY_NICENESS },
      ...(phase ? { packets: { skip: phase.wholePackets, take: Number.POSITIVE_INFINITY } } : {}),
    };
  }

  /** A junction between two tracks; `identity` stands for both and the crossfade. */
  junction(profile: EncoderProfile, headers: ProfileHeaders, junction: AskedJunction, identity: readonly unknown[]): RenderTask {
    const key = this.#key(["junction", profile.audioKbps, profile.sampleRateHz, ...identity]);
    return {
      key,
      kind: "audio",
      purpose: "junction",
      profile,
      expectedHeader: headers.audio,
      expectedCount: junction.packets,
      prepare: async () => {
        const pcm = await junction.pcm();
        const path = join(this.#workDir, `${key}.f32`);
        const bytes = new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength);
        await inStandingFolder(path, () => writeFile(path, bytes, { mode: 0o600 }));
        return { args: pcmArgs(profile, path), cleanUp: () => rm(path, { force: true }) };
      },
      packets: { skip: junction.skipPackets, take: junction.packets },
      isSmall: true,
      niceness: SOUND_NICENESS,
    };
  }

  /** The slate's bed. Sets the profile's audio header. */
  silence(profile: EncoderProfile): RenderTask {
    return {
      key: this.#key(["silence", profile.audioKbps, profile.sampleRateHz, SILENCE_MS]),
      kind: "audio",
      purpose: "silence",
      profile,
      expectedHeader: null,
      expectedCount: null,
      prepare: () => Promise.resolve({ args: silenceArgs(profile, SILENCE_MS), cleanUp: nothing }),
      isSmall: true,
      niceness: SOUND_NICENESS,
    };
  }
}

function nothing(): Promise<void> {
  return Promise.resolve();
}

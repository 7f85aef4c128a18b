import { rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createFileSource } from "../src/playout/file-source.ts";
import { Timeline, type TimelineEvent } from "../src/timeline/timeline.ts";
import type { UnitRef } from "../src/timeline/unit.ts";
import { testFolder } from "./support/engine.ts";
import { MemorySource, PROFILE, SILENCE, type SyntheticUnit, Tape, packets, pictures, segment, timelineOf } from "./support/synthetic.ts";

let folder: Awaited<ReturnType<typeof testFolder>>;
let files = 0;
beforeAll(async () => (folder = await testFolder()));
afterAll(() => folder.remove());

const video = pictures("v", 4);
const audio = packets("a", 600);
const slate = pictures("slate", 1);

/** The unit as a file, with other bytes where the test says so. */
function onDisk(unit: SyntheticUnit, bytes: Buffer = unit.bytes): SyntheticUnit {
  const path = join(folder.dir, `${(files += 1)}.flv`);
  writeFileSync(path, bytes);
  return { ...unit, ref: { ...unit.ref, path } };
}

function play(units: { video: SyntheticUnit; audio: SyntheticUnit }) {
  const damages: string[] = [];
  const source = createFileSource(({ key }: UnitRef) => damages.push(key));
  const [silence, picture] = [onDisk(SILENCE), onDisk(slate)];
  source.hold(silence.ref);
  source.hold(picture.ref);
  for (const { ref } of [silence, picture]) rmSync(ref.path);
  const events: TimelineEvent[] = [];
  const segments = [segment(1, units.video, units.audio)] as const;
  const onEvent = (event: TimelineEvent) => void events.push(event);
  const timeline = new Timeline({ profile: PROFILE, source, silence: silence.ref, picture: picture.ref, segments, onEvent });
  return { timeline, damages, events, tape: new Tape() };
}

/** Whatever was broken: no moment without a picture or sound, none twice, in order, and nothing that is not a unit's own. */
function expectWholeAir({ video: shown, audio: heard }: Tape): void {
  expect(shown.map(({ dtsMs }) => dtsMs)).toEqual(shown.map((_, frame) => Math.round((frame * 1000) / 30)));
  const moments = shown.map(({ dtsMs, compositionMs }) => dtsMs + compositionMs).toSorted((a, b) => a - b);
  // Up to three pictures at the end are decoded before one that is shown earlier.
  expect(moments.slice(0, -3)).toEqual(moments.slice(0, -3).map((_, frame) => Math.round(((frame + 1) * 1000) / 30)));
  expect(heard.map(({ dtsMs }) => dtsMs)).toEqual(heard.map((_, packet) => 33 + Math.round((packet * 1_024_000) / 48_000)));
  expect([...shown, ...heard].filter(({ unit }) => !["v", "a", "slate", "silence"].includes(unit))).toEqual([]);
}

describe("a unit in a file", () => {
  it("airs as the same unit in memory does", () => {
    const source = new MemorySource();
    const expected = timelineOf(source, [segment(1, source.add(video), source.add(audio))]);
    const tape = new Tape();
    expected.timeline.produce(12_000, 0, tape);
    const played = play({ video: onDisk(video), audio: onDisk(audio) });
    played.timeline.produce(12_000, 0, played.tape);
    expect(played.tape.aired).toEqual(tape.aired);
    expect(played.damages).toEqual([]);
  });

  it("with any byte of a tag's frame broken airs up to a legal cut before it, again and again, and never the broken tag", () => {
    // Key picture, first, second and third of a group, and the last of the unit.
    const tags = tagOffsets(video).filter((_, index) => [0, 1, 2, 3, 61, 62, 239].includes(index));
    for (const [at, tagBytes] of tags) {
      for (const byte of [0, 1, 2, 3, 11, 12, 13, 14, tagBytes - 1, tagBytes - 4]) {
        const bytes = Buffer.from(video.bytes);
        bytes[at + byte] = (bytes[at + byte] ?? 0) ^ 0x80;
        const { timeline, tape, damages } = play({ video: onDisk(video, bytes), audio: onDisk(audio) });
        timeline.produce(12_000, 12_000, tape);
        expect(tape.video.length, `byte ${byte} at ${at}`).toBe(360);
        expectWholeAir(tape);
        expect(damages, `byte ${byte} at ${at}`).toContain("v");
      }
    }
  });

  it("with whole groups of pictures missing or doubled airs up to there", () => {
    const offsets = tagOffsets(video).map(([at]) => at);
    const [from = 0, to = 0] = [offsets[61], offsets[64]];
    const group = video.bytes.subarray(from, to);
    const missing = Buffer.concat([video.bytes.subarray(0, from), video.bytes.subarray(to), group]);
    const doubled = Buffer.concat([video.bytes.subarray(0, to), group, video.bytes.subarray(to)]).subarray(0, video.bytes.length);
    for (const bytes of [missing, doubled]) {
      const { timeline, tape, damages } = play({ video: onDisk(video, bytes), audio: onDisk(audio) });
      timeline.produce(6000, 6000, tape);
      expectWholeAir(tape);
      expect(damages).toContain("v");
    }
  });

  it("of sound with a broken packet ends before it, and silence follows", () => {
    const [[at] = [0]] = tagOffsets(audio).slice(100);
    const bytes = Buffer.from(audio.bytes);
    bytes[at + 3] = 0xff;
    const { timeline, tape, damages, events } = play({ video: onDisk(video), audio: onDisk(audio, bytes) });
    timeline.produce(4000, 4000, tape);
    expectWholeAir(tape);
    expect(tape.audio.filter(({ unit }) => unit === "a")).toHaveLength(100);
    expect(damages).toContain("a");
    expect(events.filter(({ type }) => type === "starved")).toHaveLength(1);
  });

  it("cut off while it is played airs what is left of it", () => {
    // More than is read ahead.
    const large = pictures("v", 4, PROFILE.gopFrames, 6000);
    const unit = onDisk(large);
    const { timeline, tape, damages } = play({ video: unit, audio: onDisk(audio) });
    timeline.produce(1000, 1000, tape);
    truncateSync(unit.ref.path, large.bytes.length / 2 + 17);
    timeline.produce(12_000, 12_000, tape);
    expectWholeAir(tape);
    expect(tape.video.every(({ unit: key }) => key === "v")).toBe(true);
    expect(damages).toContain("v");
  });

  it("that is gone is stood in for by the slate, kept in memory, and comes back at the next pass when it was rendered again", () => {
    const unit = onDisk(video);
    rmSync(unit.ref.path);
    const { timeline, tape, events } = play({ video: unit, audio: onDisk(audio) });
    timeline.produce(3000, 3000, tape);
    expect(tape.video.every(({ unit: key }) => key === "slate")).toBe(true);
    writeFileSync(unit.ref.path, video.bytes);
    timeline.produce(12_000, 12_000, tape);
    expectWholeAir(tape);
    expect(tape.video[120]).toMatchObject({ unit: "v", index: 0, isKey: true });
    expect(tape.video.slice(120).every(({ unit: key }) => key === "v")).toBe(true);
    expect(events.flatMap((event) => (event.type === "starved" || event.type === "fed" ? [`${event.type} ${event.what}`] : []))).toEqual([
      "starved video",
      "fed video",
    ]);
  });
});

/** Where each tag of media begins, and how long it is. */
function tagOffsets({ bytes, ref }: SyntheticUnit): [number, number][] {
  const found: [number, number][] = [];
  for (let at = ref.firstTagOffset; at < bytes.length;) {
    const tagBytes = 11 + bytes.readUIntBE(at + 1, 3) + 4;
    found.push([at, tagBytes]);
    at += tagBytes;
  }
  return found;
}

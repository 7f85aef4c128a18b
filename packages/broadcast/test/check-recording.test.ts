import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkRecording } from "../src/check/check-recording.ts";
import { RULES, type CheckedRule } from "../src/check/problem.ts";
import { RecordingChecker, type RecordingReport } from "../src/check/recording-checker.ts";
import { reportLines } from "../src/check/report-text.ts";
import { TAG_AUDIO, TAG_VIDEO } from "../src/flv/tag.ts";
import { testFolder } from "./support/engine.ts";
import { AUDIO_HEADER, type LooseTag, VIDEO_HEADER, recordingBytes, soundRecording } from "./support/flv-recording.ts";

const SECONDS = 20;
const good = soundRecording(SECONDS);

function check(bytes: Buffer, pieceBytes = 4096): RecordingReport {
  const checker = new RecordingChecker();
  for (let at = 0; at < bytes.length; at += pieceBytes) checker.push(bytes.subarray(at, at + pieceBytes));
  return checker.finish();
}

const isKind = (type: number) => (tag: LooseTag) => tag.type === type && tag.data[1] !== 0;
const isPicture = isKind(TAG_VIDEO);
const isPacket = isKind(TAG_AUDIO);
const isKey = (tag: LooseTag) => isPicture(tag) && tag.data[0] === 0x17;

/** Indexes of the tags that satisfy `is`. */
function places(is: (tag: LooseTag) => boolean): number[] {
  return good.flatMap((tag, index) => (is(tag) ? [index] : []));
}

function nth(is: (tag: LooseTag) => boolean, count: number): number {
  const place = places(is)[count];
  if (place === undefined) throw new Error("the good recording is longer");
  return place;
}

const without = (from: number, count = 1) => good.toSpliced(from, count);
const changed = (place: number, change: (tag: LooseTag) => Partial<LooseTag>) =>
  good.map((tag, index) => (index === place ? { ...tag, ...change(tag) } : tag));
const later = (is: (tag: LooseTag) => boolean, from: number, byMs: (nth: number) => number) => {
  let seen = 0;
  return good.map((tag, index) => (index >= from && is(tag) ? { ...tag, atMs: tag.atMs + Math.round(byMs((seen += 1))) } : tag));
};
const withComposition = (place: number, ms: number) =>
  changed(place, ({ data }) => {
    const copy = Buffer.from(data);
    copy.writeIntBE(ms, 2, 3);
    return { data: copy };
  });
const byTime = (tags: readonly LooseTag[]) => tags.toSorted((a, b) => a.atMs - b.atMs);

/** Recordings broken on purpose, and where: the index of the tag at which it shows. */
const BROKEN: Readonly<Record<CheckedRule, () => { tags: readonly LooseTag[]; at?: number; bytes?: Buffer }>> = {
  "not-flv": () => ({ tags: [], bytes: Buffer.from("RIFF0000WAVEfmt and so on") }),
  "broken-tag": () => {
    const bytes = recordingBytes(good);
    bytes.writeUInt8(0x55, recordingBytes(good.slice(0, 300)).length);
    return { tags: good, bytes, at: 300 };
  },
  "header-missing": () => ({ tags: good.filter((tag) => tag !== VIDEO_HEADER), at: 1 }),
  "header-changed": () => ({ tags: good.toSpliced(500, 0, { ...VIDEO_HEADER, data: Buffer.from([0x17, 0, 0, 0, 0, 1, 3]) }), at: 500 }),
  "no-picture": () => ({ tags: good.filter((tag) => !isPicture(tag)) }),
  "no-sound": () => ({ tags: good.filter((tag) => !isPacket(tag)) }),
  "first-not-key": () => ({ tags: without(nth(isPicture, 0)), at: 2 }),
  "gop-long": () => ({
    tags: changed(nth(isKey, 2), ({ data }) => ({ data: Buffer.concat([Buffer.from([0x27]), data.subarray(1)]) })),
    at: nth(isKey, 2),
  }),
  "time-back": () => ({ tags: changed(nth(isPacket, 100), ({ atMs }) => ({ atMs: atMs - 60 })), at: nth(isPacket, 100) }),
  hole: () => ({ tags: without(nth(isPacket, 70)), at: nth(isPacket, 71) - 1 }),
  crowded: () => ({ tags: changed(nth(isPicture, 90), ({ atMs }) => ({ atMs: atMs - 9 })), at: nth(isPicture, 90) }),
  composition: () => ({ tags: withComposition(nth(isPicture, 33), -5), at: nth(isPicture, 33) }),
  "shown-twice": () => ({ tags: withComposition(nth(isPicture, 61), 33) }),
  "shown-hole": () => ({ tags: withComposition(nth(isPicture, 118), 133) }),
  replay: () => {
    // Three packets once more, on the beat: only their content tells.
    const sound = good.filter(isPacket).map(({ data }) => data);
    const twice = [...sound.slice(0, 203), ...sound.slice(200)];
    let packet = 0;
    return { tags: good.map((tag) => (isPacket(tag) ? { ...tag, data: twice[packet++] ?? tag.data } : tag)) };
  },
  skew: () => ({ tags: byTime(later(isPacket, 0, (count) => count * 0.2)) }),
  interleaving: () => ({ tags: [...good.filter((tag) => !isPacket(tag)), ...good.filter(isPacket)] }),
};

describe("a recording of what the timeline gives", () => {
  it("breaks no rule, and is described", () => {
    const report = check(recordingBytes(good));
    expect(report).toMatchObject({ problems: [], problemCount: 0, cutBytes: 0 });
    expect(report.video).toMatchObject({
      count: SECONDS * 30,
      framesPerSecond: 30,
      keyframes: SECONDS / 2,
      longestGopFrames: 60,
      holes: 0,
    });
    expect(report.audio).toMatchObject({ count: Math.ceil(((SECONDS * 1000 - 33) * 48) / 1024), holes: 0, firstMs: 33 });
    expect(reportLines(report).at(-1)).toBe("Nothing is wrong with it.");
  });

  it("is judged alike in pieces of any size", () => {
    const bytes = recordingBytes(without(nth(isPacket, 70)));
    const whole = check(bytes, bytes.length);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3000 }), (pieceBytes) => void expect(check(bytes, pieceBytes)).toEqual(whole)),
      { numRuns: 20 },
    );
  });

  it("may be cut anywhere: that is told, but is no fault", () => {
    const bytes = recordingBytes(good);
    fc.assert(
      fc.property(fc.integer({ min: recordingBytes(good.slice(0, 400)).length, max: bytes.length - 1 }), (length) => {
        const report = check(bytes.subarray(0, length));
        expect(report.problems).toEqual([]);
        expect(report.cutBytes > 0).toBe(reportLines(report).some((line) => line.startsWith("The recording was cut")));
      }),
      { numRuns: 100 },
    );
  });

  it("may repeat its headers, and may go beyond 2^32 ms", () => {
    const again = good.toSpliced(400, 0, VIDEO_HEADER, AUDIO_HEADER);
    expect(check(recordingBytes(again)).problems).toEqual([]);
    const beyond = good.map((tag) => (tag.data[1] === 0 ? tag : { ...tag, atMs: tag.atMs + 2 ** 32 - 5000 }));
    expect(check(recordingBytes(beyond)).problems).toEqual([]);
  });

  it("may repeat a sound that is steady, as silence is", () => {
    const silent = good.map((tag) => (isPacket(tag) ? { ...tag, data: Buffer.from([0xaf, 1, 1, 2, 3]) } : tag));
    expect(check(recordingBytes(silent)).problems).toEqual([]);
  });

  it.each([2, 3, 102, 114, 187])("may be silent for %i packets between two sounds", (count) => {
    let packet = 0;
    const paused = good.map((tag) => {
      const place = isPacket(tag) ? packet++ : -1;
      return place >= 150 && place < 150 + count ? { ...tag, data: Buffer.from([0xaf, 1, 1, 2, 3]) } : tag;
    });
    expect(check(recordingBytes(paused)).problems).toEqual([]);
  });
});

describe("a recording broken on purpose", () => {
  it.each(RULES)("is found out: %s", (rule) => {
    const { tags, at, bytes } = BROKEN[rule]();
    const report = check(bytes ?? recordingBytes(tags));
    const found = report.problems.find((problem) => problem.rule === rule);
    expect(found, JSON.stringify(report.problems.slice(0, 5))).toBeDefined();
    expect(report.problemCounts[rule]).toBeGreaterThan(0);
    if (at !== undefined) expect(found?.byteOffset).toBe(recordingBytes(tags.slice(0, at)).length);
    expect(reportLines(report).at(-1)).toMatch(/wrong with it\.$/);
  });

  it("is told with the moment and the length of what is missing", () => {
    const from = nth(isPicture, 240);
    const report = check(recordingBytes(good.filter((tag, index) => !isPicture(tag) || index < from || index >= nth(isPicture, 300))));
    expect(report.problems.filter(({ rule }) => rule === "hole")).toMatchObject([
      { track: "video", atMs: 10_000, text: "2000 ms are missing before this picture." },
    ]);
    expect(report.video).toMatchObject({ holes: 1, longestHoleMs: 2000, missingMs: 2000 });
  });

  it("counts its problems beyond those it tells, so that weeks of them fit into memory", () => {
    const report = check(recordingBytes(soundRecording(120).filter((tag, index) => !isPacket(tag) || index % 3 > 0)));
    expect(report.problems).toHaveLength(1000);
    expect(report.problemCount).toBeGreaterThan(1000);
  });

  it("with bytes changed anywhere is judged, never the checker's end", () => {
    const bytes = recordingBytes(good.slice(0, 200));
    const change = fc.tuple(fc.nat(bytes.length - 1), fc.integer({ min: 0, max: 255 }));
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 20 }), (changes) => {
        const spoilt = Buffer.from(bytes);
        for (const [place, value] of changes) spoilt[place] = value;
        expect(check(spoilt).bytes).toBe(bytes.length);
      }),
      { numRuns: 300 },
    );
  });
});

describe("a file of a recording", () => {
  let folder: Awaited<ReturnType<typeof testFolder>>;
  beforeAll(async () => void (folder = await testFolder()));
  afterAll(() => folder.remove());

  it("is read in pieces", async () => {
    const path = join(folder.dir, "good.flv");
    await writeFile(path, recordingBytes(good));
    expect(await checkRecording(path)).toEqual(check(recordingBytes(good)));
  });
});

import { describe, expect, it } from "vitest";
import { ConditionBook, type ConditionCode, PATIENCE } from "../src/director/told/conditions.ts";
import { isBehind } from "../src/director/prepare/due.ts";
import { faultOf } from "../src/director/prepare/failures.ts";
import { gopRanges, silentRanges } from "../src/render/analyse.ts";
import { chooseEvictions } from "../src/render/cache-policy.ts";
import { DiskFullError } from "../src/render/disk.ts";
import { ThumbReader, THUMB_HEIGHT_PX, THUMB_WIDTH_PX } from "../src/render/thumbs.ts";
import { UnitError } from "../src/render/unit-writer.ts";
import { MediaError, ProcessError } from "@nightjar/media";

/** A book watched once a second; `isSeen` says when the condition is the case. */
function watch(code: ConditionCode, seconds: number, isSeen: (second: number) => boolean): boolean[] {
  const book = new ConditionBook((atMs) => `at ${atMs}`);
  return Array.from({ length: seconds }, (_, second) => {
    book.observe(new Map(isSeen(second) ? [[code, "text"]] : []), second * 1000);
    return book.list.length === 1;
  });
}

describe("a condition", () => {
  it("is told when it has lasted, with the time it began, and until it is over for good", () => {
    const { raiseMs, clearMs } = PATIENCE.silence;
    const told = watch("silence", 60, (second) => second >= 10 && second < 40);
    expect(told.indexOf(true)).toBe(10 + raiseMs / 1000);
    expect(told.lastIndexOf(true)).toBe(39 + clearMs / 1000 - 1);
    const book = new ConditionBook((atMs) => `at ${atMs}`);
    for (let second = 3; second <= 18; second += 1) book.observe(new Map([["silence", "text"]]), second * 1000);
    expect(book.list).toEqual([{ code: "silence", text: "text", since: "at 3000" }]);
  });

  it("is not told for what comes and goes, nor taken back for a moment of the other", () => {
    expect(watch("silence", 120, (second) => second % 15 < 14)).not.toContain(true);
    const told = watch("silence", 120, (second) => second < 20 || second % 3 !== 0);
    expect(told.slice(16)).not.toContain(false);
  });

  it("says whether anything about the list has changed, and takes a new sentence at once", () => {
    const book = new ConditionBook(() => "now");
    expect(book.observe(new Map([["track-skipped", "1 track is left out."]]), 0)).toBe(true);
    expect(book.observe(new Map([["track-skipped", "1 track is left out."]]), 1000)).toBe(false);
    expect(book.observe(new Map([["track-skipped", "2 tracks are left out."]]), 2000)).toBe(true);
    expect(book.observe(new Map(), 3000)).toBe(true);
    expect(book.list).toEqual([]);
  });
});

describe("what is next", () => {
  it("is behind when it is needed at once and not there, or when the pace of its render says so", () => {
    const render = { key: "", label: "", dueAtMs: 60_000, startedAtMs: 0, progress: 0.1 };
    const next = { isReady: false, dueAtMs: 60_000, nowMs: 5000, renders: [render] };
    expect(isBehind(next)).toBe(false);
    expect(isBehind({ ...next, nowMs: 7000 })).toBe(true);
    expect(isBehind({ ...next, nowMs: 7000, isReady: true })).toBe(false);
    expect(isBehind({ ...next, nowMs: 56_000, renders: [] })).toBe(true);
    expect(isBehind({ ...next, renders: [{ ...render, startedAtMs: null }], nowMs: 20_000 })).toBe(false);
  });
});

describe("a failed preparation", () => {
  const failed = { kind: "failed" as const, command: "ffmpeg", exitCode: 1, signal: null, stderrTail: "Invalid data found" };
  it("is the file's fault only where nothing of the machine can have caused it", () => {
    const machines = [
      new DiskFullError("full"),
      Object.assign(new Error("no space"), { code: "ENOSPC" }),
      new ProcessError({ ...failed, exitCode: null, signal: "SIGKILL" }),
      new ProcessError({ ...failed, kind: "timeout" }),
      new ProcessError({ ...failed, kind: "not-found" }),
      new ProcessError({ ...failed, kind: "aborted" }),
      new ProcessError({ ...failed, stderrTail: "av_interleaved_write_frame(): No space left on device" }),
      new Error("anything"),
    ];
    expect(machines.map(faultOf)).toEqual(machines.map(() => null));
    const files = [new ProcessError(failed), new UnitError("the render made nothing"), new MediaError("damaged", "no sound")];
    expect(files.map(faultOf)).toEqual(files.map(() => "unreadable"));
  });
});

describe("what is found in a unit", () => {
  it("are silences with their ends, and the last one to the end of it", () => {
    const marks = [
      { kind: "start", atMs: 1000 },
      { kind: "end", atMs: 4000 },
      { kind: "start", atMs: 9000 },
    ];
    expect(silentRanges(marks, 10_000)).toEqual([
      { fromMs: 1000, toMs: 4000 },
      { fromMs: 9000, toMs: 10_000 },
    ]);
  });

  it("are pictures that are black, or as the one before, whatever pieces they come in", () => {
    const plane = (level: number) => Buffer.alloc(THUMB_WIDTH_PX * THUMB_HEIGHT_PX, level);
    const thumb = (luma: number, blue = 128, red = 128) => Buffer.concat([plane(luma), plane(blue), plane(red)]);
    const title = thumb(16).fill(235, 0, 100);
    // Plain blue is hardly lighter than black, and nobody would call it that.
    const blue = thumb(32, 240, 118);
    const bytes = Buffer.concat([thumb(16), thumb(17), title, thumb(80), blue]);
    const reader = new ThumbReader();
    for (let at = 0; at < bytes.length; at += 1000) reader.push(bytes.subarray(at, at + 1000));
    expect(reader.pictures).toEqual([
      { isBlack: true, isAsBefore: false },
      { isBlack: true, isAsBefore: true },
      { isBlack: false, isAsBefore: false },
      { isBlack: false, isAsBefore: false },
      { isBlack: false, isAsBefore: false },
    ]);
    expect(gopRanges([true, true, false, true], 7000)).toEqual([
      { fromMs: 0, toMs: 4000 },
      { fromMs: 6000, toMs: 7000 },
    ]);
  });
});

describe("what is evicted", () => {
  it("is never pinned nor just used, the oldest first, and no more than has to go, in a thousand random caches", () => {
    for (let seed = 1; seed <= 1000; seed += 1) {
      const random = (most: number) => (Math.imul(seed * 2654435761 + most, 40503) >>> 8) % most;
      const entries = Array.from({ length: 20 }, (_, index) => ({
        id: `${index}`,
        bytes: 1 + ((seed * (index + 7) * 31) % 100),
        usedAtMs: (seed * (index + 3) * 7919) % 10_000,
      }));
      const pinned = new Set(entries.filter((_, index) => (seed + index) % 5 === 0).map(({ id }) => id));
      const total = entries.reduce((sum, { bytes }) => sum + bytes, 0);
      const limitBytes = random(total);
      const { ids, isOverLimit } = chooseEvictions({ entries, limitBytes, isPinned: (id) => pinned.has(id), nowMs: 10_000, graceMs: 2000 });
      const gone = new Set(ids);
      const left = entries.filter(({ id }) => !gone.has(id));
      const mayGo = left.filter(({ id, usedAtMs }) => !pinned.has(id) && usedAtMs <= 8000);
      const leftBytes = left.reduce((sum, { bytes }) => sum + bytes, 0);
      expect(ids.every((id) => !pinned.has(id))).toBe(true);
      expect(isOverLimit).toBe(leftBytes > limitBytes);
      if (isOverLimit) expect(mayGo).toEqual([]);
      const newestGone = Math.max(-1, ...entries.filter(({ id }) => gone.has(id)).map(({ usedAtMs }) => usedAtMs));
      expect(mayGo.every(({ usedAtMs }) => usedAtMs >= newestGone)).toBe(true);
    }
  });

  it("may have been used at a time that is to come, by a clock that was ahead: it does not fill the cache until then", () => {
    const entries = [{ id: "ahead", bytes: 10, usedAtMs: 1e9 }];
    const options = { entries, limitBytes: 5, nowMs: 10_000, graceMs: 2000 };
    expect(chooseEvictions({ ...options, isPinned: () => false })).toEqual({ ids: ["ahead"], isOverLimit: false });
    expect(chooseEvictions({ ...options, isPinned: () => true })).toEqual({ ids: [], isOverLimit: true });
  });
});

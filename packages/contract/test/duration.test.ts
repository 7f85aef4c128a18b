import { describe, expect, it } from "vitest";
import { formatDuration, formatStreamDuration, parseDuration } from "../src/index.ts";

describe("durations at the edge", () => {
  it("reads m:ss and h:mm:ss and refuses everything else", () => {
    expect(parseDuration("4:23")).toBe(263_000);
    expect(parseDuration("1:02:03")).toBe(3_723_000);
    for (const text of ["", "4", "4:60", "1:60:00", "-1:00", "4:23.5", "a:bc"]) expect(parseDuration(text)).toBeNull();
  });

  it("writes what it reads, and pads only below the leading unit", () => {
    for (const text of ["0:00", "0:07", "59:59", "1:00:00", "100:00:01"]) {
      expect(formatDuration(parseDuration(text) ?? -1)).toBe(text);
    }
    expect(formatStreamDuration(0)).toBe("00:00:00");
    expect(formatStreamDuration(90_061_000)).toBe("25:01:01");
  });
});

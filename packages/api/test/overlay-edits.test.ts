import type { TemplateId } from "@nightjar/contract";
import { EDITS_ON_AIR_AFTER_MS } from "@nightjar/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createOverlayEdits } from "../src/plan/overlay-edits.ts";

const [one, two] = ["one", "two"] as unknown as [TemplateId, TemplateId];
const failures: unknown[] = [];
const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: (fields: object) => void failures.push(fields) };
beforeEach(() => {
  vi.useFakeTimers();
  failures.length = 0;
});
afterEach(() => vi.useRealTimers());

describe("edits of templates", () => {
  it("go on air once each template rests, not at each step, and each template by itself", () => {
    const aired: string[] = [];
    const edits = createOverlayEdits((id) => aired.push(id), log);
    edits.edited(one);
    vi.advanceTimersByTime(EDITS_ON_AIR_AFTER_MS - 1);
    edits.edited(one);
    edits.edited(two);
    vi.advanceTimersByTime(EDITS_ON_AIR_AFTER_MS - 1);
    expect(aired).toEqual([]);
    edits.edited(two);
    vi.advanceTimersByTime(1);
    expect(aired).toEqual([one]);
    vi.advanceTimersByTime(EDITS_ON_AIR_AFTER_MS);
    expect(aired).toEqual([one, two]);
    edits.edited(one);
    vi.advanceTimersByTime(EDITS_ON_AIR_AFTER_MS);
    expect(aired).toEqual([one, two, one]);
  });

  it("wait no longer when the house closes, and one that fails is logged alone", () => {
    const aired: string[] = [];
    const edits = createOverlayEdits((id) => {
      if (id === one) throw new Error("no such file");
      aired.push(id);
    }, log);
    edits.edited(one);
    edits.edited(two);
    vi.advanceTimersByTime(EDITS_ON_AIR_AFTER_MS);
    expect(aired).toEqual([two]);
    expect(failures).toMatchObject([{ templateId: one }]);
    edits.edited(two);
    edits.close();
    edits.edited(two);
    vi.advanceTimersByTime(10 * EDITS_ON_AIR_AFTER_MS);
    expect(aired).toEqual([two]);
  });
});

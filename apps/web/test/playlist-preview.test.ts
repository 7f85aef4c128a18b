import { trackId, type EntryMatch } from "@nightjar/contract";
import { describe, expect, it } from "vitest";
import {
  countStandings,
  decidedEntries,
  NOTHING_DECIDED,
  previewOrder,
  standingOf,
  withDecision,
} from "../src/features/playlists/preview.ts";

const ID = trackId.parse("0b0f5a43-0a4b-4f0a-9a3f-0d1c2b3a4e5f");
const known: EntryMatch = { trackId: ID, why: "the same ISRC code", candidates: [] };
const fresh: EntryMatch = { trackId: null, why: null, candidates: [] };
const candidate = { trackId: ID, why: "the same title, but by Wick in the library", title: "Moth", artist: "Wick", duration: "3:20" };
const doubtful: EntryMatch = { trackId: null, why: null, candidates: [candidate] };

describe("the preview of a file", () => {
  it("counts what is in the library, what is new and what is doubtful; somebody's word goes before what was found", () => {
    const all = [known, doubtful, fresh, doubtful];
    expect(countStandings(all, NOTHING_DECIDED)).toEqual({ existing: 1, doubtful: 2, new: 1 });
    const decisions = withDecision(withDecision(NOTHING_DECIDED, 1, ID), 3, null);
    expect(countStandings(all, decisions)).toEqual({ existing: 2, doubtful: 0, new: 2 });
    expect(standingOf(doubtful, undefined)).toBe("doubtful");
  });

  it("shows first where somebody has to say, and stays in that order when it was said", () => {
    expect(previewOrder(4, [known, doubtful, fresh, doubtful])).toEqual([1, 3, 0, 2]);
    expect(previewOrder(3, undefined)).toEqual([0, 1, 2]);
  });

  it("gives what was decided along, and what was opened again not", () => {
    const entries = [
      { title: "Moth", artist: "Lamp" },
      { title: "Wick", artist: "Lamp" },
      { title: "Ash", artist: "Lamp" },
    ];
    let decisions = withDecision(withDecision(NOTHING_DECIDED, 0, ID), 1, null);
    decisions = withDecision(withDecision(decisions, 2, ID), 2, undefined);
    expect(decidedEntries(entries, decisions)).toEqual([{ ...entries[0], decided: ID }, { ...entries[1], decided: null }, entries[2]]);
  });
});

import type { Plan, PlanItem } from "@nightjar/contract";
import { describe, expect, it } from "vitest";
import { isGaplessPair, runLoudness, runOf } from "../src/director/choose/gapless-run.ts";
import { NO_PHASE, phaseAfter, seamOf } from "../src/render/phase.ts";
import { planItem } from "./support/engine.ts";

const file = (id: string) => ({ path: `/media/${id}`, sha256: id });
const item = (id: string, isGapless: boolean): PlanItem => ({ ...planItem(id, file(id), 60_000), isGapless });
const items = [item("a", true), item("b", true), item("c", false), item("d", true), item("e", true)];
const listed = (changes: Partial<Pick<Plan, "items" | "order">> = {}) => ({ items, order: "sequential" as const, ...changes });
const [a, b, c, d] = items as [PlanItem, PlanItem, PlanItem, PlanItem];
const ids = (run: readonly PlanItem[]) => run.map(({ itemId }) => itemId.slice(5)).join("");

describe("a run of tracks that are one recording", () => {
  it("is what is marked as going on from the entry above, and aired in the list's order", () => {
    expect([a, b, c, d].map((one) => ids(runOf(listed(), one)))).toEqual(["ab", "ab", "cde", "cde"]);
    expect([isGaplessPair(listed(), a, b), isGaplessPair(listed(), b, c), isGaplessPair(listed(), a, c)]).toEqual([true, false, false]);
    // The first has none above it, when the list begins again.
    expect(isGaplessPair(listed(), items[4] ?? a, a)).toBe(false);
  });

  it("is none when the list is shuffled, and ends where a track has no file", () => {
    expect(ids(runOf(listed({ order: "shuffled" }), b))).toBe("b");
    expect(ids(runOf(listed({ items: [a, { ...b, audio: null }, d] }), d))).toBe("d");
  });

  it("has one loudness: the energy of all by their lengths, and the highest peak", () => {
    const loudness = (integratedLufs: number, truePeakDbtp: number) => ({ integratedLufs, rangeLu: 3, truePeakDbtp });
    const one = runLoudness([
      { loudness: loudness(-10, -1), durationMs: 60_000 },
      { loudness: loudness(-40, -12), durationMs: 60_000 },
    ]);
    expect(one.integratedLufs).toBeCloseTo(-13, 1);
    expect(one.truePeakDbtp).toBe(-1);
  });
});

describe("the phase of what follows", () => {
  const facts = (sampleRateHz: number, samples: number) => ({ sampleRateHz, channels: 2, samples });

  it("puts it where the whole recording has it: at the same fraction of a sample, on the same grid of packets", () => {
    for (const sampleRateHz of [22_050, 32_000, 44_100, 48_000, 88_200, 96_000]) {
      for (const samples of [sampleRateHz * 3 + 1, sampleRateHz * 4 + 737, sampleRateHz * 5]) {
        const { sourceSamples, wholePackets } = phaseAfter(facts(sampleRateHz, samples), NO_PHASE, 48_000);
        const movedPackets = ((samples - sourceSamples) * 48_000) / sampleRateHz / 1024;
        expect(movedPackets).toBeCloseTo(Math.round(movedPackets), 9);
        expect((sourceSamples * 48_000) / sampleRateHz - wholePackets * 1024).toBeLessThan(1024);
      }
    }
  });

  it("is the same whether the tracks before came one by one or as one file", () => {
    const first = phaseAfter(facts(44_100, 150_001), NO_PHASE, 48_000);
    expect(phaseAfter(facts(44_100, 222_222), first, 48_000)).toEqual(phaseAfter(facts(44_100, 372_223), NO_PHASE, 48_000));
  });

  it("leaves something of a track between its two seams, and gives up where that cannot be", () => {
    const [long, short, tiny] = [facts(44_100, 441_000), facts(44_100, 40_000), facts(44_100, 20_000)];
    const into = seamOf(long, short, NO_PHASE, 48_000);
    const outOf = into && seamOf(short, long, into.phase, 48_000);
    expect(into?.resumeAtPacket).toBeLessThan(outOf?.leaveAtPacket ?? 0);
    expect(seamOf(long, tiny, NO_PHASE, 48_000)).toBeNull();
  });
});

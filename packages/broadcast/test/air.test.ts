import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { eventTable } from "../src/director/air/event-table.ts";
import { AirModel } from "./support/air-model.ts";
import { playSequences } from "./support/air-sequences.ts";
import { runSeed } from "./support/seeded.ts";

describe("the air of a session", () => {
  it("holds its promises over random sequences of all events, with renders that are late, fail and overtake each other", () => {
    console.info(`SEED=${runSeed}`);
    const { acts, whole } = playSequences(100);
    expect(acts).toBeGreaterThan(1000);
    expect(whole).toBeGreaterThan(50);
  });

  it("airs a list in its order, each entry once a round, when nothing disturbs it", () => {
    const model = new AirModel();
    model.play(fc.sample(fc.constant({ afterMs: 30_000, act: 0, pick: 0, delayMs: 700 }), { numRuns: 40, seed: 1 }));
    const letters = model.announced.flatMap(({ itemId }) => (itemId === "item-long" ? [] : (itemId?.slice(-1) ?? []))).join("");
    expect(letters).toBe("abcde".repeat(30).slice(0, letters.length));
    expect(letters.length).toBeGreaterThan(30);
  });
});

describe("the table of events in docs/air.md", () => {
  it("is the one that the air is held to", () => {
    const page = readFileSync(new URL("../../../docs/air.md", import.meta.url), "utf8");
    expect(page.endsWith(`${eventTable()}\n`)).toBe(true);
  });
});

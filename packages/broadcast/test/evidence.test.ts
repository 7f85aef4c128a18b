import { describe, expect, it } from "vitest";
import { Evidence } from "../src/egress/evidence.ts";

type Sample = readonly [ackedBytes: number, windowBytes: number | null];

/** What Evidence says of each sample behind the first. */
function verdicts(samples: readonly Sample[]): boolean[] {
  const [[ackedBytes, windowBytes] = [0, null], ...rest] = samples;
  const evidence = new Evidence({ ackedBytes, windowBytes });
  return rest.map(([acked, window]) => evidence.weigh({ ackedBytes: acked, windowBytes: window }).isTaken);
}

describe("what a connection shows of a far end that reads", () => {
  it("is evidence at every look, with a window that stays, grows, or is being refilled from a burst", () => {
    expect(
      verdicts([
        [477_793, 498_688],
        [1_146_423, 543_744],
        [1_780_306, 543_744],
        [2_358_154, 543_744],
      ]),
    ).toEqual([true, true, true]);
    const bursts = verdicts([
      [0, 543_744],
      [340_000, 203_744],
      [900_000, 203_744],
      [1_500_000, 203_744],
      [2_100_000, 543_744],
    ]);
    expect(bursts).toEqual([false, true, true, true]);
  });

  it("is evidence at a small rate, too, where the window moves in steps", () => {
    expect(
      verdicts([
        [439_107, 120_832],
        [467_000, 119_808],
        [494_000, 120_832],
      ]),
    ).toEqual([true, true]);
  });
});

describe("what a connection shows of a far end whose program has stopped", () => {
  it("is no evidence, though its kernel goes on acknowledging: at 4.5 Mbit/s as recorded from a stopped nginx", () => {
    const stopped = verdicts([
      [4_695_829, 543_744],
      [5_044_116, 225_280],
      [5_271_436, 0],
      [5_271_436, 0],
      [5_271_436, 0],
    ]);
    expect(stopped).toEqual([false, false, false, false]);
  });

  it("is no evidence at 0.4 Mbit/s either, where that goes on for seconds and the kernel's book-keeping frees some", () => {
    const stopped = verdicts([
      [439_107, 120_832],
      [479_423, 84_992],
      [503_924, 66_560],
      [531_826, 45_056],
      [559_434, 23_552],
      [586_757, 1_024],
      [587_781, 0],
    ]);
    expect(stopped).toEqual([false, false, false, false, false, false]);
  });

  it("is evidence again once it reads on", () => {
    expect(
      verdicts([
        [5_044_116, 543_744],
        [5_271_436, 0],
        [11_633_042, 543_744],
      ]),
    ).toEqual([false, true]);
  });
});

describe("a far end that is not there any more", () => {
  it("acknowledges nothing, and that is no evidence", () => {
    expect(
      verdicts([
        [1_000, 65_536],
        [1_000, 65_536],
        [1_000, 65_536],
      ]),
    ).toEqual([false, false]);
  });
});

describe("where the kernel does not tell the window", () => {
  it("an acknowledged byte is evidence", () => {
    expect(
      verdicts([
        [1_000, null],
        [2_000, null],
        [2_000, null],
        [2_001, null],
      ]),
    ).toEqual([true, false, true]);
  });
});

describe("bytes acknowledged since the look before", () => {
  it("are counted whether they are evidence or not, and never twice or backwards", () => {
    const evidence = new Evidence({ ackedBytes: 100, windowBytes: 1_000 });
    const newBytes = [600, 600, 500, 1_000].map((ackedBytes) => evidence.weigh({ ackedBytes, windowBytes: 0 }).newBytes);
    expect(newBytes).toEqual([500, 0, 0, 400]);
  });
});

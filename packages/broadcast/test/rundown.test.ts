import { describe, expect, it } from "vitest";
import { AirMemory } from "../src/director/air-memory.ts";
import type { Segment } from "../src/timeline/segment.ts";
import { items, letters, segmentOf, testRundown } from "./support/rundown.ts";

const [a, b] = items;

describe("what follows after an adoption", () => {
  it("is chosen again when what an earlier process had lined up begins before it could be replaced", async () => {
    const { rundown, queues } = testRundown({ order: "sequential", lastSerial: 3 });
    rundown.entered(segmentOf(1, a), 0);
    await rundown.fill();
    expect(letters(rundown.upcoming)).toBe("bc");
    // The thread had begun its own "b" already when it was told of the new one.
    rundown.entered(segmentOf(2, b), 0);
    await rundown.fill();
    expect(letters(rundown.upcoming)).toBe("cd");
    expect(letters(queues.at(-1) ?? [])).toBe("cd");
    rundown.close();
  });

  it("is chosen again when that begins while its successor is still being prepared", async () => {
    const gate = Promise.withResolvers<void>();
    const { rundown } = testRundown({ order: "sequential", lastSerial: 3, ready: () => gate.promise });
    rundown.entered(segmentOf(1, a), 0);
    rundown.entered(segmentOf(2, b), 0);
    gate.resolve();
    await rundown.fill();
    expect(letters(rundown.upcoming)).toBe("cd");
    rundown.close();
  });

  it("goes on from there by serials that were never used", async () => {
    const { rundown } = testRundown({ order: "sequential", lastSerial: 3 });
    rundown.entered(segmentOf(1, a), 0);
    await rundown.fill();
    expect(rundown.upcoming.every(({ serial }) => serial > 3)).toBe(true);
    rundown.close();
  });

  it.each(["sequential", "shuffled"] as const)(
    "plays no track twice in a %s round, whichever of two lined up segments was on its way",
    async (order) => {
      for (const onItsWay of [0, 1, 2]) {
        const memory = new AirMemory(null);
        const aired = await before(order, memory);
        const adopted = testRundown({ order, memory, lastSerial: 3 });
        const thread = aired.lined.slice(0, onItsWay);
        adopted.rundown.entered(aired.sounding, 0);
        await adopted.rundown.fill();
        for (const segment of thread) {
          adopted.rundown.entered(segment, 0);
          await adopted.rundown.fill();
        }
        const played = [aired.sounding, ...thread];
        while (played.length < items.length) {
          const [next] = adopted.rundown.upcoming;
          if (!next) throw new Error("something can be played");
          played.push(next);
          adopted.rundown.entered(next, 0);
          await adopted.rundown.fill();
        }
        expect([...letters(played)].toSorted().join("")).toBe("abcde");
        adopted.rundown.close();
      }
    },
  );
});

/** An earlier process: one segment sounds, two are lined up. */
async function before(order: "sequential" | "shuffled", memory: AirMemory): Promise<{ sounding: Segment; lined: readonly Segment[] }> {
  const { rundown } = testRundown({ order, memory, lastSerial: 0 });
  await rundown.fill();
  const [sounding] = rundown.upcoming;
  if (!sounding) throw new Error("something can be played");
  rundown.entered(sounding, 0);
  await rundown.fill();
  const lined = rundown.upcoming;
  rundown.close();
  return { sounding, lined };
}

describe("a segment that was lined up by the rundown itself", () => {
  it("begins, and only one is chosen behind what stands there", async () => {
    const { rundown } = testRundown({ order: "sequential", lastSerial: 0 });
    await rundown.fill();
    const [first, second] = rundown.upcoming;
    if (!first || !second) throw new Error("two are lined up");
    rundown.entered(first, 0);
    await rundown.fill();
    expect(rundown.upcoming.map(({ serial }) => serial)).toEqual([second.serial, second.serial + 1]);
    expect(letters(rundown.upcoming)).toBe("bc");
    rundown.close();
  });
});

describe("a rundown that is closed while it prepares", () => {
  it("says nothing any more: its timeline would be opened again with what was given up", async () => {
    const gate = Promise.withResolvers<void>();
    const { rundown, queues } = testRundown({ order: "sequential", lastSerial: 0, ready: () => gate.promise });
    const filled = rundown.fill();
    rundown.close();
    gate.resolve();
    await filled;
    expect(queues).toEqual([]);
  });
});

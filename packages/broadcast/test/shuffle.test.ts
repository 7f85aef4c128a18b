import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ARTIST_DISTANCE_MAX, TRACK_DISTANCE_MAX } from "../src/director/choose/shuffle.ts";
import { Chooser, closest, ids, named, planOf, session, songs } from "./support/shuffle.ts";

const list = fc.uniqueArray(fc.stringMatching(/^[a-z0-9]{1,6}$/), { minLength: 1, maxLength: 40 });
const artists = fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 40, maxLength: 40 });

describe("a shuffled order", () => {
  it("plays every track once in each round, whoever they are by", () => {
    fc.assert(
      fc.property(list, artists, (names, by) => {
        const items = songs(names.map((id, index) => ({ id, artist: `Artist ${by[index]}` })));
        const aired = ids(session().play(planOf(items), items.length * 3));
        for (let round = 0; round < 3; round += 1) {
          const played = aired.slice(round * items.length, (round + 1) * items.length);
          expect(played.toSorted()).toEqual(ids(items).toSorted());
        }
      }),
      { numRuns: 60 },
    );
  });

  it("keeps half of the artists, at most ten, between two tracks of one artist, over rounds, where each has as many", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 30 }),
        fc.integer({ min: 1, max: 6 }),
        fc.string({ minLength: 1, maxLength: 8 }),
        (many, each, name) => {
          const plan = planOf(named(many * each, many), `session-${name}`);
          const aired = session().play(plan, many * each * 3);
          expect(closest(aired, ({ artist }) => artist)).toBeGreaterThanOrEqual(Math.min(Math.floor(many / 2), ARTIST_DISTANCE_MAX));
        },
      ),
      { numRuns: 60 },
    );
  });

  it("keeps the distance for one artist who has as many tracks as just fit", () => {
    const others = Array.from({ length: 21 }, (_, index) => ({ id: `o${index}`, artist: `Other ${index}` }));
    const frequent = Array.from({ length: 3 }, (_, index) => ({ id: `f${index}`, artist: "Frequent" }));
    const aired = session().play(planOf(songs([...others, ...frequent])), 24);
    expect(closest(aired, ({ artist }) => artist)).toBeGreaterThanOrEqual(10);
  });

  it("comes as far apart as can be where one artist has most of the list", () => {
    const items = songs([
      ...Array.from({ length: 8 }, (_, index) => ({ id: `f${index}`, artist: "Frequent" })),
      { id: "a" },
      { id: "b" },
      { id: "c" },
    ]);
    const aired = session()
      .play(planOf(items), 11)
      .map(({ artist }) => (artist === "Frequent" ? "f" : "o"));
    expect(aired.join("")).not.toContain("oo");
  });

  it("keeps half of the list between two plays of a track over the end of a round, also where all are by one artist", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 120 }), fc.string({ minLength: 1, maxLength: 8 }), (count, name) => {
        const aired = session().play(planOf(named(count, 1), `session-${name}`), count * 2);
        expect(closest(aired, (item) => item.trackId)).toBeGreaterThanOrEqual(Math.min(Math.floor(count / 2), TRACK_DISTANCE_MAX));
      }),
      { numRuns: 40 },
    );
  });

  it("keeps a track that stands in the list twice away from itself", () => {
    const items = songs(Array.from({ length: 20 }, (_, index) => ({ id: `t${index}`, artist: "One", track: `${index % 10}` })));
    for (let run = 0; run < 20; run += 1) {
      const aired = session().play(planOf(items, `session-${run}`), 200);
      expect(closest(aired, (item) => item.trackId)).toBeGreaterThanOrEqual(2);
    }
  });

  it("is another order in each round, and in each session", () => {
    const items = named(30);
    const aired = ids(session().play(planOf(items), 60));
    expect(aired.slice(30)).not.toEqual(aired.slice(0, 30));
    expect(ids(session().play(planOf(items, "session-2"), 30))).not.toEqual(aired.slice(0, 30));
    expect(aired.slice(0, 30)).not.toEqual(ids(items));
  });

  it("does not depend on the order of the list", () => {
    const items = named(25, 7);
    expect(ids(session().play(planOf(items.toReversed()), 50))).toEqual(ids(session().play(planOf(items), 50)));
  });

  it("lets every track have its turn at each place: no artist is favoured", () => {
    const items = named(10);
    const first = new Map<string, number>();
    for (let run = 0; run < 500; run += 1) {
      const [item] = session().play(planOf(items, `session-${run}`), 1);
      if (item) first.set(item.itemId, (first.get(item.itemId) ?? 0) + 1);
    }
    expect(first.size).toBe(10);
    for (const count of first.values()) expect(count).toBeLessThan(100);
  });

  it("repeats a list of one track for ever, and says so", () => {
    const one = session();
    expect(ids(one.play(planOf(named(1)), 3))).toEqual(["item-t0", "item-t0", "item-t0"]);
    expect(new Chooser().next(planOf(named(1)), [])?.because).toBe("The only track that can be played.");
  });

  it("has no next item when nothing can be played", () => {
    expect(new Chooser().next(planOf(named(3)), [], () => false)).toBeNull();
    expect(new Chooser().next(planOf([]), [])).toBeNull();
  });

  it("skips what cannot be played, and gives it its turn in the same round when it can", () => {
    const items = named(10);
    const one = session();
    const early = one.play(planOf(items), 6, ({ itemId }) => itemId !== "item-t3");
    expect(ids(early)).not.toContain("item-t3");
    expect(ids([...early, ...one.play(planOf(items), 4)]).toSorted()).toEqual(ids(items).toSorted());
  });
});

import type { OnAirDestination } from "@nightjar/contract";
import { describe, expect, it } from "vitest";
import { Journal } from "../src/director/told/journal.ts";
import { INTERRUPTIONS_MAX } from "../src/director/told/journal-state.ts";
import { at, destination, journals, of, song } from "./support/journals.ts";

const { killed, openJournal } = journals();

describe("interruptions", () => {
  const ended = (journal: Journal) => journal.pending().flatMap((entry) => (entry.type === "ended" ? [entry.destinations] : []));

  it("go from the last evidence to the first new one, each entry with its own share", async () => {
    const journal = await openJournal();
    const tell = (state: OnAirDestination["state"], seconds: number, evidenceAgeMs = 0) =>
      journal.destinations(of, [destination(state, evidenceAgeMs)], (ms) => at(seconds - ms / 1000));
    tell("sending", 0);
    journal.begin(song(1, 0));
    tell("stalled", 5, 3_000);
    tell("waiting", 7, 5_000);
    journal.begin(song(2, 10));
    tell("connecting", 11);
    tell("sending", 12);
    journal.begin(song(3, 20));
    await journal.flush();
    expect(ended(journal).map(([d1]) => d1?.interruptions)).toEqual([[{ from: at(2), to: at(10) }], [{ from: at(10), to: at(12) }]]);
    expect(ended(journal)[0]?.[0]).toMatchObject({ id: "d1", kind: "rtmp", host: "far.example" });
  });

  it("are none while the first connection of a session is made: it gets everything from the first byte on", async () => {
    const journal = await openJournal();
    journal.destinations(of, [destination("connecting", null)], () => at(0));
    journal.begin(song(1, 1));
    journal.destinations(of, [destination("connecting", null)], () => at(2));
    journal.destinations(of, [destination("sending")], () => at(3));
    journal.end(of, at(10));
    await journal.flush();
    expect(ended(journal)[0]?.[0]).toMatchObject({ id: "d1", interruptions: [] });
  });

  it("begin with the session whose first connection was refused, and go on over a kill", async () => {
    const journal = await openJournal();
    journal.destinations(of, [destination("connecting", null)], () => at(0));
    journal.begin(song(1, 1));
    journal.destinations(of, [destination("refused", null)], () => at(2));
    await journal.flush();
    const next = await killed();
    next.destinations(of, [destination("connecting", null)], () => at(3));
    next.destinations(of, [destination("sending")], () => at(4));
    next.end(of, at(10));
    await next.flush();
    expect(ended(next)[0]?.[0]?.interruptions).toEqual([{ from: at(1), to: at(4) }]);
  });

  it("of a destination that comes later reach from the beginning of what is on air to its first evidence", async () => {
    const journal = await openJournal();
    journal.begin(song(1, 1));
    journal.destinations(of, [destination("connecting", null)], () => at(5));
    journal.destinations(of, [destination("sending")], () => at(6));
    journal.end(of, at(10));
    await journal.flush();
    expect(ended(journal)[0]?.[0]?.interruptions).toEqual([{ from: at(1), to: at(6) }]);
  });

  it("are not made up by the adoption of a publisher that went on sending", async () => {
    const journal = await openJournal();
    journal.destinations(of, [destination("sending")], () => at(0));
    journal.begin(song(1, 0));
    await journal.flush();
    const next = await killed();
    next.destinations(of, [destination("connecting", null)], () => at(3));
    next.destinations(of, [destination("sending")], () => at(4));
    next.begin(song(2, 10));
    await next.flush();
    expect(ended(next)[0]?.[0]?.interruptions).toEqual([]);
  });

  it("are told where the process was away for longer than what it had sent ahead", async () => {
    const journal = await openJournal();
    journal.destinations(of, [destination("sending")], () => at(0));
    journal.begin(song(1, 0));
    journal.gap(of, at(4), at(6));
    journal.end(of, at(10));
    await journal.flush();
    expect(ended(journal)[0]?.[0]?.interruptions).toEqual([{ from: at(4), to: at(6) }]);
  });

  it("of a destination that was taken away last to the entry's end, and it is not in the next", async () => {
    const journal = await openJournal();
    journal.destinations(of, [destination("sending")], () => at(0));
    journal.begin(song(1, 0));
    journal.destinations(of, [], () => at(6));
    journal.begin(song(2, 10));
    journal.end(of, at(20));
    await journal.flush();
    expect(ended(journal)).toMatchObject([[{ interruptions: [{ from: at(6), to: at(10) }] }], []]);
  });

  it("of a destination that flaps are bounded, and the last one reaches to the end", async () => {
    const journal = await openJournal();
    journal.begin(song(1, 0));
    for (let second = 0; second < 400; second += 1) {
      journal.destinations(of, [destination(second % 2 ? "waiting" : "sending")], () => at(second));
    }
    journal.end(of, at(400));
    await journal.flush();
    const interruptions = ended(journal)[0]?.[0]?.interruptions ?? [];
    expect(interruptions).toHaveLength(INTERRUPTIONS_MAX);
    expect(interruptions.at(-1)?.to).toBe(at(400));
  });
});

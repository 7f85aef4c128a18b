import { existsSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Destinations } from "../src/egress/destinations.ts";
import { SocketReader } from "../src/egress/kernel/index.ts";
import { Sender } from "../src/egress/sender.ts";
import { isAlive, publisherDir, startPublisher } from "../src/egress/publisher.ts";
import { PublisherStarts } from "../src/egress/publisher-starts.ts";
import { reap } from "../src/egress/reap.ts";
import { RENEWED_FROM_MS } from "../src/egress/renewal.ts";
import { TakenHistory } from "../src/egress/taken-history.ts";
import { memoryLog, testFolder } from "./support/engine.ts";
import { rtmp } from "./support/studio.ts";

let folder: Awaited<ReturnType<typeof testFolder>>;
let changes: number;
beforeEach(async () => {
  folder = await testFolder();
  changes = 0;
});
afterEach(() => folder.remove());

const NOBODY = "rtmp://127.0.0.1:9/live";
const nothing = () => undefined;

function destinations(): Destinations {
  return new Destinations({
    ...{ ffmpegPath: "ffmpeg", starts: new PublisherStarts(), log: memoryLog().log, dir: folder.dir, firstTimestampMs: 0 },
    ...{ feed: nothing, unfeed: nothing, handOver: nothing, release: nothing, taken: () => new TakenHistory() },
    onChange: () => void (changes += 1),
  });
}

describe("a destination that is taken out just before all are", () => {
  it.each(["stop", "release"] as const)("ends before %s answers, and nothing is told or written of it afterwards", async (end) => {
    const all = destinations();
    await all.connect([rtmp("gone", NOBODY, "KEY")]);
    const [publisher] = all.records;
    all.update([]);
    await all[end]();
    const told = changes;
    expect(publisher && isAlive(publisher)).toBe(false);
    expect(existsSync(publisherDir(folder.dir, "destination-gone", 1))).toBe(false);
    await new Promise((done) => setImmediate(done));
    expect(changes).toBe(told);
  });

  it("ends before stop answers also while its publisher is only being started", async () => {
    const all = destinations();
    const connecting = all.connect([rtmp("gone", NOBODY, "KEY")]);
    all.update([]);
    await all.stop();
    expect(existsSync(publisherDir(folder.dir, "destination-gone", 1))).toBe(false);
    await connecting;
  });
});

describe("destinations that are over before they were connected", () => {
  it.each(["stop", "release"] as const)("by %s start nothing any more: nobody would end it", async (end) => {
    const all = destinations();
    await all[end]();
    await all.connect([rtmp("late", NOBODY, "KEY")]);
    const { records } = all;
    await all.stop();
    expect(records).toEqual([]);
  });
});

describe("what publishers of an earlier process have left", () => {
  const [kept, lost, deleted] = [rtmp("kept", NOBODY, "KEY"), rtmp("lost", NOBODY, "KEY"), rtmp("deleted", NOBODY, "KEY")];
  const left = ({ id }: typeof kept, generation: number) => publisherDir(folder.dir, id, generation);
  const started = (destination: typeof kept, generation: number) =>
    startPublisher({ ffmpegPath: "ffmpeg", destination, generation, dir: left(destination, generation) });

  it("goes with its key where it is not gone on with, whatever generation it was of", async () => {
    const [fed, waiting, ...ended] = [await started(kept, 7), await started(kept, 8), await started(lost, 4000), await started(deleted, 1)];
    await reap(ended);
    const all = destinations();
    const feeds = [{ destinationId: kept.id, generation: 7, tagSeq: 0, bytes: 0, fedBytes: 0, baseMs: 0 }];
    all.restore([kept, lost], [fed, waiting], { feeds });
    expect([waiting, ...ended].map(({ dir }) => existsSync(dir))).toEqual([false, false, false]);
    expect(existsSync(fed.dir)).toBe(true);
    await expect.poll(() => existsSync(left(lost, 1))).toBe(true);
    await all.stop();
  });

  it("goes, too, where all are connected anew", async () => {
    const ended = await started(deleted, 3);
    await reap([ended]);
    const all = destinations();
    await all.connect([kept]);
    expect([ended.dir, left(kept, 1)].map((dir) => existsSync(dir))).toEqual([false, true]);
    await all.stop();
  });
});

describe("two destinations of one pair", () => {
  it("are each fed with the other's clock, as long as that is not soon to be renewed; a third has its own", async () => {
    const all = destinations();
    const [main, backup, third] = [rtmp("main", NOBODY, "KEY"), rtmp("backup", NOBODY, "KEY"), rtmp("third", NOBODY, "KEY")];
    await all.connect([{ ...main, twinId: backup.id }, { ...backup, twinId: main.id }, third]);
    const twins = new Map(all.takeWaitingFeeds().map(({ destinationId, twin }) => [destinationId, twin]));
    await all.stop();
    expect(twins.get("destination-main")).toEqual({ destinationId: "destination-backup", clockBelowMs: RENEWED_FROM_MS });
    expect(twins.get("destination-backup")).toEqual({ destinationId: "destination-main", clockBelowMs: RENEWED_FROM_MS });
    expect(twins.get("destination-third")).toBeUndefined();
  });
});

describe("destinations that are changed while all are connected anew", () => {
  // No address: nothing is started for them.
  const [kept, gone, added] = ["kept", "gone", "added"].map((name) => ({ ...rtmp(name, "nowhere", "KEY") }));
  const idsOf = (all: Destinations) => all.onAir().map(({ id }) => id);

  it("are those that are wanted then: one that was taken out does not come back, and one that was put in is there once", async () => {
    if (!kept || !gone || !added) throw new Error("made above");
    const all = destinations();
    await all.connect([kept, gone]);
    let wanted = [kept, gone];
    const restarting = all.restart(() => wanted);
    wanted = [kept, added];
    all.update(wanted);
    await restarting;
    expect(idsOf(all)).toEqual([kept.id, added.id]);
    await all.stop();
  });

  it("are not connected before the session begins", async () => {
    if (!kept || !gone) throw new Error("made above");
    const all = destinations();
    all.update([kept, gone]);
    expect(idsOf(all)).toEqual([]);
    await all.connect([kept]);
    all.update([kept, gone]);
    expect(idsOf(all)).toEqual([kept.id, gone.id]);
    await all.stop();
  });
});

describe("destinations that are all sent", () => {
  afterEach(() => void vi.restoreAllMocks());

  it("are asked nothing until the next sweep, and at once again when another comes", async () => {
    const isPollDue = vi.spyOn(Sender.prototype, "isPollDue").mockReturnValue(false);
    const isAtRest = vi.spyOn(Sender.prototype, "isAtRest", "get").mockReturnValue(true);
    const sockets = new SocketReader(null).read();
    const asked = () => {
      isPollDue.mockClear();
      expect(all.isPollDue).toBe(false);
      return isPollDue.mock.calls.length;
    };
    const [one, two] = [rtmp("one", "nowhere", "KEY"), rtmp("two", "nowhere", "KEY")];
    const all = destinations();
    await all.connect([one]);
    expect(asked()).toBe(1);
    all.poll(sockets, true);
    expect(asked()).toBe(0);
    all.update([one, two]);
    expect(asked()).toBe(2);
    all.poll(sockets, true);
    expect(asked()).toBe(0);
    isAtRest.mockReturnValue(false);
    all.poll(sockets, true);
    expect(asked()).toBe(2);
    await all.stop();
  });
});

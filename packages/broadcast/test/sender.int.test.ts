import { closeSync, constants, existsSync, openSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { destinationId } from "@nightjar/contract";
import { withinMs } from "@nightjar/kit";
import { PATIENCE_MS } from "@nightjar/kit/testing";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { Backoff } from "../src/egress/backoff.ts";
import { SocketReader, startTicksOf } from "../src/egress/kernel/index.ts";
import { Delivery } from "../src/egress/delivery.ts";
import { targetHash } from "../src/egress/publisher.ts";
import { PublisherPair } from "../src/egress/publisher-pair.ts";
import { reap } from "../src/egress/reap.ts";
import { renewalDue } from "../src/egress/renewal.ts";
import { Sender } from "../src/egress/sender.ts";
import { PublisherStarts } from "../src/egress/publisher-starts.ts";
import { TakenHistory } from "../src/egress/taken-history.ts";
import type { FeedTarget } from "../src/playout/protocol.ts";
import { memoryLog, testFolder } from "./support/engine.ts";
import { rtmp, until } from "./support/studio.ts";

/** In the place of ffmpeg: says no to one key, after a second in which it connects, and to any other nothing for as long as it is fed. */
const PROGRAM = `#!/bin/sh
for argument; do case "$argument" in */preset.txt) preset="$argument";; esac; done
if grep -q BADKEY "$preset"; then sleep 1; echo "[rtmp @ 0x1] Server error: Bad key" >&2; exit 1; fi
cat >/dev/null
`;

let folder: Awaited<ReturnType<typeof testFolder>>;
let runs = 0;

beforeAll(async () => {
  folder = await testFolder();
  writeFileSync(join(folder.dir, "program"), PROGRAM, { mode: 0o700 });
});
afterAll(() => folder.remove());

const key = (streamKey: string) => rtmp("d", "rtmp://127.0.0.1:9/live", streamKey);

function senderTo(streamKey: string, { firstTimestampMs = 0 } = {}) {
  const { log, lines } = memoryLog();
  const handedOver: FeedTarget[] = [];
  const fed = new Map<string, number>();
  const unfeed = (id: string) => {
    const fd = fed.get(id);
    if (fd !== undefined) closeSync(fd);
    fed.delete(id);
  };
  const sender = new Sender(
    key(streamKey),
    {
      ...{
        log,
        starts: new PublisherStarts(),
        ffmpegPath: join(folder.dir, "program"),
        baseDir: join(folder.dir, `run-${(runs += 1)}`),
        firstTimestampMs,
      },
      feed: ({ destinationId, fifoPath }) => {
        fed.set(destinationId, openSync(fifoPath, constants.O_RDWR | constants.O_NONBLOCK));
        return true;
      },
      ...{
        unfeed,
        handOver: (target) => void handedOver.push(target),
        release: () => undefined,
        taken: new TakenHistory(),
        recorded: () => null,
        neededKbps: () => null,
        onChange: () => undefined,
      },
    },
    0,
  );
  const sockets = new SocketReader(null);
  const poll = setInterval(() => sender.poll(sockets.read()), 20);
  onTestFinished(async () => {
    clearInterval(poll);
    const { records } = sender;
    await sender.stop();
    unfeed("d");
    await reap(records);
  });
  return { sender, lines, handedOver };
}

/** Whatever is sent counts as taken. */
function withProof(): void {
  const spies = [
    vi.spyOn(PublisherPair.prototype, "look").mockReturnValue({ newBytes: 1, roomBytes: 1, isTaken: true, isOpen: true }),
    vi.spyOn(Delivery.prototype, "isProven", "get").mockReturnValue(true),
  ];
  onTestFinished(() => spies.forEach((spy) => spy.mockRestore()));
}

/** Each pause between two attempts is longer than anything is waited for here: what is over before has not waited for its end. */
function withLongPauses(): void {
  const next = vi.spyOn(Backoff.prototype, "next").mockReturnValue(2 * PATIENCE_MS);
  onTestFinished(() => void next.mockRestore());
}

async function isDoneAtOnce(asked: Promise<void>): Promise<boolean> {
  const done = asked.then(() => true);
  return (await withinMs(done, PATIENCE_MS)) ?? false;
}

/** Refused so often that the pause before the next attempt is a second or longer. */
const isPausing = (sender: Sender) => sender.state === "refused" && sender.onAir().reconnects >= 3;

describe("a sender that is released", () => {
  it("with a connection under way is let go at once, however long the pause behind it would be", async () => {
    withLongPauses();
    const { sender } = senderTo("GOODKEY");
    await sender.connect();
    expect([sender.state, sender.records.length]).toEqual(["connecting", 1]);
    expect(await isDoneAtOnce(sender.release())).toBe(true);
  });
});

describe("a sender between two attempts", () => {
  it("tries at once with another key, and has forgotten what the one before was told", async () => {
    withLongPauses();
    const { sender, lines } = senderTo("BADKEY");
    await sender.connect();
    await until(() => sender.state === "refused");
    expect(sender.onAir().lastError).toBe("The destination refused the stream: Bad key");
    expect(sender.trouble).toMatchObject({ kind: "refused", host: "127.0.0.1:9" });
    sender.retarget(key("GOODKEY"));
    await until(() => sender.state === "connecting", PATIENCE_MS);
    await until(() => sender.records.length === 1);
    expect([sender.onAir().lastError, sender.trouble]).toEqual([null, null]);
    expect(lines.filter(({ level }) => level === "error")).toEqual([]);
  });

  it("goes on as before when it is told the same key again", async () => {
    const { sender } = senderTo("BADKEY");
    await sender.connect();
    await until(() => isPausing(sender));
    const { generation } = sender;
    sender.retarget(key("BADKEY"));
    expect(sender.trouble?.kind).toBe("refused");
    await until(() => sender.generation === generation + 1);
  });

  it("is stopped at once, and starts nothing any more", async () => {
    withLongPauses();
    const { sender } = senderTo("BADKEY");
    await sender.connect();
    await until(() => sender.state === "refused");
    const { generation } = sender;
    expect(await isDoneAtOnce(sender.stop())).toBe(true);
    expect(sender.state).toBe("stopped");
    await sender.connect();
    sender.retarget(key("GOODKEY"));
    expect([sender.generation, sender.records]).toEqual([generation, []]);
  });
});

describe("a sender that cannot start its publisher", () => {
  it("waits and tries again, also where what there is of that one cannot be removed", async () => {
    // In the place of the folder that all is made in.
    const blocked = join(folder.dir, `run-${runs + 1}`);
    writeFileSync(blocked, "");
    const { sender } = senderTo("GOODKEY");
    await sender.connect();
    await until(() => sender.state === "waiting");
    expect(sender.onAir().lastError).toBe("The sending program could not be started.");
    rmSync(blocked);
    await until(() => sender.records.length === 1);
    expect(sender.generation).toBeGreaterThan(1);
  });
});

describe("a sender with a publisher", () => {
  it("connects anew at once when it is told to, and counts it", async () => {
    withLongPauses();
    const { sender, lines } = senderTo("GOODKEY");
    await sender.connect();
    const { generation } = sender;
    sender.reconnect();
    await until(() => sender.generation === generation + 1 && sender.records.length === 1, PATIENCE_MS);
    expect(sender.onAir()).toMatchObject({ state: "connecting", reconnects: 1, lastError: null });
    expect(lines.filter(({ level }) => level === "error")).toEqual([]);
  });

  it("renews its connection when the pair is due, also where its twin came while that stood", async () => {
    withProof();
    const alone = key("GOODKEY");
    const paired = { ...alone, twinId: destinationId.parse("destination-c") };
    // On the last day of its clock, after the pair's moment and before its own.
    const clockMs = 2 ** 31 - 18.3 * 3_600_000;
    expect([alone, paired].map((destination) => renewalDue(clockMs, destination))).toEqual(["not-yet", "next-track"]);
    const { sender, handedOver } = senderTo("GOODKEY", { firstTimestampMs: clockMs });
    await sender.connect();
    const [record] = sender.records;
    await until(() => sender.state === "sending");
    sender.retarget(paired);
    await until(() => handedOver.length > 0);
    expect(handedOver).toMatchObject([{ destinationId: alone.id, twin: { destinationId: paired.twinId } }]);
    expect(sender.records[0]?.pid).toBe(record?.pid);
    expect(sender.onAir()).toMatchObject({ state: "sending", reconnects: 0 });
  });

  it("leaves it running when it is released, and touches it no more", async () => {
    const { sender } = senderTo("GOODKEY");
    await sender.connect();
    const [record] = sender.records;
    await sender.release();
    sender.stuck(record?.generation ?? 0);
    sender.poll(new Map());
    expect(sender.records).toEqual([record]);
    expect(startTicksOf(record?.pid ?? 0)).toBe(record?.startTicks);
  });

  it("that is asked for another key while it starts one ends that, and sends with the newest", async () => {
    const { sender } = senderTo("ONE");
    const begun = sender.connect();
    sender.retarget(key("TWO"));
    sender.retarget(key("THREE"));
    await begun;
    await until(() => sender.generation === 2 && sender.records.length === 1);
    expect(sender.records.map((record) => record.targetHash)).toEqual([targetHash(key("THREE"))]);
    expect(sender.onAir().reconnects).toBe(0);
  });
});

it("a publisher starts and connects while the timeline has nothing to write yet, so that its first packet waits for no start", async () => {
  const { log } = memoryLog();
  const dir = join(folder.dir, `run-${(runs += 1)}`);
  const started = join(folder.dir, "started");
  const program = join(folder.dir, "telling");
  writeFileSync(program, `#!/bin/sh\ntouch ${started}\ncat >/dev/null\n`, { mode: 0o700 });
  const nothing = () => undefined;
  const sender = new Sender(
    key("GOODKEY"),
    {
      ...{
        log,
        starts: new PublisherStarts(),
        ffmpegPath: program,
        baseDir: dir,
        firstTimestampMs: 0,
        feed: () => false,
        unfeed: nothing,
        handOver: nothing,
      },
      ...{ release: nothing, taken: new TakenHistory(), recorded: () => null, neededKbps: () => null, onChange: nothing },
    },
    0,
  );
  onTestFinished(async () => {
    const { records } = sender;
    await sender.stop();
    await reap(records);
  });
  await sender.connect();
  await until(() => existsSync(started));
  expect(sender.state).toBe("connecting");
});

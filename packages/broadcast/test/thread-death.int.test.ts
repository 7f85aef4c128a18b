import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Plan } from "@nightjar/contract";
import { type RtmpIngest, startRtmpIngest } from "@nightjar/rtmp-ingest";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeTone, planItem, testPlan } from "./support/engine.ts";
import { readRecording } from "./support/recording.ts";
import { type Studio, named, openStudio, publishers, rtmp, until } from "./support/studio.ts";

const TRACK_MS = 6_000;
/** What `mortal-worker` knows. */
const DEATHS = ["throws", "exits", "hangs"] as const;

let studio: Studio;
let ingest: RtmpIngest;
const workers: Worker[] = [];

beforeAll(async () => {
  ingest = await startRtmpIngest();
  studio = await openStudio((scheduler) => scheduler, {
    threadSilenceMs: 2_000,
    startWorker: () => {
      const worker = new Worker(new URL("./support/mortal-worker.ts", import.meta.url));
      workers.push(worker);
      return worker;
    },
  });
  await studio.engine.reconcile([]);
});
afterAll(async () => {
  await studio.close();
  await ingest.remove();
});

async function onAir(names: readonly string[]): Promise<Plan[]> {
  const tone = await makeTone(join(studio.dir, `${names.join()}.wav`), { seconds: TRACK_MS / 1000, hz: 440, rateHz: 48_000 });
  const plans = names.map((name) =>
    testPlan([planItem(`${name}-a`, tone, TRACK_MS), planItem(`${name}-b`, tone, TRACK_MS)], ingest.url, name, {
      ...{ ...named(name), profileId: "720p30", destinations: [rtmp(name, ingest.url, name)] },
    }),
  );
  for (const plan of plans) studio.engine.apply(plan);
  for (const { streamId } of plans) await studio.waitFor(streamId, ({ state }) => state === "on-air");
  return plans;
}

const pidsOf = ({ streamId }: Plan) => publishers(studio.engineDir, streamId).map(({ pid }) => pid);
const aired = ({ sessionId }: Plan) =>
  studio.engine.journal.pending().flatMap((line) => (line.type === "started" && line.sessionId === sessionId ? [line.entryId] : []));
const deaths = () => studio.lines.filter(({ level, message }) => level === "error" && message === "the playout thread ended");

/** Answers when the thread is gone. */
async function end(death: (typeof DEATHS)[number]): Promise<void> {
  const worker = workers.at(-1);
  if (!worker) throw new Error("there is a thread");
  const gone = new Promise<void>((done) => worker.once("exit", () => done()));
  worker.postMessage(death);
  await gone;
}

/** Answers when another thread serves. */
async function kill(death: (typeof DEATHS)[number]): Promise<void> {
  const [count, told] = [workers.length, deaths().length];
  await end(death);
  expect(studio.engine.troubles).toEqual(["The playout thread has ended; another is being started."]);
  // It is begun after two seconds at most, and served by as soon as its code is loaded.
  await until(() => workers.length > count);
  await until(() => studio.engine.troubles.length === 0);
  expect(workers).toHaveLength(count + 1);
  expect(deaths()).toHaveLength(told + 1);
}

describe("a playout thread", () => {
  it.each(DEATHS)("that %s is followed by another, which feeds every publisher on without a hole", async (death) => {
    const plans = await onAir([`${death}-1`, `${death}-2`]);
    const before = plans.map(pidsOf);
    await kill(death);
    for (const plan of plans) {
      expect(studio.engine.onAir(plan.streamId).state).not.toBe("off");
      await studio.waitFor(plan.streamId, ({ state }) => state === "on-air");
      // Of a stream that is looked at later more have aired by then.
      await until(() => aired(plan).length >= 3);
      expect(new Set(aired(plan)).size).toBe(aired(plan).length);
    }
    expect(plans.map(pidsOf)).toEqual(before);
    for (const { streamId, destinations } of plans) {
      studio.engine.stop(streamId);
      await studio.waitFor(streamId, ({ state }) => state === "off");
      const paths = await ingest.recordings(destinations[0]?.streamKey ?? "");
      expect(paths).toHaveLength(1);
      expect((await readRecording(paths[0] ?? "")).problems).toEqual([]);
    }
  });

  it("that ends takes nothing back of what was wanted meanwhile: a Stop, an edit, another stream", async () => {
    const [edited, stopped] = await onAir(["edited", "stopped"]);
    if (!edited || !stopped) throw new Error("two are on air");
    await end("throws");
    expect(studio.engine.onAir(edited.streamId)).toMatchObject({ state: "preparing", sessionId: edited.sessionId });
    expect(studio.engine.onAir(edited.streamId).reason).toBe("Taken over again: the playout thread had ended.");
    studio.engine.stop(stopped.streamId);
    const [first] = edited.items;
    if (!first) throw new Error("it has items");
    studio.engine.apply({ ...edited, items: [{ ...first, title: "Renamed" }] });
    const other = { ...edited, ...named("other"), destinations: [rtmp("other", ingest.url, "other")] };
    studio.engine.apply(other);
    await studio.waitFor(stopped.streamId, ({ state }) => state === "off");
    await studio.waitFor(other.streamId, ({ state }) => state === "on-air");
    await studio.waitFor(edited.streamId, ({ track }) => track?.title === "Renamed");
    expect(pidsOf(stopped)).toEqual([]);
    expect(await ingest.recordings("edited")).toHaveLength(1);
  });

  it("that ends takes back no skip that was pressed meanwhile", async () => {
    const tone = await makeTone(join(studio.dir, "skipped.wav"), { seconds: 90, hz: 440, rateHz: 48_000 });
    const plan = testPlan([planItem("skipped-a", tone, 90_000), planItem("skipped-b", tone, 90_000)], ingest.url, "skipped", {
      ...{ ...named("skipped"), profileId: "720p30", destinations: [rtmp("skipped", ingest.url, "skipped")] },
    });
    const [first, second] = plan.items;
    studio.engine.apply(plan);
    await studio.waitFor(plan.streamId, ({ state, track }) => state === "on-air" && track?.id === first?.trackId);
    await end("throws");
    expect(studio.engine.skip(plan.streamId)).toBe(true);
    await studio.waitFor(plan.streamId, ({ track }) => track?.id === second?.trackId, 60_000);
    studio.engine.stop(plan.streamId);
    await studio.waitFor(plan.streamId, ({ state }) => state === "off");
  });

  it("that ends takes back nothing that was pressed meanwhile: a jump, Update Live Stream, a lifted file, another connection", async () => {
    const tone = await makeTone(join(studio.dir, "pressed.wav"), { seconds: 90, hz: 440, rateHz: 48_000 });
    const [first, gone, second] = [
      planItem("pressed-a", tone, 90_000),
      planItem("pressed-gone", { path: join(studio.dir, "gone.wav"), sha256: "00" }, 90_000),
      planItem("pressed-b", tone, 90_000),
    ];
    const destination = rtmp("pressed", ingest.url, "pressed");
    const plan = testPlan([first, gone, second], ingest.url, "pressed", {
      ...{ ...named("pressed"), profileId: "720p30", destinations: [destination] },
    });
    const { streamId } = plan;
    studio.engine.apply(plan);
    await studio.waitFor(streamId, ({ track, quarantine }) => track?.id === first.trackId && quarantine.length === 1);
    await studio.waitFor(streamId, ({ state }) => state === "on-air");
    await end("throws");
    expect(studio.engine.onAir(streamId).state).toBe("preparing");
    const unknown = { ...first, itemId: planItem("unknown", null, 1000).itemId };
    expect([unknown, gone, second].map(({ itemId }) => studio.engine.jump(streamId, itemId))).toEqual([false, false, true]);
    studio.engine.reconnect(streamId, destination.id);
    const updated = studio.engine.updateContent(streamId);
    expect(studio.engine.liftQuarantine(streamId, gone.trackId)).toBe(true);
    await studio.waitFor(streamId, ({ track }) => track?.id === second.trackId, 60_000);
    expect(await updated).toEqual({ isUpdated: true, reason: null });
    await studio.waitFor(streamId, ({ destinations }) => destinations[0]?.state === "sending" && destinations[0].reconnects > 0);
    studio.engine.stop(streamId);
    await studio.waitFor(streamId, ({ state }) => state === "off");
  });

  it("that is given small pipes says so once, with the figure", async () => {
    for (const _ of DEATHS) workers.at(-1)?.postMessage("small-pipe");
    await kill("throws");
    workers.at(-1)?.postMessage("small-pipe");
    await kill("exits");
    const told = studio.lines.filter(({ message }) => message.startsWith("pipes are small"));
    expect(told.map(({ level, fields }) => [level, fields])).toEqual([["warn", { bytes: 8192 }]]);
  });

  it("that ends three times on end leaves each destination to one sender, also one that refuses", async () => {
    const [plan] = await onAir(["many"]);
    if (!plan) throw new Error("one is on air");
    const refusing = rtmp("refusing", "rtmp://127.0.0.1:1/live", "none");
    studio.engine.apply({ ...plan, destinations: [...plan.destinations, refusing] });
    await studio.waitFor(plan.streamId, ({ destinations }) => destinations.some(({ reconnects }) => reconnects > 1));
    for (const _ of DEATHS) await kill("throws");
    const since = studio.lines.findLastIndex(({ message }) => message === "the playout thread ended");
    await studio.waitFor(plan.streamId, ({ destinations }) => destinations.some(({ reconnects }) => reconnects > 2));
    const steps = studio.lines.slice(since).filter(({ fields }) => fields["destinationId"] === refusing.id && "from" in fields);
    // Two senders of one destination would take its steps twice.
    for (const [at, { fields }] of steps.entries()) expect(fields["from"]).toBe(at === 0 ? "waiting" : steps[at - 1]?.fields["to"]);
    expect(await ingest.recordings("many")).toHaveLength(1);
  });
});

import { readdirSync } from "node:fs";
import { type Socket, createServer } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import { ARRIVAL_PATIENCE_MS, freePort, startRtmpIngest } from "@nightjar/rtmp-ingest";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { PublisherRecord } from "../src/egress/publisher.ts";
import { PublisherStarts } from "../src/egress/publisher-starts.ts";
import { TRIALS_FOLDER, TRIAL_WAITS, type TrialWaits, Trials } from "../src/egress/trial.ts";
import { memoryLog, testFolder } from "./support/engine.ts";

const KEY = "a-key-nobody-may-see";
/** Of a far end that answers: on a busy machine what asks it takes its time to begin. */
const PATIENT: TrialWaits = { ...TRIAL_WAITS, answerMs: ARRIVAL_PATIENCE_MS };

let folder: Awaited<ReturnType<typeof testFolder>>;
beforeAll(async () => {
  folder = await testFolder();
});
afterAll(() => folder.remove());

function newTrials(waits = TRIAL_WAITS) {
  const { log, lines } = memoryLog();
  const starts = new PublisherStarts();
  const started: PublisherRecord[] = [];
  const noting = async (start: () => Promise<PublisherRecord>) => {
    const record = await start();
    started.push(record);
    return record;
  };
  const trials = new Trials({
    ...{ ffmpegPath: "ffmpeg", engineDir: folder.dir, log, trialWaits: () => waits },
    starts: { targets: starts.targets, run: (start) => starts.run(() => noting(start)) },
  });
  const run = (url: string) => trials.run({ url, streamKey: KEY }, (other) => other.url === url && other.streamKey === KEY);
  return { run, starts, started, lines };
}

const left = () => readdirSync(join(folder.dir, TRIALS_FOLDER));

/** A far end that says nothing, or hangs up once it has heard something. */
async function listen(onData: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("data", () => onData(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return `rtmp://127.0.0.1:${address.port}/live`;
}

describe("the test of a destination", () => {
  it("says that it is accepted by a real ingest, which is sent neither picture nor sound, and leaves no process and no key behind", async () => {
    const ingest = await startRtmpIngest();
    onTestFinished(() => ingest.remove());
    const { run, lines } = newTrials(PATIENT);
    const seen: string[] = [];
    const note = (told: ReadonlyMap<string, string>) => void seen.push(...told.keys());
    // A look that is under way at the end finds no ingest any more.
    const look = setInterval(() => void ingest.told(KEY).then(note, () => undefined), 100);
    onTestFinished(() => clearInterval(look));
    expect(await run(ingest.url)).toEqual({ isAccepted: true, sentence: "The destination accepts the stream. Nothing was sent to it." });
    expect(seen).toEqual([]);
    expect([...(await ingest.received()).keys()]).toEqual([]);
    expect([left(), JSON.stringify(lines)]).toEqual([[], "[]"]);
  });

  it("says in words that a key is refused, that nobody answers, and that what answers is no RTMP", async () => {
    const ingest = await startRtmpIngest({ refuse: [KEY] });
    onTestFinished(() => ingest.remove());
    const { run } = newTrials(PATIENT);
    const deaf = await listen((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
    const ends = await Promise.all([run(ingest.url), run(`rtmp://127.0.0.1:${await freePort()}/live`), run(deaf)]);
    expect(ends).toEqual([
      { isAccepted: false, sentence: expect.stringMatching(/^The destination refused the stream/) },
      { isAccepted: false, sentence: "Nothing answers at the destination's address." },
      { isAccepted: false, sentence: expect.stringMatching(/does not speak RTMP|closed the connection|refused the stream/) },
    ]);
    expect(JSON.stringify(ends)).not.toContain(KEY);
    expect(left()).toEqual([]);
  });

  it("takes a far end that never answers for none that accepts, and gives up after ten seconds", async () => {
    const { run } = newTrials();
    const silent = await listen(() => undefined);
    const end = await run(silent);
    expect(end).toEqual({ isAccepted: false, sentence: "The destination did not answer in time." });
    expect(left()).toEqual([]);
  });

  it("refuses a fifth while four are under way, and what is no address at once", async () => {
    const { run } = newTrials();
    const silent = await listen(() => undefined);
    const four = Array.from({ length: 4 }, () => run(silent));
    expect(await run(silent)).toMatchObject({ sentence: expect.stringMatching(/Other destinations are being tested/) });
    expect(await run("rtmp://host:99999/live")).toMatchObject({ sentence: expect.stringMatching(/port 99999 is above 65535/) });
    await Promise.all(four);
  });

  it("that waits for its turn starts nothing where a stream goes on air meanwhile, and none is begun while that is sent", async () => {
    const { run, starts, started, lines } = newTrials();
    const silent = await listen(() => undefined);
    const places = Array.from({ length: 3 }, () => Promise.withResolvers<PublisherRecord>());
    const before = Promise.allSettled(places.map(({ promise }) => starts.run(() => promise)));
    const trial = run(silent);
    const giveBack = starts.targets.claim({ url: silent, streamKey: KEY });
    for (const place of places) place.reject(new Error("not started"));
    expect(await trial).toBe("on-air");
    expect((await before).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    expect(await run(silent)).toBe("on-air");
    giveBack();
    expect([started, lines, left()]).toEqual([[], [], []]);
  });
});

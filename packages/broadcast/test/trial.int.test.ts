import { readdirSync } from "node:fs";
import { type Socket, createServer } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import { freePort, startRtmpIngest } from "@nightjar/rtmp-ingest";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { PublisherStarts } from "../src/egress/publisher-starts.ts";
import { TRIALS_FOLDER, Trials } from "../src/egress/trial.ts";
import { memoryLog, testFolder } from "./support/engine.ts";

const KEY = "a-key-nobody-may-see";
const TEST_TIMEOUT_MS = 60_000;

let folder: Awaited<ReturnType<typeof testFolder>>;
beforeAll(async () => {
  folder = await testFolder();
});
afterAll(() => folder.remove());

function newTrials() {
  const { log, lines } = memoryLog();
  return { trials: new Trials({ ffmpegPath: "ffmpeg", engineDir: folder.dir, log, starts: new PublisherStarts() }), lines };
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

describe("the test of a destination", { timeout: TEST_TIMEOUT_MS }, () => {
  it("says that it is accepted by a real ingest, which is sent neither picture nor sound, and leaves no process and no key behind", async () => {
    const ingest = await startRtmpIngest();
    onTestFinished(() => ingest.remove());
    const { trials, lines } = newTrials();
    const seen: string[] = [];
    const note = (told: ReadonlyMap<string, string>) => void seen.push(...told.keys());
    // A look that is under way at the end finds no ingest any more.
    const look = setInterval(() => void ingest.told(KEY).then(note, () => undefined), 100);
    onTestFinished(() => clearInterval(look));
    const target = { url: ingest.url, streamKey: KEY };
    expect(await trials.run(target)).toEqual({ isAccepted: true, sentence: "The destination accepts the stream. Nothing was sent to it." });
    expect(seen).toEqual([]);
    expect([...(await ingest.received()).keys()]).toEqual([]);
    expect([left(), JSON.stringify(lines)]).toEqual([[], "[]"]);
  });

  it("says in words that a key is refused, that nobody answers, and that what answers is no RTMP", async () => {
    const ingest = await startRtmpIngest({ refuse: [KEY] });
    onTestFinished(() => ingest.remove());
    const { trials } = newTrials();
    const deaf = await listen((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
    const run = (url: string) => trials.run({ url, streamKey: KEY });
    const ends = await Promise.all([run(ingest.url), run(`rtmp://127.0.0.1:${await freePort()}/live`), run(deaf)]);
    expect(ends.map(({ isAccepted }) => isAccepted)).toEqual([false, false, false]);
    expect(ends[0]?.sentence).toMatch(/^The destination refused the stream/);
    expect(ends[1]?.sentence).toBe("Nothing answers at the destination's address.");
    expect(ends[2]?.sentence).toMatch(/does not speak RTMP|closed the connection|refused the stream/);
    expect(JSON.stringify(ends)).not.toContain(KEY);
    expect(left()).toEqual([]);
  });

  it("takes a far end that never answers for none that accepts, and gives up after ten seconds", async () => {
    const { trials } = newTrials();
    const silent = await listen(() => undefined);
    const end = await trials.run({ url: silent, streamKey: KEY });
    expect(end).toEqual({ isAccepted: false, sentence: "The destination did not answer in time." });
    expect(left()).toEqual([]);
  });

  it("refuses a fifth while four are under way, and what is no address at once", async () => {
    const { trials } = newTrials();
    const silent = await listen(() => undefined);
    const four = Array.from({ length: 4 }, () => trials.run({ url: silent, streamKey: KEY }));
    expect((await trials.run({ url: silent, streamKey: KEY })).sentence).toMatch(/Other destinations are being tested/);
    expect((await trials.run({ url: "rtmp://host:99999/live", streamKey: KEY })).sentence).toMatch(/port 99999 is above 65535/);
    await Promise.all(four);
  });
});

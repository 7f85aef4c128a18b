import { Worker } from "node:worker_threads";
import { expect, it } from "vitest";
import { PlayoutThreadKeeper } from "../src/playout/thread-keeper.ts";
import { memoryLog } from "./support/engine.ts";

const SERVES =
  'const { parentPort } = require("node:worker_threads"); parentPort.on("message", () => process.exit(7)); parentPort.postMessage({ type: "ready" });';
const HANGS_BEFORE_IT_SERVES = "for (;;);";

/** Counts up once for what it writes and, a while later, once for what it records: as a tick does. */
const TICKS = `
  const { parentPort, workerData } = require("node:worker_threads");
  const counts = new Int32Array(workerData);
  parentPort.on("message", (command) => command === "end" && parentPort.close());
  let isOpen = true;
  parentPort.once("close", () => (isOpen = false));
  const tick = () => {
    if (!isOpen) return;
    counts[0] += 1;
    const until = performance.now() + 100;
    while (performance.now() < until);
    counts[1] += 1;
    setImmediate(tick);
  };
  parentPort.postMessage({ type: "ready" });
  tick();
`;
const HANGS_ONCE_IT_SERVES = 'require("node:worker_threads").parentPort.postMessage({ type: "ready" }); for (;;);';

function keeperOf(start: () => Worker): PlayoutThreadKeeper {
  return new PlayoutThreadKeeper({ log: memoryLog().log, start, onEvent: () => undefined, onEnded: () => undefined });
}

it("a playout thread that is ended has recorded all that it has written", async () => {
  const shared = new SharedArrayBuffer(8);
  const keeper = keeperOf(() => new Worker(TICKS, { eval: true, workerData: shared }));
  await keeper.first.promise;
  await keeper.close();
  const [written = 0, recorded] = new Int32Array(shared);
  expect(written).toBeGreaterThan(0);
  expect(recorded).toBe(written);
});

it("a playout thread that hangs is ended all the same", async () => {
  const keeper = keeperOf(() => new Worker(HANGS_ONCE_IT_SERVES, { eval: true }));
  await keeper.first.promise;
  await keeper.close();
  expect(keeper.isServing).toBe(false);
});

it("a playout thread that hangs before it serves is followed by another", async ({ onTestFinished }) => {
  const codes = [SERVES, HANGS_BEFORE_IT_SERVES, SERVES];
  let begun = 0;
  const { log, lines } = memoryLog();
  const keeper = new PlayoutThreadKeeper({
    log,
    start: () => new Worker(codes[begun++] ?? SERVES, { eval: true }),
    onEvent: () => undefined,
    onEnded: () => undefined,
    silenceMs: 500,
  });
  onTestFinished(() => keeper.close());
  await keeper.first.promise;
  keeper.post({ type: "close", sessionId: "ends at any message" } as never);
  // Where the cores are taken a thread may need longer than that to serve, and is followed as well.
  await expect.poll(() => begun >= codes.length && keeper.isServing, { timeout: 30_000 }).toBe(true);
  const told = lines.map(({ message }) => message);
  expect(told).toEqual(expect.arrayContaining(["the playout thread ended", "the playout thread hangs"]));
});

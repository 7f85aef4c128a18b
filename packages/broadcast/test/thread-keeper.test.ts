import { Worker } from "node:worker_threads";
import { expect, it } from "vitest";
import { PlayoutThreadKeeper } from "../src/playout/thread-keeper.ts";
import { memoryLog } from "./support/engine.ts";

const SERVES =
  'const { parentPort } = require("node:worker_threads"); parentPort.on("message", () => process.exit(7)); parentPort.postMessage({ type: "ready" });';
const HANGS_BEFORE_IT_SERVES = "for (;;);";

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

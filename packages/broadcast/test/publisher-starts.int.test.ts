import { type ChildProcess, spawn } from "node:child_process";
import { type AddressInfo, createServer } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { PublisherRecord } from "../src/egress/publisher.ts";
import { PublisherStarts } from "../src/egress/publisher-starts.ts";
import { until } from "./support/studio.ts";

/** Accepts, and says nothing. */
const server = createServer();
const children: ChildProcess[] = [];
beforeAll(() => new Promise<void>((done) => server.listen(0, "127.0.0.1", done)));
afterEach(() => children.splice(0).forEach((child) => child.kill("SIGKILL")));
afterAll(() => server.close());

const port = () => (server.address() as AddressInfo).port;
const IDLE = "process.stdin.resume()";
const connecting = () => `require("node:net").connect(${port()}, "127.0.0.1"); ${IDLE}`;

function program(script: string): PublisherRecord {
  const child = spawn(process.execPath, ["-e", script], { stdio: ["pipe", "ignore", "ignore"] });
  children.push(child);
  return { destinationId: "d", generation: 1, pid: child.pid ?? 0, startTicks: 0, dir: "/nowhere", startedAtMs: 0, targetHash: "" };
}

test("publishers start three at a time, in their order, and the next when one connects", async () => {
  const queue = new PublisherStarts();
  const begun: number[] = [];
  const all = Array.from({ length: 6 }, (_, index) =>
    queue.run(() => {
      begun.push(index);
      return Promise.resolve(program(connecting()));
    }),
  );
  await Promise.all(all.slice(0, 3));
  expect(begun).toEqual([0, 1, 2]);
  await Promise.all(all);
  expect(begun).toEqual([0, 1, 2, 3, 4, 5]);
});

test("who waits until all have started is told with the last, and at once when none is starting", async () => {
  const queue = new PublisherStarts();
  await queue.idle();
  let isIdle = false;
  const all = Array.from({ length: 4 }, () => queue.run(() => Promise.resolve(program(IDLE))));
  const idle = queue.idle().then(() => (isIdle = true));
  await Promise.all(all.slice(0, 3));
  expect(isIdle).toBe(false);
  await Promise.all(all);
  await idle;
  await queue.idle();
});

test("who waits until all have started waits for those, too, that are started a moment after the last", async () => {
  const queue = new PublisherStarts();
  const started = () => queue.run(() => Promise.resolve(program(IDLE)));
  await started();
  const idle = queue.idle();
  await started();
  const lastAtMs = performance.now();
  await idle;
  expect(performance.now() - lastAtMs).toBeGreaterThan(290);
});

test("a render waits for a crowd of publishers, not for a single one, and no longer than a second for any", async () => {
  const queue = new PublisherStarts();
  const held = Promise.withResolvers<PublisherRecord>();
  const first = queue.run(() => held.promise);
  await queue.noCrowd();
  const second = queue.run(() => Promise.resolve(program(IDLE)));
  let isFree = false;
  const free = queue.noCrowd().then(() => (isFree = true));
  await new Promise(setImmediate);
  expect(isFree).toBe(false);
  await second;
  // The second is there, and the first, which starts for ever, is no crowd.
  await free;
  const third = queue.run(() => new Promise<PublisherRecord>(() => undefined));
  const beganAtMs = performance.now();
  await queue.noCrowd();
  expect(performance.now() - beganAtMs).toBeGreaterThan(950);
  held.resolve(program(IDLE));
  await first;
  void third;
});

test("one that connects to nobody, and one that cannot be started, hold up nobody for long", async () => {
  const queue = new PublisherStarts();
  const failed = queue.run(() => Promise.reject(new Error("no program")));
  const idle = Array.from({ length: 3 }, () => queue.run(() => Promise.resolve(program(IDLE))));
  let isBegun = false;
  const last = queue.run(() => {
    isBegun = true;
    return Promise.resolve(program(IDLE));
  });
  await expect(failed).rejects.toThrow("no program");
  await Promise.all(idle);
  await until(() => isBegun, 10_000);
  await last;
});

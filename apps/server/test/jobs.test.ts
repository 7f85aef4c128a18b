import { once } from "node:events";
import { createScheduler } from "@nightjar/media";
import { expect, it, onTestFinished, vi } from "vitest";
import { createJobs } from "../src/adapters/jobs.ts";

const newJobs = () => createJobs(createScheduler({ concurrency: 1, now: () => performance.now() }));

it("a job that is cancelled is aborted where it runs, however often it was asked for", async () => {
  const jobs = newJobs();
  const begun = Promise.withResolvers<AbortSignal>();
  const untilAborted = async (signal: AbortSignal) => {
    begun.resolve(signal);
    await once(signal, "abort");
  };
  jobs.asked("copy", untilAborted);
  jobs.asked("copy", untilAborted);
  const signal = await begun.promise;
  jobs.cancel("copy");
  expect(signal.aborted).toBe(true);
  await expect.poll(() => jobs.states().size).toBe(0);
});

it("a job that is cancelled is not begun where it waits or was put off, but where it is asked for again; others are", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const jobs = newJobs();
  const ran: string[] = [];
  const run = (name: string) => async () => void ran.push(name);
  jobs.asked("copy", run("at once"));
  jobs.asked("copy", run("put off"), 1000);
  jobs.asked("other", run("other"), 1000);
  jobs.cancel("copy");
  jobs.cancel("nobody's");
  await vi.advanceTimersByTimeAsync(2000);
  expect(ran).toEqual(["other"]);
  jobs.asked("copy", run("again"), 1000);
  await vi.advanceTimersByTimeAsync(2000);
  expect(ran).toEqual(["other", "again"]);
});

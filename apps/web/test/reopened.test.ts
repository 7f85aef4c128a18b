import { HELLO_EVENT, SILENCE_MS } from "@nightjar/contract";
import { QueryObserver } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { live } from "../src/lib/live/live.ts";
import { queryClient, trpc } from "../src/lib/trpc.ts";
import { Source } from "./support/source.ts";

/** Before the first attempt to open it again. */
const FIRST_WAIT_MS = 1000;

const answered = vi.fn(() => Promise.resolve({}));
const unanswered = vi.fn(() => new Promise<never>(() => undefined));
const readings = () => [answered, unanswered].map((read) => read.mock.calls.length);
let leave: (() => void)[] = [];

const show = (queryKey: readonly unknown[], queryFn: () => Promise<unknown>) =>
  new QueryObserver(queryClient, { queryKey, queryFn }).subscribe(() => undefined);

/** A line that dies without a word while the screen that is shown has one answer, and waits for another. */
beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal("localStorage", { getItem: () => null });
  vi.stubGlobal("EventSource", Source);
  vi.stubGlobal("fetch", () => Promise.resolve(new Response()));
  for (const read of [answered, unanswered]) read.mockClear();
  queryClient.clear();
  Source.all = [];
  live.start();
  Source.all[0]?.say(HELLO_EVENT, '{"isResumed":true}');
  leave = [
    show(getQueryKey(trpc.tracks.facets, undefined, "query"), answered),
    show(getQueryKey(trpc.streams.summaries, undefined, "query"), unanswered),
  ];
  await vi.advanceTimersByTimeAsync(SILENCE_MS + FIRST_WAIT_MS);
});
afterEach(() => {
  for (const end of leave) end();
  queryClient.clear();
  live.stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function comeBack(isResumed: boolean): Promise<void> {
  expect([live.snapshot().connection, Source.all.length, ...readings()]).toEqual(["lost", 2, 1, 1]);
  Source.all[1]?.say(HELLO_EVENT, JSON.stringify({ isResumed }));
  await vi.advanceTimersByTimeAsync(0);
  expect(live.snapshot().connection).toBe("open");
}

test("a line that comes back and tells what was missed has what was broken off read again, and nothing that was answered", async () => {
  await comeBack(true);
  expect(readings()).toEqual([1, 2]);
});

test("a line that comes back and cannot tell what was missed, as after a restart, has all that is shown read again", async () => {
  await comeBack(false);
  expect(readings()).toEqual([2, 2]);
});

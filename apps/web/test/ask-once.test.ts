import { OPENING_MS, SILENCE_MS } from "@nightjar/contract";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { askOnce } from "../src/lib/ask-once.ts";
import { silenceOf, UNREACHABLE } from "../src/lib/errors.ts";
import { live } from "../src/lib/live/live.ts";
import { queryClient, trpcClient } from "../src/lib/trpc.ts";
import { openLine } from "./support/live-line.ts";

const FIRST_WAIT_MS = 1000;
const CODE = { isrcCode: "USRC17607839" };
const answer = (data: unknown) => Response.json({ result: { data } });
/** A server that takes calls and answers none. */
const unanswered = (_address: unknown, { signal }: RequestInit) =>
  new Promise<never>((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
const lookUp = (cancelled?: AbortSignal) =>
  askOnce(trpcClient.tracks.lookupIsrc, CODE, cancelled).then(
    () => "answered",
    (error: unknown) => silenceOf(error),
  );

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", unanswered);
  openLine();
});
afterEach(() => {
  live.stop();
  queryClient.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("a look-up ends in words with the line that died without a word, and so does one that is pressed while it is dead", async () => {
  const before = lookUp();
  await vi.advanceTimersByTimeAsync(SILENCE_MS);
  expect(await before).toBe(UNREACHABLE);
  const meanwhile = lookUp();
  await vi.advanceTimersByTimeAsync(FIRST_WAIT_MS + OPENING_MS);
  expect(await meanwhile).toBe(UNREACHABLE);
});

test("what was answered before is no answer to a call that the line ended", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(answer({ title: "Moth" })));
  const first = lookUp();
  await vi.advanceTimersByTimeAsync(0);
  expect(await first).toBe("answered");
  vi.stubGlobal("fetch", unanswered);
  const again = lookUp();
  await vi.advanceTimersByTimeAsync(SILENCE_MS);
  expect(await again).toBe(UNREACHABLE);
});

test("a look-up that is cancelled ends at once", async () => {
  const cancelled = new AbortController();
  const ended = lookUp(cancelled.signal);
  await vi.advanceTimersByTimeAsync(0);
  cancelled.abort();
  await ended;
});

import { BEFORE_HEADER, NOW_HEADER } from "@nightjar/contract";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { trpcClient } from "../src/lib/trpc.ts";
import { clockIs } from "./support/server-clock.ts";

const STREAM = "0b8f3f6e-95a7-4d4c-9a55-0d8a3d1b7c11";
const TOO_LATE = "This arrived too late and was not carried out. Please try again.";
const NOW_MS = Date.UTC(2026, 2, 1);
const AHEAD_MS = 3_600_000;

let nowMs = NOW_MS;
/** Until when each call was wanted. */
const sent: (string | null)[] = [];
/** How long the server's answer to a call takes that it refuses. */
let tookMs = 0;

/** A server whose clock went forward since it was last heard. */
function serverAhead(_url: unknown, init: RequestInit): Promise<Response> {
  const before = new Headers(init.headers).get(BEFORE_HEADER);
  sent.push(before);
  const isTooLate = before !== null && Number(before) < nowMs + AHEAD_MS;
  if (isTooLate) nowMs += tookMs;
  const data = { code: "SERVICE_UNAVAILABLE", httpStatus: 503, details: { isTooLate: true } };
  const results = isTooLate ? [{ error: { message: TOO_LATE, code: -32603, data } }] : [{ result: { data: null } }];
  const headers = { [NOW_HEADER]: String(nowMs + AHEAD_MS) };
  return Promise.resolve(Response.json(results, { status: isTooLate ? 503 : 200, headers }));
}

beforeEach(async () => {
  nowMs = NOW_MS;
  vi.spyOn(Date, "now").mockImplementation(() => nowMs);
  await clockIs(0);
  vi.stubGlobal("localStorage", { getItem: () => null });
  vi.stubGlobal("fetch", serverAhead);
  sent.length = 0;
  tookMs = 0;
});
afterEach(async () => {
  vi.restoreAllMocks();
  await clockIs(0);
  vi.unstubAllGlobals();
});

it("a change that the server refuses as too late because its clock went forward is sent once more by the time there, and nobody hears of it", async () => {
  await trpcClient.streams.stop.mutate({ id: STREAM });
  expect(sent).toEqual([String(NOW_MS + 15_000), String(NOW_MS + AHEAD_MS + 15_000)]);
});

it("one that is too late here as well is refused", async () => {
  tookMs = 15_000;
  await expect(trpcClient.streams.stop.mutate({ id: STREAM })).rejects.toThrow(TOO_LATE);
  expect(sent).toHaveLength(1);
});

it("one that is refused again is sent no third time", async () => {
  vi.stubGlobal("fetch", (url: unknown, init: RequestInit) => {
    const answer = serverAhead(url, init);
    nowMs += 1000;
    return answer.then((response) => new Response(response.body, { status: response.status }));
  });
  await expect(trpcClient.streams.stop.mutate({ id: STREAM })).rejects.toThrow(TOO_LATE);
  expect(sent).toHaveLength(2);
});

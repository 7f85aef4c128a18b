import type { EventSource } from "@nightjar/api";
import { Hono } from "hono";
import { getEventListeners } from "node:events";
import { expect, it, vi } from "vitest";
import { eventStream } from "../src/http/event-stream.ts";
import type { Env } from "../src/http/types.ts";

it("an event stream that has ended leaves nothing that listens to the end of the server", async () => {
  const ending = new AbortController();
  const close = vi.fn<() => void>();
  const source: EventSource = {
    start: () => ({ tellAnew: () => undefined, close }),
    lastId: () => "boot-1",
    isStillAllowed: () => Promise.resolve(true),
  };
  const app = new Hono<Env>();
  app.get("/", (c) => eventStream(c, source, ending.signal));
  const open = await Promise.all(Array.from({ length: 20 }, async () => app.request("/")));
  expect(getEventListeners(ending.signal, "abort")).toHaveLength(20);
  for (const { body } of open) await body?.cancel();
  await expect.poll(() => close.mock.calls.length).toBe(20);
  await expect.poll(() => getEventListeners(ending.signal, "abort")).toEqual([]);
});

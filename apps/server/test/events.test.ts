import { HEARTBEAT_EVENT, HEARTBEAT_MS } from "@nightjar/contract";
import { afterEach, beforeEach, it, vi } from "vitest";
import { startTestServer } from "./support/server.ts";
import type { TestServer } from "./support/server.ts";

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(async () => {
  vi.useRealTimers();
  await server.close();
});

it("an event stream on which nothing happens sends heartbeats that a page can see", async () => {
  vi.useFakeTimers({ toFake: ["setInterval"] });
  const response = await fetch(`${server.url}/api/events`, { headers: { authorization: `Bearer ${server.adminToken}` } });
  vi.advanceTimersByTime(2 * HEARTBEAT_MS);
  let text = "";
  for await (const chunk of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (text.split(`event: ${HEARTBEAT_EVENT}\ndata: {}\n\n`).length > 2) break;
  }
});

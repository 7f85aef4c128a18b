import type { LiveViewer } from "@nightjar/contract";
import { Hono } from "hono";
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { liveResponse } from "../src/http/live-response.ts";
import type { Env } from "../src/http/types.ts";

const MB = 1024 * 1024;

afterEach(() => void vi.useRealTimers());

/** Asked for by a browser that has read nothing of it yet; `outgoing` is its connection. */
async function asked(begin: (viewer: LiveViewer) => void) {
  const app = new Hono<Env>();
  const source = {
    contentType: "video/x-flv",
    start(viewer: LiveViewer) {
      begin(viewer);
      return () => undefined;
    },
  };
  app.get("/", (c) => liveResponse(c, source, new AbortController().signal));
  const outgoing = new ServerResponse(new IncomingMessage(new Socket()));
  return { answer: await app.request("/", {}, { outgoing }), outgoing };
}

describe("what is sent, over HTTP", () => {
  it("may begin with any number of bytes: who is behind is who lets more than eight megabytes wait beyond those", async () => {
    const taken: boolean[] = [];
    const take = (viewer: LiveViewer, sizes: readonly number[]) => {
      for (const bytes of sizes) taken.push(viewer.take(Buffer.alloc(bytes)));
      viewer.end();
    };
    const { answer } = await asked((viewer) => take(viewer, [12 * MB, MB, 7 * MB]));
    expect((await answer.arrayBuffer()).byteLength).toBe(20 * MB);
    const { outgoing } = await asked((viewer) => take(viewer, [12 * MB, MB, 7 * MB, 1]));
    expect(taken).toEqual([true, true, true, true, true, true, false]);
    expect(outgoing.destroyed).toBe(true);
  });

  it("may be read for half a minute behind its end: then the connection goes of who does not read, with all that waits for it", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { outgoing } = await asked((viewer) => {
      viewer.take(Buffer.alloc(MB));
      viewer.end();
    });
    vi.advanceTimersByTime(29_000);
    expect(outgoing.destroyed).toBe(false);
    vi.advanceTimersByTime(1000);
    expect(outgoing.destroyed).toBe(true);
  });
});

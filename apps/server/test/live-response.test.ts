import type { LiveViewer } from "@nightjar/contract";
import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { liveResponse } from "../src/http/live-response.ts";
import type { Env } from "../src/http/types.ts";

const MB = 1024 * 1024;

/** Asked for by a browser that has read nothing of it yet. */
async function asked(begin: (viewer: LiveViewer) => void): Promise<Response> {
  const app = new Hono<Env>();
  const source = {
    contentType: "video/x-flv",
    start(viewer: LiveViewer) {
      begin(viewer);
      return () => undefined;
    },
  };
  app.get("/", (c) => liveResponse(c, source, new AbortController().signal));
  return app.request("/");
}

describe("what is sent, over HTTP", () => {
  it("may begin with any number of bytes: who is behind is who lets more than eight megabytes wait beyond those", async () => {
    const taken: boolean[] = [];
    const answer = await asked((viewer) => {
      for (const bytes of [12 * MB, MB, 7 * MB, 1]) taken.push(viewer.take(Buffer.alloc(bytes)));
      viewer.end();
    });
    expect(taken).toEqual([true, true, true, false]);
    expect((await answer.arrayBuffer()).byteLength).toBe(20 * MB);
  });
});

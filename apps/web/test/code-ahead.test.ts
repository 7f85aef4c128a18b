import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { fetchCodeAhead } from "../src/lib/code-ahead.ts";
import { UNREACHABLE } from "../src/lib/errors.ts";
import { UPDATED, isReachable, missingText } from "../src/lib/reachable.ts";

afterEach(() => vi.unstubAllGlobals());

describe("code that is fetched ahead", () => {
  let asked: string[] = [];
  beforeEach(() => {
    asked = [];
    vi.useFakeTimers();
    vi.stubGlobal("location", { href: "http://studio.example/streaming" });
    vi.stubGlobal("document", { readyState: "complete", querySelector: () => ({ content: "/a.js /b.js /c.js" }) });
  });
  afterEach(() => void vi.useRealTimers());

  /** Fetches all of it from a server that answers with these. */
  async function fetchFrom(statusOf: (name: string) => number): Promise<void> {
    vi.stubGlobal("fetch", async (name: string) => {
      asked.push(name);
      const status = statusOf(name);
      return { status, ok: status === 200, arrayBuffer: async () => new ArrayBuffer(0) };
    });
    const ahead = fetchCodeAhead();
    await vi.runAllTimersAsync();
    await ahead;
  }

  it("passes over what the server has no more, and fetches what stands behind it", async () => {
    await fetchFrom((name) => (name === "/b.js" ? 404 : 200));
    expect(asked).toEqual(["/a.js", "/b.js", "/c.js"]);
  });

  it("is asked for again where a server that is started again cannot give it yet", async () => {
    await fetchFrom((name) => (name === "/b.js" && asked.length < 4 ? 503 : 200));
    expect(asked).toEqual(["/a.js", "/b.js", "/b.js", "/b.js", "/c.js"]);
  });
});

describe("code that cannot be had", () => {
  it("is of another version where the server answers, and else the server is away", async () => {
    vi.stubGlobal("fetch", async () => new Response("{}"));
    expect(missingText(await isReachable())).toBe(UPDATED);
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
    expect(missingText(await isReachable())).toBe(UNREACHABLE);
  });

  it("is not waited for without end where a server says nothing at all", async () => {
    const time = new AbortController();
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(time.signal);
    onTestFinished(() => timeout.mockRestore());
    vi.stubGlobal("fetch", async (_address: string, { signal }: RequestInit) => {
      await new Promise((resolve) => signal?.addEventListener("abort", resolve));
      throw new DOMException("The operation timed out.", "TimeoutError");
    });
    const answered = vi.fn();
    void isReachable().then(answered);
    time.abort();
    await vi.waitFor(() => expect(answered).toHaveBeenCalledWith(false));
    expect(timeout).toHaveBeenCalledWith(5000);
  });
});

import { BEFORE_HEADER, CHANGED_HEADER, changedEntity, NOW_HEADER } from "@nightjar/contract";
import { MutationObserver, onlineManager, QueryObserver } from "@tanstack/react-query";
import { TRPCClientError } from "@trpc/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openConsent } from "../src/lib/consent.ts";
import { READS_ITSELF } from "../src/lib/hearing-link.ts";
import { saidOf, silenceOf, UNANSWERED, UNREACHABLE } from "../src/lib/errors.ts";
import { entitiesIn, READS } from "../src/lib/live/reads.ts";
import { createOnce } from "../src/lib/once.ts";
import { createSend } from "../src/lib/send.ts";
import { queryClient, trpcClient, whenChanged } from "../src/lib/trpc.ts";

const STREAM = "0b8f3f6e-95a7-4d4c-9a55-0d8a3d1b7c11";

beforeEach(() => vi.stubGlobal("localStorage", { getItem: () => null }));
afterEach(() => {
  vi.unstubAllGlobals();
  onlineManager.setOnline(true);
  queryClient.clear();
});

describe("without a network", () => {
  beforeEach(() => {
    onlineManager.setOnline(false);
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  });

  it("a change fails now instead of being carried out when the line comes back", async () => {
    const stop = new MutationObserver(queryClient, { mutationFn: (id: string) => trpcClient.streams.stop.mutate({ id }) });
    const error: unknown = await stop.mutate(STREAM).catch((reason: unknown) => reason);
    expect(saidOf(error, "An unknown error occurred.")).toEqual({ text: "An unknown error occurred.", reason: UNREACHABLE });
    expect(
      queryClient
        .getMutationCache()
        .getAll()
        .some(({ state }) => state.isPaused),
    ).toBe(false);
  });

  it("a query says so now instead of loading for ever", async () => {
    const list = new QueryObserver(queryClient, { queryKey: ["streams"], queryFn: () => trpcClient.streams.list.query() });
    const failed = new Promise<unknown>((resolve) => list.subscribe(({ isError, error }) => isError && resolve(error)));
    expect(silenceOf(await failed)).toBe(UNREACHABLE);
  });
});

describe("over a connection that died without a word", () => {
  const NOW_MS = Date.UTC(2026, 2, 1);
  const answer = (headers: Record<string, string> = {}) => new Response("[]", { headers });
  /** The time until which the server may carry a call out. */
  const beforeOf = (init: RequestInit | undefined) => new Headers(init?.headers).get(BEFORE_HEADER);

  it("a change ends when its answer does not come, with a sentence, and a query waits on", async () => {
    const { send } = createSend({
      fetch: (_url, { signal }) =>
        new Promise((resolve, reject) => {
          if (signal) signal.addEventListener("abort", () => reject(signal.reason), { once: true });
          else resolve(answer());
        }),
      nowMs: () => NOW_MS,
      answerWithinMs: 20,
    });
    const ended: unknown = await send("/trpc/streams.stop", { method: "POST" }).catch((reason: unknown) => reason);
    if (!(ended instanceof Error)) throw new Error("it did not end");
    const error = TRPCClientError.from(ended);
    expect(saidOf(error, "An unknown error occurred.")).toEqual({ text: "An unknown error occurred.", reason: UNANSWERED });
    expect((await send("/trpc/streams.list", { method: "GET" })).ok).toBe(true);
  });

  it("every change of the studio has an end, and a query none", async () => {
    const ends = vi.spyOn(AbortSignal, "timeout");
    vi.stubGlobal("fetch", async () => answer({ "content-type": "application/json" }));
    const wrong = () => undefined;
    await trpcClient.streams.stop.mutate({ id: STREAM }).catch(wrong);
    expect(ends.mock.calls).toEqual([[15_000]]);
    await trpcClient.auth.login.mutate({ email: "a@b.example", password: "secret" }).catch(wrong);
    expect(ends.mock.calls).toEqual([[15_000], [15_000]]);
    await trpcClient.streams.list.query().catch(wrong);
    expect(ends.mock.calls).toHaveLength(2);
    ends.mockRestore();
  });

  it("connecting a service is a change as well: its window closes when no answer comes, and nothing delivers it later", async () => {
    const sent: (string | null)[] = [];
    const close = vi.fn();
    const opened = { location: { href: "about:blank" }, close };
    const end = new AbortController();
    const ends = vi.spyOn(AbortSignal, "timeout").mockReturnValue(end.signal);
    vi.stubGlobal("window", Object.assign(new EventTarget(), { open: () => opened }));
    const consent = { askPath: "/api/auth/spotify/connect", success: "spotify-auth-success", connected: vi.fn() } as const;
    vi.stubGlobal("fetch", async (_url: unknown, init: RequestInit) => {
      sent.push(beforeOf(init));
      if (sent.length === 1)
        return Response.json({ authUrl: "https://consent.example/" }, { headers: { [NOW_HEADER]: String(Date.now()) } });
      const { promise, reject } = Promise.withResolvers<Response>();
      init.signal?.addEventListener("abort", () => reject(end.signal.reason));
      if (!init.signal) reject(new Error("nothing ends it"));
      return promise;
    });
    await openConsent(consent);
    expect(opened.location.href).toBe("https://consent.example/");
    const unanswered = openConsent(consent);
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    end.abort(new DOMException("too late", "TimeoutError"));
    await expect(unanswered).rejects.toThrow(UNREACHABLE);
    expect(ends).toHaveBeenLastCalledWith(15_000);
    expect([sent[1], close.mock.calls.length]).toEqual([expect.stringMatching(/^\d+$/), 1]);
    ends.mockRestore();
  });

  it("a change with a long list has as long as a slow line takes to carry it, and is wanted as long", async () => {
    const ends = vi.spyOn(AbortSignal, "timeout");
    const sent: (string | null)[] = [];
    const { send } = createSend({
      fetch: async (_url, init) => {
        sent.push(beforeOf(init));
        return answer({ [NOW_HEADER]: String(NOW_MS) });
      },
      nowMs: () => NOW_MS,
      answerWithinMs: 15_000,
    });
    await send("/trpc/streams.list", { method: "GET" });
    await send("/trpc/playlists.importCsv", { method: "POST", body: "a".repeat(1_600_000) });
    expect(ends.mock.calls).toEqual([[115_000]]);
    expect(sent).toEqual([null, String(NOW_MS + 115_000)]);
    ends.mockRestore();
  });

  it("a change says by the server's clock until when it is wanted, so that nothing delivers it later; before the first answer it cannot", async () => {
    const sent: (string | null)[] = [];
    // A proxy before the studio has a clock of its own, which is behind.
    const date = new Date(NOW_MS + 3_540_000).toUTCString();
    let headers: Record<string, string> = { date, [NOW_HEADER]: String(NOW_MS + 3_600_000) };
    const { send, aheadMs } = createSend({
      fetch: async (_url, init) => {
        sent.push(beforeOf(init));
        return answer(headers);
      },
      nowMs: () => NOW_MS,
      answerWithinMs: 15_000,
    });
    await send("/trpc/streams.stop", { method: "POST" });
    headers = { date };
    await send("/trpc/streams.list", { method: "GET" });
    await send("/trpc/streams.stop", { method: "POST", headers: { authorization: "Bearer one" } });
    expect(sent).toEqual([null, null, String(NOW_MS + 3_600_000 + 15_000)]);
    expect(aheadMs()).toBe(3_600_000);
  });
});

describe("the very same call", () => {
  it("is sent once however often it is asked for before it has been answered, and again afterwards", async () => {
    const once = createOnce<number>();
    const answered = Promise.withResolvers<number>();
    const send = vi.fn(() => answered.promise);
    const [first, second] = [once("create", send), once("create", send)];
    expect([first.isFirst, second.isFirst]).toEqual([true, false]);
    expect(send).toHaveBeenCalledTimes(1);
    answered.resolve(1);
    expect(await Promise.all([first.result, second.result])).toEqual([1, 1]);
    once("create", send);
    expect(send).toHaveBeenCalledTimes(2);
  });

  it("may be tried again after it was refused, and does not hold up another", async () => {
    const once = createOnce<number>();
    await expect(once("a", () => Promise.reject(new Error("refused"))).result).rejects.toThrow("refused");
    expect(once("a", () => new Promise(() => undefined)).isFirst).toBe(true);
    expect(once("b", () => new Promise(() => undefined)).isFirst).toBe(true);
  });
});

describe("what a call has changed", () => {
  const heard: string[] = [];
  beforeEach(() => {
    heard.length = 0;
    whenChanged((names) => heard.push(names));
    const answer = JSON.stringify([{ result: { data: null } }]);
    const headers = { "content-type": "application/json", [CHANGED_HEADER]: "tracks,streams" };
    vi.stubGlobal("fetch", async () => new Response(answer, { headers }));
  });
  afterEach(() => whenChanged(() => undefined));

  it("is heard from its answer, unless its caller takes care itself", async () => {
    await trpcClient.tracks.delete.mutate({ id: STREAM });
    expect(heard).toEqual(["tracks,streams"]);
    await trpcClient.tracks.delete.mutate({ id: STREAM }, { context: READS_ITSELF });
    expect(heard).toHaveLength(1);
  });

  it("is heard once from the answer that calls share, whoever of them takes care itself", async () => {
    const all = Response.json(
      Array.from({ length: 4 }, () => ({ result: { data: null } })),
      { headers: { [CHANGED_HEADER]: "tracks" } },
    );
    const fetch = vi.fn(async () => all);
    vi.stubGlobal("fetch", fetch);
    const remove = (context: object) => trpcClient.tracks.delete.mutate({ id: STREAM }, { context: { ...context } });
    await Promise.all([READS_ITSELF, {}, {}, {}].map(remove));
    expect([fetch.mock.calls.length, heard]).toEqual([1, ["tracks"]]);
  });

  it("has its reads for every name that the server may say; unknown names of a newer server are passed over", () => {
    expect(Object.keys(READS).toSorted()).toEqual(changedEntity.options.toSorted());
    expect(entitiesIn("tracks,channels,streams")).toEqual(["tracks", "streams"]);
    expect(entitiesIn(null)).toEqual([]);
  });
});

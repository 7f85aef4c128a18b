import { type NewEntry, itemId } from "@nightjar/contract";
import { TRPCClientError } from "@trpc/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { findRundown, rundowns } from "../src/features/streams/tracklist/left-rundowns.ts";
import { leftBehind } from "../src/features/streams/tracklist/renewed.ts";
import { type RundownStore, createRundownStore } from "../src/features/streams/tracklist/rundown-store.ts";
import { toastStore } from "../src/lib/toast.ts";
import { tellAdded } from "../src/lib/use-add-to-stream.ts";
import { api, queryClient } from "../src/lib/trpc.ts";
import { NIGHT, asRead } from "./support/as-read.ts";
import { entry } from "./support/entry.ts";

const REFUSED = [{ error: { message: "The tracks were changed.", code: -32009, data: { code: "CONFLICT", httpStatus: 409 } } }];

describe("a step that meets what somebody else did", () => {
  let store: RundownStore;
  const notices = () => toastStore.entries().filter(({ open }) => open);
  const stepped = () => {
    store.remove({ tracks: [entry("a"), entry("b")], revision: 3 }, [itemId.parse("a")]);
    return vi.waitFor(() => expect(store.snapshot().conflict).not.toBeNull());
  };
  beforeEach(() => {
    vi.stubGlobal("localStorage", { getItem: () => null });
    vi.stubGlobal("document", { cookie: "" });
    vi.stubGlobal("fetch", () => Promise.resolve(Response.json(REFUSED, { status: 409 })));
    store = createRundownStore(NIGHT);
  });
  afterEach(() => {
    for (const { id } of toastStore.entries()) toastStore.dismiss(id);
    vi.unstubAllGlobals();
    queryClient.clear();
  });

  it("is told by a notice where the list was left, and kept to be asked about until somebody comes back", async () => {
    await stepped();
    expect(notices()).toMatchObject([{ title: "Update Failed", variant: "destructive" }]);
    expect(store.leave()).toBe(true);
    store.giveWay({ tracks: [entry("a"), entry("b")], revision: 3 }, leftBehind);
    await vi.waitFor(() => expect(store.leave()).toBe(false));
  });

  it("is asked about without a notice where the list is on the screen", async () => {
    store.subscribe(() => undefined);
    await stepped();
    expect(notices()).toEqual([]);
  });
});

describe("a list that was left with something under way", () => {
  const USER = { email: "a@label.example", role: "staff", status: "approved", createdAt: "2026-01-01T00:00:00.000Z" };
  afterEach(() => {
    vi.unstubAllGlobals();
    rundowns.clear();
  });

  it("is found by who left it, and not by somebody else who signs in meanwhile", async () => {
    let id = "ana";
    vi.stubGlobal("localStorage", { getItem: (key: string) => (key === "user" ? JSON.stringify({ ...USER, id }) : null) });
    const page = new EventTarget();
    vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
    vi.stubGlobal("document", Object.assign(page, { cookie: "" }));
    const asked = vi.fn(() => new Promise(() => undefined));
    vi.stubGlobal("fetch", asked);
    const { store, enter } = findRundown(NIGHT);
    const leave = enter();
    store.remove({ tracks: [entry("a"), entry("b")], revision: 3 }, [itemId.parse("a")]);
    await vi.waitFor(() => expect(asked).toHaveBeenCalled());
    id = "bo";
    leave();
    expect(findRundown(NIGHT).store.snapshot()).toEqual({ draft: null, conflict: null, undos: [] });
    id = "ana";
    const again = findRundown(NIGHT);
    expect(again.store).toBe(store);
    again.enter();
  });

  const gone = TRPCClientError.from({ error: { message: "", code: -32_004, data: { httpStatus: 404 } } });
  it.each<[string, () => Promise<unknown>, readonly string[]]>([
    ["they were added", () => Promise.resolve(), ["x", "older"]],
    ["the answer was lost, and they may have been", () => Promise.reject(new TypeError("Failed to fetch")), ["x", "older"]],
    ["the server refused them, and nothing was added", () => Promise.reject(gone), ["older"]],
  ])("is told of tracks that another screen sent to its end: %s", async (_what, send, taken) => {
    vi.stubGlobal("localStorage", { getItem: () => null });
    const page = new EventTarget();
    vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
    vi.stubGlobal("document", page);
    const { store, enter } = findRundown(NIGHT);
    const leave = enter();
    const entryOf = (name: string): NewEntry => ({ itemId: itemId.parse(name), trackId: entry("t").id, isGapless: null });
    store.added([entryOf("older")]);
    leave();
    const sent = send();
    tellAdded(sent, NIGHT, [entryOf("x")]);
    await sent.catch(() => undefined);
    const { undos } = findRundown(NIGHT).store.snapshot();
    expect(undos).toMatchObject(taken.map((name) => ({ step: { entries: [{ itemId: name }] } })));
  });
});

describe("a step pressed before the screen has heard of what was read", () => {
  const [a, b] = [entry("a"), entry("b")];
  beforeEach(() => {
    vi.stubGlobal("localStorage", { getItem: () => null });
    vi.stubGlobal("document", { cookie: "" });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    queryClient.clear();
  });

  it("is kept on the screen, and known as ours, where the list could not be read again; what is read later is shown", async () => {
    const asked: unknown[] = [];
    const reads: unknown[] = [];
    vi.stubGlobal("fetch", (address: string, { body }: { body?: string }) => {
      if (body === undefined) {
        reads.push(address);
        if (reads.length > 1) return Promise.reject(new TypeError("Failed to fetch"));
        return Promise.resolve(Response.json([{ result: { data: { tracks: [a, b], revision: 3 } } }]));
      }
      asked.push(JSON.parse(body));
      return Promise.resolve(Response.json([{ result: { data: { revision: 3 + asked.length } } }]));
    });
    const store = createRundownStore(NIGHT);
    const asOnScreen = { tracks: [a, b], revision: 3 };
    await api.streams.get.fetch({ id: NIGHT });
    const couldNotBeRead = (count: number) =>
      vi.waitFor(() =>
        expect([reads.length, queryClient.isFetching(), api.streams.get.getData({ id: NIGHT })?.revision]).toEqual([count, 0, 3]),
      );
    store.remove(asOnScreen, [a.itemId]);
    await couldNotBeRead(2);
    expect(store.tracks(asOnScreen)).toEqual([b]);
    store.remove(asOnScreen, [b.itemId]);
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    expect(asked[1]).toMatchObject({ 0: { readAt: 3, own: [4] } });
    await couldNotBeRead(3);
    asRead([], 5);
    store.read(5);
    expect(store.snapshot().draft).toBeNull();
  });

  it("that is refused is taken from the screen, though the list could not be read again after the one before", async () => {
    let stepCount = 0;
    vi.stubGlobal("fetch", (_address: string, { body }: { body?: string }) => {
      if (body === undefined || stepCount++ > 0) return Promise.reject(new TypeError("Failed to fetch"));
      return Promise.resolve(Response.json([{ result: { data: { revision: 4 } } }]));
    });
    const store = createRundownStore(NIGHT);
    const asOnScreen = { tracks: [a, b], revision: 3 };
    asRead([a, b], 3);
    store.remove(asOnScreen, [a.itemId]);
    store.remove(asOnScreen, [b.itemId]);
    await vi.waitFor(() => expect(store.snapshot().draft).toBeNull());
  });

  it("is made from what was read: a removal is shown as it is stored, and taken back", async () => {
    const asked: unknown[] = [];
    vi.stubGlobal("fetch", (_address: unknown, { body }: { body: string }) => {
      asked.push(JSON.parse(body));
      asRead([b], 4);
      return Promise.resolve(Response.json([{ result: { data: { revision: 4 } } }]));
    });
    const store = createRundownStore(NIGHT);
    const asOnScreen = { tracks: [a, b], revision: 3 };
    asRead([a, b], 3);
    store.remove(asOnScreen, [a.itemId]);
    await vi.waitFor(() => expect(store.snapshot().draft).toBeNull());
    expect(store.tracks(asOnScreen)).toEqual([b]);
    store.takeBack(asOnScreen);
    expect(store.tracks(asOnScreen)).toEqual([a, b]);
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    expect(asked[1]).toMatchObject({ 0: { readAt: 4, step: { is: "insert" } } });
  });

  it.each([
    { below: b, above: "a" },
    { below: a, above: null },
  ])("puts tracks where that stood which they were to stand under, and is gone since: under $above", async ({ below, above }) => {
    const asked: unknown[] = [];
    vi.stubGlobal("fetch", (_address: unknown, { body }: { body: string }) => {
      asked.push(JSON.parse(body));
      return Promise.resolve(Response.json([{ result: { data: { revision: 5 } } }]));
    });
    const store = createRundownStore(NIGHT);
    asRead(
      [a, b].filter((track) => track !== below),
      4,
    );
    const entries = [{ itemId: itemId.parse("x"), trackId: a.id, isGapless: null }];
    expect(await store.insert({ tracks: [a, b], revision: 3 }, entries, below.itemId, [a, b])).toBe("done");
    expect(asked).toMatchObject([{ 0: { readAt: 4, step: { is: "insert", after: above } } }]);
  });
});

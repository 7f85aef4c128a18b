import { type StreamTrack, type StreamWithTracks, itemId, streamId } from "@nightjar/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { findRundown, rundowns } from "../src/features/streams/tracklist/left-rundowns.ts";
import { toastStore } from "../src/lib/toast.ts";
import { api, queryClient } from "../src/lib/trpc.ts";

const NIGHT = streamId.parse("night");
const entry = (name: string) => ({ itemId: itemId.parse(name), title: name }) as StreamTrack;
const [a, b] = [entry("a"), entry("b")];
const base = { tracks: [a, b], revision: 3 };

describe("while a step of a rundown is not carried out", () => {
  let page: EventTarget;
  let tab: EventTarget & { visibilityState: string };
  /** Whether the browser would ask before the page goes. */
  const asks = () => !page.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  beforeEach(() => {
    page = new EventTarget();
    tab = Object.assign(new EventTarget(), { cookie: "", visibilityState: "visible" });
    vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
    vi.stubGlobal("document", tab);
    vi.stubGlobal("localStorage", { getItem: () => null });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    rundowns.clear();
    queryClient.clear();
    for (const { id } of toastStore.entries()) toastStore.dismiss(id);
  });

  it("the browser asks before the page goes, also once the list was left, and no more when the step is done", async () => {
    const answer = Promise.withResolvers<Response>();
    vi.stubGlobal("fetch", () => answer.promise);
    const { store, enter } = findRundown(NIGHT);
    const leave = enter();
    expect(asks()).toBe(false);
    store.remove(base, [a.itemId]);
    expect(asks()).toBe(true);
    leave();
    expect(asks()).toBe(true);
    api.streams.get.setData({ id: NIGHT }, { tracks: [b], revision: 4 } as unknown as StreamWithTracks);
    answer.resolve(Response.json([{ result: { data: { revision: 4 } } }]));
    await vi.waitFor(() => expect(asks()).toBe(false));
  });

  it("what waits for another press is sent when the page is hidden", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    const asked = vi.fn(() => new Promise(() => undefined));
    vi.stubGlobal("fetch", asked);
    const { store, enter } = findRundown(NIGHT);
    enter();
    store.move(base, { is: "move", itemIds: [b.itemId], after: null });
    tab.dispatchEvent(new Event("visibilitychange"));
    await vi.advanceTimersByTimeAsync(100);
    expect(asked).not.toHaveBeenCalled();
    tab.visibilityState = "hidden";
    tab.dispatchEvent(new Event("visibilitychange"));
    await vi.advanceTimersByTimeAsync(100);
    expect(asked).toHaveBeenCalledTimes(1);
  });
});

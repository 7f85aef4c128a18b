import { streamId } from "@nightjar/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { stepsAreSent } from "../src/features/streams/state/steps-are-sent.ts";
import { findRundown, rundowns } from "../src/features/streams/tracklist/left-rundowns.ts";
import { toastStore } from "../src/lib/toast.ts";
import { queryClient } from "../src/lib/trpc.ts";
import { NIGHT, asRead } from "./support/as-read.ts";
import { entry } from "./support/entry.ts";

const [a, b] = [entry("a"), entry("b")];
const base = { tracks: [a, b], revision: 3 };
const USER = { email: "a@label.example", role: "staff", status: "approved", createdAt: "2026-01-01T00:00:00.000Z" };

/** The steps are answered like that, and what is read like this, or never. */
function answered(step: () => Promise<Response>, read: () => Promise<Response> = () => new Promise(() => undefined)) {
  const asked = vi.fn((_address: unknown, { body }: { body?: string }) => (body === undefined ? read() : step()));
  vi.stubGlobal("fetch", asked);
  return asked;
}
const refused = (httpStatus: number, message: string) =>
  Promise.resolve(Response.json([{ error: { message, code: -32000, data: { httpStatus } } }], { status: httpStatus }));

describe("while a step of a rundown is not carried out", () => {
  let page: EventTarget;
  let tab: EventTarget & { visibilityState: string };
  let userId: string | null;
  /** Whether the browser would ask before the page goes. */
  const asks = () => !page.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  beforeEach(() => {
    page = new EventTarget();
    tab = Object.assign(new EventTarget(), { cookie: "", visibilityState: "visible" });
    vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
    vi.stubGlobal("document", tab);
    userId = "ana";
    const getItem = (key: string) => (key === "user" && userId !== null ? JSON.stringify({ ...USER, id: userId }) : null);
    vi.stubGlobal("localStorage", { getItem });
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
    answered(() => answer.promise);
    const { store, enter } = findRundown(NIGHT);
    const leave = enter();
    expect(asks()).toBe(false);
    store.remove(base, [a.itemId]);
    expect(asks()).toBe(true);
    leave();
    expect(asks()).toBe(true);
    asRead([b], 4);
    answer.resolve(Response.json([{ result: { data: { revision: 4 } } }]));
    await vi.waitFor(() => expect(asks()).toBe(false));
  });

  it("the browser asks nobody who could not settle it: where nobody is signed in, or somebody else, who does not find it", async () => {
    const asked = answered(() => new Promise(() => undefined));
    const { store, enter } = findRundown(NIGHT);
    const leave = enter();
    store.remove(base, [a.itemId]);
    leave();
    await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
    const isAsked = (id: string | null) => {
      userId = id;
      return asks();
    };
    expect([null, "bo", "ana"].map(isAsked)).toEqual([false, false, true]);
    userId = "bo";
    findRundown(NIGHT).enter();
    expect(["bo", "ana"].map(isAsked)).toEqual([false, false]);
    expect(findRundown(NIGHT).store).not.toBe(store);
    // What was read as she was asked.
    await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(2));
  });

  it("the browser asks no more once that is done, though what was read was forgotten meanwhile", async () => {
    const answer = Promise.withResolvers<Response>();
    const asked = answered(() => answer.promise);
    asRead(base.tracks, base.revision);
    const { store, enter } = findRundown(NIGHT);
    const leave = enter();
    store.remove(base, [a.itemId]);
    leave();
    await vi.waitFor(() => expect(asked).toHaveBeenCalled());
    queryClient.clear();
    answer.resolve(Response.json([{ result: { data: { revision: 4 } } }]));
    await vi.waitFor(() => expect(store.snapshot().draft).toBeNull());
    expect(asks()).toBe(false);
  });

  it("the browser asks once about what met a change of somebody else's where the stream is deleted by now", async () => {
    answered(
      () => refused(409, "The tracks were changed."),
      () => refused(404, "Stream not found"),
    );
    const { store, enter } = findRundown(NIGHT);
    const leave = enter();
    store.remove(base, [a.itemId]);
    leave();
    await vi.waitFor(() => expect(store.snapshot().conflict).not.toBeNull());
    expect(asks()).toBe(true);
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

  describe("what is asked of the stream on air goes on by the order that is shown", () => {
    const carriedOut = (revision: number) => Promise.resolve(Response.json([{ result: { data: { revision } } }]));
    /** Two steps, the first of which waits for another press. @returns how many were answered when it may go on */
    const answeredBefore = async (answers: readonly (() => Promise<Response>)[]) => {
      let count = 0;
      const asked = answered(() => (answers[count++] ?? (() => refused(500, "Something went wrong")))());
      const { store, enter } = findRundown(NIGHT);
      enter();
      store.move(base, { is: "move", itemIds: [b.itemId], after: null });
      store.remove(base, [a.itemId]);
      await stepsAreSent({ id: NIGHT });
      return [count, asked.mock.calls.filter(([, { body }]) => body !== undefined).length];
    };

    it("once all steps that wait are carried out", async () => {
      expect(await answeredBefore([() => carriedOut(4), () => carriedOut(5)])).toEqual([2, 2]);
    });

    it("also where one is refused or not answered: that is told, and what is on air can be left all the same", async () => {
      expect(await answeredBefore([() => refused(409, "The tracks were changed.")])).toEqual([1, 1]);
      expect(rundowns.get(NIGHT)?.snapshot().conflict).not.toBeNull();
      // What waits for somebody to choose holds up nothing.
      await stepsAreSent({ id: NIGHT });
      rundowns.clear();
      expect(await answeredBefore([() => Promise.reject(new TypeError("Failed to fetch"))])).toEqual([1, 1]);
      expect(toastStore.entries()).toMatchObject([{ title: "Update Failed" }]);
    });

    it("at once where nothing waits, or only in another stream's list", async () => {
      answered(() => new Promise(() => undefined));
      const { store, enter } = findRundown(NIGHT);
      enter();
      store.remove(base, [a.itemId]);
      await stepsAreSent({ id: streamId.parse("another") });
    });
  });
});

// What was done to a list just before a Skip is there to be skipped to.
import { QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useSeveral } from "../src/features/streams/several/use-several.ts";
import { heardOn, useSkip, useUpdateContent } from "../src/features/streams/state/use-air-changes.ts";
import { findRundown, rundowns } from "../src/features/streams/tracklist/left-rundowns.ts";
import { useTrackActions } from "../src/features/streams/tracklist/use-track-actions.ts";
import { toastStore } from "../src/lib/toast.ts";
import { api, queryClient, trpc, trpcClient } from "../src/lib/trpc.ts";
import { NIGHT, asRead } from "./support/as-read.ts";
import { entry } from "./support/entry.ts";

const [a, b, c] = [entry("a"), entry("b"), entry("c")];
let asked: string[];

/** What a hook gives when it is drawn. */
function drawn<T>(use: () => T): T {
  const given: T[] = [];
  const Drawn = () => {
    given.push(use());
    return null;
  };
  const calls = { client: trpcClient, queryClient, children: createElement(Drawn) };
  renderToStaticMarkup(createElement(QueryClientProvider, { client: queryClient }, createElement(trpc.Provider, calls)));
  const [first] = given;
  if (first === undefined) throw new Error("it was not drawn");
  return first;
}
const night = () => {
  const read = api.streams.get.getData({ id: NIGHT });
  if (!read) throw new Error("it was read");
  return read;
};

beforeEach(() => {
  vi.stubGlobal("localStorage", { getItem: () => null });
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("document", Object.assign(new EventTarget(), { cookie: "" }));
  asked = [];
  asRead([a, b, c], 3);
});
afterEach(() => {
  vi.unstubAllGlobals();
  rundowns.clear();
  queryClient.clear();
  for (const { id } of toastStore.entries()) toastStore.dismiss(id);
});

it.each<[string, string, () => void]>([
  ["Skip", "streams.skip", () => drawn(useSkip).run(heardOn(NIGHT))],
  ["Play now", "streams.jump", () => drawn(() => useTrackActions(night())).playNow(c)],
  ["Update Live Stream", "streams.updateContent", () => drawn(useUpdateContent).run(NIGHT)],
  ["Skip of several", "streams.skip", () => drawn(useSeveral).run("skip", [night()])],
  ["a jump of several", "streams.jump", () => drawn(useSeveral).jump([night()], new Map([[NIGHT, c.itemId]]))],
])(
  "%s is asked for once a move that waits for another press is answered, and is asked for though that was refused",
  async (_, path, press) => {
    const answer = Promise.withResolvers<Response>();
    vi.stubGlobal("fetch", (address: string, { body }: { body?: string }) => {
      if (body !== undefined) asked.push(address.replace(/^.*\/trpc\//, "").replace(/\?.*$/, ""));
      return asked.length === 1 ? answer.promise : new Promise(() => undefined);
    });
    const { store, enter } = findRundown(NIGHT);
    enter();
    store.move({ tracks: [a, b, c], revision: 3 }, { is: "move", itemIds: [c.itemId], after: a.itemId });
    press();
    await vi.waitFor(() => expect(asked).toEqual(["streams.stepTracklist"]));
    const data = { code: "INTERNAL_SERVER_ERROR", httpStatus: 500, appCode: "internal" };
    answer.resolve(Response.json([{ error: { message: "Something went wrong", code: -32603, data } }], { status: 500 }));
    await vi.waitFor(() => expect(asked).toEqual(["streams.stepTracklist", path]));
  },
);

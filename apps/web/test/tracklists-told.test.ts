import { HELLO_EVENT } from "@nightjar/contract";
import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { live } from "../src/lib/live/live.ts";
import { queryClient } from "../src/lib/trpc.ts";
import { Source } from "./support/source.ts";

const keyOf = (id: string) => [["streams", "get"], { input: { id }, type: "query" }];
/** The longest rest between two readings of tracklists, which other tests may have begun. */
const REST_MS = 6000;

beforeEach(() => {
  // Tests of other files share the process, and the client with it.
  queryClient.clear();
  vi.stubGlobal("localStorage", { getItem: () => null });
  vi.stubGlobal("document", { cookie: "" });
  vi.stubGlobal("EventSource", Source);
  Source.all = [];
  live.start();
  Source.all[0]?.say(HELLO_EVENT, '{"isResumed":true}');
});
afterEach(() => {
  live.stop();
  queryClient.clear();
  vi.unstubAllGlobals();
});

test("a track that changes while a tracklist is read is shown as it is then, the first time and where it was just added", async () => {
  const onTheirWay: (() => void)[] = [];
  let title = "as it was";
  const read = async () => {
    const tracks = [{ id: "moth", title }];
    await new Promise<void>((arrive) => onTheirWay.push(arrive));
    return { tracks };
  };
  queryClient.setQueryData(keyOf("added to"), { tracks: [] });
  const screens = ["new", "added to"].map((id) => new QueryObserver(queryClient, { queryKey: keyOf(id), queryFn: read, staleTime: 0 }));
  const leave = screens.map((screen) => screen.subscribe(() => undefined));
  title = "as it is";
  Source.all[0]?.say("message", '{"type":"changed","entity":"tracks","id":"moth"}');
  const shown = () => {
    for (const arrive of onTheirWay.splice(0)) arrive();
    return screens.map((screen) => screen.getCurrentResult().data?.tracks);
  };
  const asItIs = [{ id: "moth", title: "as it is" }];
  await expect.poll(shown, { timeout: REST_MS }).toEqual([asItIs, asItIs]);
  for (const end of leave) end();
});

import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { live } from "../src/lib/live/live.ts";
import { queryClient } from "../src/lib/trpc.ts";
import { openLine } from "./support/live-line.ts";
import { Source } from "./support/source.ts";

const keyOf = (id: string, call = "get") => [["streams", call], { input: { id }, type: "query" }];
/** The longest rest between two readings of tracklists, which other tests may have begun. */
const REST_MS = 6000;

beforeEach(() => {
  // Tests of other files share the process, and the client with it.
  queryClient.clear();
  openLine();
});
afterEach(() => {
  live.stop();
  queryClient.clear();
  vi.unstubAllGlobals();
});

/** Answers that are on their way from the server. */
const onTheirWay: (() => void)[] = [];
const onItsWay = async <T>(answer: T): Promise<T> => {
  await new Promise<void>((arrive) => onTheirWay.push(arrive));
  return answer;
};
const arrive = () => {
  for (const each of onTheirWay.splice(0)) each();
};
const tell = (event: object) => Source.all[0]?.say("message", JSON.stringify(event));

test("a track that changes while a tracklist is read is shown as it is then, the first time and where it was just added", async () => {
  let title = "as it was";
  const queryFn = () => onItsWay({ tracks: [{ id: "moth", title }] });
  queryClient.setQueryData(keyOf("added to"), { tracks: [] });
  const screens = ["new", "added to"].map((id) => new QueryObserver(queryClient, { queryKey: keyOf(id), queryFn, staleTime: 0 }));
  const leave = screens.map((screen) => screen.subscribe(() => undefined));
  title = "as it is";
  tell({ type: "changed", entity: "tracks", id: "moth" });
  const shown = () => {
    arrive();
    return screens.map((screen) => screen.getCurrentResult().data?.tracks);
  };
  const asItIs = [{ id: "moth", title: "as it is" }];
  await expect.poll(shown, { timeout: REST_MS }).toEqual([asItIs, asItIs]);
  for (const end of leave) end();
});

test("an answer from before the end of a stream is not the last word: nothing reads it again once it is off", async () => {
  let state = "stopping";
  const queryKey = keyOf("night", "live");
  const screen = new QueryObserver(queryClient, { queryKey, queryFn: () => onItsWay({ onAir: { state } }) });
  const leave = screen.subscribe(() => undefined);
  state = "off";
  tell({ type: "on-air", streamId: "night", onAir: { state } });
  const shown = () => {
    arrive();
    return screen.getCurrentResult().data?.onAir.state;
  };
  await expect.poll(shown).toBe("off");
  leave();
});

import { HELLO_EVENT, OFF_AIR, itemId, streamId, trackId } from "@nightjar/contract";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { heardOn } from "../src/features/streams/state/use-air-changes.ts";
import { airingOf } from "../src/features/streams/tracklist/use-coming.ts";
import { live } from "../src/lib/live/live.ts";

const night = streamId.parse("night");
const words = { title: "Moth", artist: "Lamp", startedAt: "2026-01-01T00:00:00.000Z", durationMs: 1000, because: null };
const track = { id: trackId.parse("moth"), itemId: itemId.parse("first"), ...words };

class Source extends EventTarget {
  static last: Source | undefined;
  isOpen = true;
  constructor() {
    super();
    Source.last = this;
  }
  close(): void {
    this.isOpen = false;
  }
}
const opened = () => Source.last?.dispatchEvent(new MessageEvent(HELLO_EVENT, { data: '{"isResumed":true}' }));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("localStorage", { getItem: () => null });
  vi.stubGlobal("document", { cookie: "" });
  vi.stubGlobal("EventSource", Source);
  vi.stubGlobal("fetch", () => Promise.resolve(new Response()));
  live.start();
});
afterEach(() => {
  live.stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("a skip is asked with the entry that is heard as far as this page was told, and without one where none is", () => {
  opened();
  expect(heardOn(night)).toEqual({ id: "night", itemId: undefined });
  live.put(night, { ...OFF_AIR, state: "on-air", track }, 1);
  expect(heardOn(night)).toEqual({ id: "night", itemId: "first" });
  live.put(night, { ...OFF_AIR, state: "slate" }, 2);
  expect(heardOn(night)).toEqual({ id: "night", itemId: undefined });
});

test("a skip names no entry where a tab wakes and has heard nobody yet: what was heard before is over, and would skip nothing", () => {
  opened();
  live.put(night, { ...OFF_AIR, state: "on-air", track }, 1);
  live.rest();
  vi.advanceTimersByTime(20 * 60_000);
  live.hurry();
  expect(heardOn(night)).toEqual({ id: "night", itemId: undefined });
});

describe("Play next goes by what is heard", () => {
  const nextTrack = { ...track, itemId: itemId.parse("second"), startedAt: "2026-01-01T00:00:50.000Z" };
  const RECEIVED_AT_MS = Date.UTC(2030, 5, 1);
  const heard = () => {
    const { connection, streams } = live.snapshot();
    return airingOf(connection, streams.get(night));
  };
  beforeEach(() => {
    opened();
    live.put(night, { ...OFF_AIR, state: "on-air", track, nextTrack, positionMs: 48_000 }, RECEIVED_AT_MS);
  });

  test("and by when what follows begins, though this machine's clock is wrong by years", () =>
    expect(heard()).toEqual({ isHeard: true, itemId: "first", nextItemId: "second", nextStartsAtMs: RECEIVED_AT_MS + 2000 }));

  test("and by nothing where a tab wakes and has heard nobody yet: what was heard before is left by now", () => {
    live.rest();
    vi.advanceTimersByTime(20 * 60_000);
    live.hurry();
    expect(heard().isHeard).toBe(false);
    opened();
    expect(heard()).toMatchObject({ isHeard: true, itemId: "first" });
  });
});

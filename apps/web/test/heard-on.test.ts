import { OFF_AIR, itemId, streamId, trackId } from "@nightjar/contract";
import { afterEach, expect, test } from "vitest";
import { heardOn } from "../src/features/streams/state/use-air-changes.ts";
import { live } from "../src/lib/live/live.ts";

const night = streamId.parse("night");
const words = { title: "Moth", artist: "Lamp", startedAt: "2026-01-01T00:00:00.000Z", durationMs: 1000, because: null };
const track = { id: trackId.parse("moth"), itemId: itemId.parse("first"), ...words };
afterEach(() => live.stop());

test("a skip is asked with the entry that is heard as far as this page was told, and without one where none is", () => {
  expect(heardOn(night)).toEqual({ id: "night", itemId: undefined });
  live.put(night, { ...OFF_AIR, state: "on-air", track }, 1);
  expect(heardOn(night)).toEqual({ id: "night", itemId: "first" });
  live.put(night, { ...OFF_AIR, state: "slate" }, 2);
  expect(heardOn(night)).toEqual({ id: "night", itemId: undefined });
});

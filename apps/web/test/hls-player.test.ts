import { describe, expect, it } from "vitest";
import { canPlayHls, hlsAddressOf } from "../src/features/watch/hls-player.ts";

describe("a browser that cannot play FLV", () => {
  it("is led to the playlist beside it, where it plays such", () => {
    expect(hlsAddressOf("/api/test-stream/a.flv/live.flv")).toBe("/api/test-stream/a.flv/live.m3u8");
    expect(canPlayHls({ canPlayType: (type) => (type.includes("mpegurl") ? "maybe" : "") })).toBe(true);
    expect(canPlayHls({ canPlayType: () => "" })).toBe(false);
  });
});

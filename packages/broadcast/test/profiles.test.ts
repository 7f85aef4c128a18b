import { AAC_PACKET_SAMPLES, PROFILES, PROFILE_IDS, QUALITIES, encoderProfile, profileOf } from "@nightjar/contract";
import { describe, expect, it } from "vitest";
import { headerName, headerProfile, isCarried, onThisConnection } from "../src/director/prepare/header-choice.ts";
import { streamClock } from "../src/timeline/clock.ts";
import { testPlan } from "./support/engine.ts";

/** H.264 Table A-1: macroblocks a second, macroblocks a frame, decoded pictures in macroblocks, kbit/s in High profile. */
const LIMITS: Readonly<Record<string, readonly [number, number, number, number]>> = {
  "3.1": [108_000, 3600, 18_000, 17_500],
  "3.2": [216_000, 5120, 20_480, 25_000],
  "4.1": [245_760, 8192, 32_768, 62_500],
  "4.2": [522_240, 8704, 34_816, 62_500],
  "5.0": [589_824, 22_080, 110_400, 168_750],
  "5.1": [983_040, 36_864, 184_320, 300_000],
};
const REFERENCES = 3;

describe("every profile", () => {
  it.each(PROFILE_IDS)("%s stays within its H.264 level at every quality", (id) => {
    const { level, widthPx, heightPx, framesPerSecond } = PROFILES[id];
    const [perSecond = 0, perFrame = 0, decoded = 0, kbps = 0] = LIMITS[level] ?? [];
    const macroblocks = Math.ceil(widthPx / 16) * Math.ceil(heightPx / 16);
    expect(macroblocks * framesPerSecond).toBeLessThanOrEqual(perSecond);
    expect(macroblocks).toBeLessThanOrEqual(perFrame);
    expect(macroblocks * REFERENCES).toBeLessThanOrEqual(decoded);
    for (const quality of QUALITIES) expect(encoderProfile(id, quality).videoKbps).toBeLessThanOrEqual(kbps);
  });

  it.each(PROFILE_IDS)("%s has a GOP of two seconds, in which whole pictures and whole packets meet", (id) => {
    const { gopFrames, framesPerSecond, sampleRateHz } = PROFILES[id];
    expect(gopFrames / framesPerSecond).toBe(2);
    const clock = streamClock(PROFILES[id]);
    // 16 pictures at 30 a second, 32 at 60, last as long as 25 packets.
    const frames = (25 * AAC_PACKET_SAMPLES * framesPerSecond) / sampleRateHz;
    expect(frames).toBe(framesPerSecond === 60 ? 32 : 16);
    for (const times of [1, 1000, 1_000_000]) {
      // Each of the two is rounded to a millisecond.
      expect(Math.abs(clock.videoPtsMs(frames * times) - clock.audioPtsMs(25 * times))).toBeLessThanOrEqual(1);
      expect(clock.frameAtPacket(25 * times)).toBe(frames * times);
    }
  });

  it("gives economy, standard and high quality their bits, and changes nothing else", () => {
    const kbps = QUALITIES.map((quality) => encoderProfile("1080p30", quality).videoKbps);
    expect(kbps).toEqual([3150, 4500, 6300]);
    expect(encoderProfile("1080p30", "high")).toEqual({ ...PROFILES["1080p30"], videoKbps: 6300 });
    const plan = testPlan([], "rtmp://127.0.0.1/live", "key", { profileId: "720p60", quality: "economy" });
    expect(profileOf(plan)).toEqual(encoderProfile("720p60", "economy"));
  });
});

describe("a change of a running stream's plan", () => {
  const running = { profileId: "1080p30", quality: "standard", renderEncoder: "software" } as const;
  const plan = testPlan([], "rtmp://127.0.0.1/live", "key", running);

  it("is carried by the connection that stands, also at another quality", () => {
    expect(isCarried({ ...plan, quality: "high", channelName: "Other" }, running)).toBe(true);
    expect(onThisConnection({ ...plan, quality: "high" }, running).quality).toBe("high");
  });

  it("of the profile needs another connection, and is not shown on this one", () => {
    const changed = { ...plan, profileId: "720p60", channelName: "Other" } as const;
    expect(isCarried(changed, running)).toBe(false);
    expect(onThisConnection(changed, running)).toMatchObject({ profileId: "1080p30", channelName: "Other" });
  });

  it("of the studio's encoder waits until the session begins anew", () => {
    const changed = { ...plan, renderEncoder: "nvenc" } as const;
    expect(isCarried(changed, running)).toBe(true);
    expect(onThisConnection(changed, running).renderEncoder).toBe("software");
  });

  it("of the quality needs another connection with hardware, whose headers may hold the bitrate", () => {
    const hardware = { ...running, renderEncoder: "vaapi" } as const;
    expect(isCarried({ ...plan, quality: "high" }, hardware)).toBe(false);
    expect(onThisConnection({ ...plan, quality: "high" }, hardware)).toMatchObject({ quality: "standard", renderEncoder: "vaapi" });
    expect(headerName({ ...hardware, quality: "high" })).not.toBe(headerName(hardware));
    expect(headerProfile({ ...hardware, quality: "high" }).videoKbps).toBe(6300);
    expect(headerProfile({ ...running, quality: "high" })).toEqual(PROFILES["1080p30"]);
  });
});

import { destinationInput } from "@nightjar/contract";
import { describe, expect, it } from "vitest";
import { OWN_SERVER, SERVICES, addressFor, keyHintOf, serviceOf } from "../src/features/streams/destinations/services.ts";
import { chartPaths, takenWords, topOf } from "../src/features/streams/destinations/taken.ts";

describe("a well-known service", () => {
  it("fills an address that the server takes and that is known again as that service", () => {
    expect(SERVICES.map(({ name }) => name)).toEqual(["YouTube", "Twitch", "Facebook", "Kick"]);
    for (const { name } of SERVICES) {
      const rtmpUrl = addressFor(name, "rtmp://typed.example/app");
      expect(destinationInput.safeParse({ rtmpUrl, streamKey: "k" }).success).toBe(true);
      expect(serviceOf(rtmpUrl)).toBe(name);
      expect(keyHintOf(rtmpUrl)).not.toBeNull();
    }
  });

  it("gives way to one's own server, whose address stays as it was typed", () => {
    expect(addressFor(OWN_SERVER, "rtmp://typed.example/app")).toBe("rtmp://typed.example/app");
    expect(addressFor(OWN_SERVER, SERVICES[0].rtmpUrl)).toBe("");
    expect(["", "rtmp://typed.example/app", "rtmp://"].map(serviceOf)).toEqual([OWN_SERVER, OWN_SERVER, OWN_SERVER]);
    expect(keyHintOf("rtmp://typed.example/app")).toBeNull();
  });
});

describe("the chart of what a destination took", () => {
  it("leaves a gap where nobody looked, and none where nothing was taken", () => {
    expect(chartPaths([null, 50, 100, null, 0, null], 100)).toEqual(["M1 100 V50 H2 V0 H3 V100 Z", "M4 100 V100 H5 V100 Z"]);
  });

  it("ends at a round figure above the highest", () => {
    expect([[], [null, 0], [4600], [4000, 9000], [870]].map(topOf)).toEqual([2, 2, 10_000, 20_000, 2000]);
  });

  it("says in words what it shows", () => {
    expect(takenWords({ stepMs: 15_000, kbps: [null, null] })).toBe("Nothing is known of the last hour yet");
    expect(takenWords({ stepMs: 15_000, kbps: [null, 4000, 4200, 0] })).toBe("0 to 4,200 kbit/s taken over the last 45 s");
    expect(takenWords({ stepMs: 15_000, kbps: [4000, 4000, 4000, 4000] })).toBe("4,000 kbit/s taken over the last 1 min");
  });
});

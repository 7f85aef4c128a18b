import { destinationInput } from "@nightjar/contract";
import { describe, expect, it } from "vitest";
import { withKept } from "../src/features/streams/destinations/kept-rows.ts";
import { OWN_SERVER, SERVICES, addressFor, keyHintOf, serviceOf } from "../src/features/streams/destinations/services.ts";
import { takenWords } from "../src/features/streams/destinations/taken-words.ts";
import { viewerWords } from "../src/features/streams/destinations/viewer-words.ts";

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

describe("the rows of several destinations", () => {
  const rows = (there: string, kept: readonly (readonly [id: string, at: number])[]) =>
    withKept(
      [...there].map((id) => ({ id })),
      kept.map(([id, at]) => ({ destination: { id }, at })),
    ).map(({ destination: { id }, isGone }) => (isGone ? `(${id})` : id));

  it("keep each that is gone while something is typed in its place where it stood, and what was put in its place below it", () => {
    expect(rows("axc", [["b", 1]])).toEqual(["a", "(b)", "x", "c"]);
    expect(rows("ac", [["b", 1]])).toEqual(["a", "(b)", "c"]);
    expect(rows("", [["b", 1]])).toEqual(["(b)"]);
    expect(
      rows("b", [
        ["c", 2],
        ["a", 0],
      ]),
    ).toEqual(["(a)", "b", "(c)"]);
  });

  it("are those there are where none of them is gone", () => {
    expect(rows("abc", [["b", 1]])).toEqual(["a", "b", "c"]);
  });
});

describe("the chart of what a destination took", () => {
  it("says in words what it shows", () => {
    expect(takenWords({ stepMs: 15_000, kbps: [null, null] })).toBe("Nothing is known of the last hour yet");
    expect(takenWords({ stepMs: 15_000, kbps: [null, 4000, 4200, 0] })).toBe("0 to 4,200 kbit/s taken over the last 45 s");
    expect(takenWords({ stepMs: 15_000, kbps: [4000, 4000, 4000, 4000] })).toBe("4,000 kbit/s taken over the last 1 min");
  });
});

describe("the chart of viewers", () => {
  it("says in words what it shows, and nobody only where YouTube said so", () => {
    const told = (viewers: (number | null)[]) => viewerWords({ stepMs: 60_000, viewers }, "hour");
    expect(told([null, null])).toBe("YouTube has told no viewers over the last hour");
    expect(told([0, 1])).toBe("0 to 1 viewer over the last hour");
    expect(told([1204, null, 980])).toBe("980 to 1,204 viewers over the last hour, not known all the time");
    expect(viewerWords({ stepMs: 60_000, viewers: [7, 7] }, "day")).toBe("7 viewers over the last day");
  });
});

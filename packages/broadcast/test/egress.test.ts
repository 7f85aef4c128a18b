import { DESTINATION_STATES, ON_AIR_STATES } from "@nightjar/contract";
import { describe, expect, it } from "vitest";
import { Backoff } from "../src/egress/backoff.ts";
import { explainEnd } from "../src/egress/refusal.ts";
import { DESTINATION_TRANSITIONS, STREAM_TRANSITIONS, TransitionError, checkTransition } from "../src/egress/transitions.ts";

describe("pauses between attempts", () => {
  it("double from a quarter of a second to ten seconds, and stay there for ever", () => {
    const backoff = new Backoff();
    const pauses = Array.from({ length: 2_000 }, () => backoff.next());
    expect(pauses.slice(0, 8)).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
    expect(pauses.at(-1)).toBe(10_000);
  });

  it("begin anew after progress", () => {
    const backoff = new Backoff();
    for (let count = 0; count < 5; count += 1) backoff.next();
    backoff.reset();
    expect(backoff.next()).toBe(250);
  });
});

describe("what ffmpeg said at its end", () => {
  it.each([
    [
      "[rtmp @ 0x55] Server error: Stream already publishing\npipe: x",
      true,
      "The destination refused the stream: Stream already publishing",
    ],
    ["[rtmp @ 0x1] Server error: Authentication failed.", true, "The destination refused the stream: Authentication failed."],
    ["[tcp @ 0x1] Connection to tcp://127.0.0.1:1935 failed: Connection refused", false, "Nothing answers at the destination's address."],
    ["[tcp @ 0x1] Failed to resolve hostname nowhere.invalid: Name or service not known", false, "The destination's name cannot be found."],
    ["Connection to tcp://10.0.0.1 failed: Connection timed out", false, "The destination did not answer in time."],
    ["av_interleaved_write_frame(): Broken pipe", false, "The destination closed the connection."],
    ["av_interleaved_write_frame(): Connection reset by peer", false, "The destination closed the connection."],
    ["rtmp://x: Input/output error", false, "The destination closed the connection."],
    ["", false, "The connection to the destination ended."],
    ["something never seen", false, "The connection to the destination ended."],
  ])("%j becomes a sentence", (messages, isRefused, sentence) => {
    expect(explainEnd(messages)).toEqual({ isRefused, sentence });
  });
});

describe.each([
  ["a stream", STREAM_TRANSITIONS as Readonly<Record<string, readonly string[]>>, ON_AIR_STATES as readonly string[]],
  ["a destination", DESTINATION_TRANSITIONS as Readonly<Record<string, readonly string[]>>, DESTINATION_STATES as readonly string[]],
])("the state of %s", (_what, table, states) => {
  const pairs = states.flatMap((from) => states.map((next) => [from, next] as const));

  it.each(pairs)("from %s to %s changes only where the table has it", (from, next) => {
    const change = () => checkTransition(table, from, next);
    if (from === next || table[from]?.includes(next)) expect(change()).toBe(next);
    else expect(change).toThrow(TransitionError);
  });

  it("can be left from every state but the last, and every state can be reached", () => {
    const last = { stopped: "stopped" };
    for (const state of states) {
      if (!(state in last)) expect(table[state]).not.toEqual([]);
      const isStart = state === "off" || state === "waiting";
      expect(isStart || states.some((from) => table[from]?.includes(state))).toBe(true);
    }
  });
});

describe("what the tables refuse", () => {
  it.each([
    ["off", "on-air"],
    ["stopping", "on-air"],
    ["stopping", "reconnecting"],
    ["on-air", "preparing"],
    ["on-air", "off"],
  ] as const)("a stream going from %s to %s", (from, next) => {
    expect(() => checkTransition(STREAM_TRANSITIONS, from, next)).toThrow(TransitionError);
  });

  it.each(["waiting", "connecting", "sending", "stalled", "refused"] as const)("a stopped destination becoming %s again", (next) => {
    expect(() => checkTransition(DESTINATION_TRANSITIONS, "stopped", next)).toThrow(TransitionError);
  });

  it("a destination sending that never connected", () => {
    expect(() => checkTransition(DESTINATION_TRANSITIONS, "waiting", "sending")).toThrow(TransitionError);
  });
});

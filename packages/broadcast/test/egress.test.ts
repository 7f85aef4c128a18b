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

const CLOSED = "The destination closed the connection.";
const REFUSED = "The destination refused the stream without a reason. Check its address and stream key.";
const NO_RTMP = "What answers at the destination's address does not speak RTMP.";
const NO_TLS = "A secure connection to the destination could not be made.";

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
    ["av_interleaved_write_frame(): Input/output error\nError writing trailer of rtmp://x/live: Broken pipe", false, CLOSED],
    // As recorded from ffmpeg 5.1: a key that nginx does not let publish, and an application that it does not have.
    ["rtmp://127.0.0.1:44877/live: Input/output error", true, REFUSED],
    ["[out#0/flv @ 0x1] Error opening output rtmp://x/live: Input/output error", true, REFUSED],
    [
      "[rtmp @ 0x55624febafc0] Server error: Already publishing\nrtmp://x/live: Operation not permitted",
      true,
      "The destination refused the stream: Already publishing",
    ],
    ["[rtmp @ 0x1] Cannot read RTMP handshake response\nrtmp://x/live: Connection reset by peer", false, NO_RTMP],
    [
      "[tls @ 0x1] Error in the pull function.\n[rtmps @ 0x1] Cannot open connection tls://x\nrtmps://x/live: Connection reset by peer",
      false,
      NO_TLS,
    ],
    [
      "[rtmps @ 0x1] Cannot open connection tls://x:1\nrtmps://x:1/live: Connection refused",
      false,
      "Nothing answers at the destination's address.",
    ],
    [
      "[tcp @ 0x1] Connection to tcp://192.0.2.1:1935 failed: No route to host",
      false,
      "The destination cannot be reached over the network.",
    ],
    ["", false, "The connection to the destination ended."],
    ["something never seen", false, "The connection to the destination ended."],
  ])("%j becomes a sentence", (messages, isRefused, sentence) => {
    expect(explainEnd(messages, "the-stream-key")).toEqual({ isRefused, sentence });
  });
});

describe("what the far end wrote", () => {
  const NOT_SHOWN = "The destination refused the stream. What it wrote holds the stream key, so it is not shown.";
  const TWITCH = "live_123_AbCdEfGh?bandwidthtest=true";
  const LONG = Array.from({ length: 60 }, (_, nth) => `k${1000 + nth}`).join("");
  it.each([
    // A short key is within many words: these are not it.
    ["b", "Already publishing", "The destination refused the stream: Already publishing"],
    ["in", "Already publishing", "The destination refused the stream: Already publishing"],
    ["b", "Stream b is busy", NOT_SHOWN],
    ["b", "Stream 'live/b' is busy", NOT_SHOWN],
    ["b", "B", NOT_SHOWN],
    ["Already", "Already publishing", NOT_SHOWN],
    ["a.*b", "Stream a.*b is busy", NOT_SHOWN],
    ["abcd-efgh-1234", "No stream xabcd-efgh-1234x", NOT_SHOWN],
    ["abcd-efgh-1234", "No such stream", "The destination refused the stream: No such stream"],
    // A part of it alone, masked, encoded, or cut by ffmpeg.
    [TWITCH, "Stream live_123_AbCdEfGh is busy", NOT_SHOWN],
    [TWITCH, "Stream ********AbCdEfGh is busy", NOT_SHOWN],
    [TWITCH, "Stream live%5F123%5FAbCdEfGh%3Fbandwidthtest%3Dtrue is busy", NOT_SHOWN],
    ["radio?sig=a%2Fb%2Bc%3Dd%2Fe%2Bf", "Bad signature a/b+c=d/e+f", NOT_SHOWN],
    ["radio?sig=a/b+c=d/e+f", "Bad signature a%2Fb%2Bc%3Dd%2Fe%2Bf", NOT_SHOWN],
    ["radio?user=me&token=AbCdEfGhIj", "Token AbCdEfGhIj is over", NOT_SHOWN],
    ["hunter2?bandwidthtest=true", "Stream hunter2 is busy", NOT_SHOWN],
    ["live2/hunter2", "Stream hunter2 is busy", NOT_SHOWN],
    [LONG, `No such stream: ${LONG}`.slice(0, 255), NOT_SHOWN],
    [LONG, `No such stream for ${"x".repeat(228)}${LONG}`.slice(0, 255), NOT_SHOWN],
    // What is no secret of it: the name of a parameter, an application's beside the key.
    [TWITCH, "No bandwidthtest here", "The destination refused the stream: No bandwidthtest here"],
    [TWITCH, "Is it true?", "The destination refused the stream: Is it true?"],
    ["live2/AbCdEfGhIj", "No application live2", "The destination refused the stream: No application live2"],
  ])("is told with the key %j as it is, or not at all: %j", (key, words, sentence) => {
    expect(explainEnd(`[rtmp @ 0x1] Server error: ${words}\nrtmp://x/live: Operation not permitted`, key)).toEqual({
      isRefused: true,
      sentence,
    });
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
    ["stopping", "preparing"],
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

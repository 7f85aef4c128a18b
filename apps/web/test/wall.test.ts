import { OFF_AIR, SILENT_DB, destinationId, streamId } from "@nightjar/contract";
import type { OnAir, OnAirCondition, OnAirDestination, OnAirYoutube, WallStream } from "@nightjar/contract";
import { describe, expect, it, vi } from "vitest";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { healthOf } from "../src/features/wall/health.ts";
import { Meter, levelNow, shareOf } from "../src/features/wall/meter.tsx";
import { wallOrder } from "../src/features/wall/order.ts";
import { staleAge } from "../src/features/wall/sent-picture.tsx";
import { StillOrder } from "../src/features/streams/state/still-order.ts";

const destination = (host: string): OnAirDestination => ({
  ...{ id: destinationId.parse(host), kind: "rtmp", host, state: "sending", bytesSent: 1, bitrateKbps: 1 },
  ...{ reconnects: 0, lastError: null, evidenceAgeMs: 300 },
});
const onAir = (changes: Partial<OnAir>): OnAir => ({ ...OFF_AIR, state: "on-air", destinations: [destination("far.example")], ...changes });
const condition = (code: OnAirCondition["code"], text: string): OnAirCondition => ({ code, text, since: "2026-01-01T00:00:00Z" });
const NOW_MS = Date.UTC(2026, 0, 1);
const youtube = (more: Partial<OnAirYoutube>): OnAirYoutube => ({
  ...{
    watchUrl: null,
    lifeCycleStatus: "live",
    streamStatus: "active",
    health: "good",
    issues: [],
    viewers: 3,
    notice: null,
    artworkNotice: null,
  },
  ...{ checkedAt: new Date(NOW_MS - 20_000).toISOString(), ...more },
});
const atYoutube = (more: Partial<OnAirYoutube>) => onAir({ destinations: [{ ...destination("yt.example"), youtube: youtube(more) }] });
const look = (evidenceAgeMs: number | null): WallStream => ({ streamId: streamId.parse("s"), picture: null, sound: null, evidenceAgeMs });

describe("the order of the wall", () => {
  const stream = (id: string, isLive: boolean) => ({ id: streamId.parse(id), isLive });
  const named = (entries: Readonly<Record<string, OnAir>>) =>
    new Map(Object.entries(entries).map(([id, one]) => [id, { onAir: one, receivedAtMs: 0 }]));

  it("is what is wrong first, then what is live, then what is off air, else as the list has it", () => {
    const streams = [
      stream("off", false),
      stream("good", true),
      stream("silent", true),
      stream("better", true),
      stream("down", true),
      stream("gone", false),
    ];
    const entries = named({
      good: onAir({}),
      silent: onAir({ conditions: [condition("silence", "Nothing is heard on air.")] }),
      better: onAir({}),
      down: onAir({ state: "reconnecting" }),
      gone: OFF_AIR,
    });
    expect(wallOrder(streams, entries).map(({ id }) => id)).toEqual(["down", "silent", "good", "better", "off", "gone"]);
  });

  it("counts what is wanted and not on air among what is wrong, and what was not heard of yet among what is live", () => {
    const entries = named({ good: onAir({}), fallen: OFF_AIR });
    const streams = [stream("off", false), stream("good", true), stream("new", true), stream("fallen", true)];
    expect(wallOrder(streams, entries).map(({ id }) => id)).toEqual(["fallen", "new", "good", "off"]);
  });
});

describe("an order that a pointer moves over", () => {
  it("stays for two seconds after it, without what went and with what came at its end, and is then as it should be", () => {
    const clock = vi.spyOn(performance, "now");
    const order = new StillOrder();
    const idsAt = (nowMs: number, ids: string) => {
      clock.mockReturnValue(nowMs);
      return order
        .of([...ids].map((id) => ({ id })))
        .map(({ id }) => id)
        .join("");
    };
    expect(idsAt(500, "abc")).toBe("abc");
    expect(idsAt(1000, "cab")).toBe("cab");
    order.moved();
    expect(idsAt(2999, "bdca")).toBe("cabd");
    expect(idsAt(2999, "bda")).toBe("abd");
    expect(idsAt(3000, "bda")).toBe("bda");
    clock.mockRestore();
  });
});

describe("what is amber on the wall", () => {
  const amber = (one: OnAir) => {
    const streams = ["good", "amber"].map((id) => ({ id: streamId.parse(id), isLive: true }));
    const entries = new Map(Object.entries({ good: onAir({}), amber: one }).map(([id, entry]) => [id, { onAir: entry, receivedAtMs: 0 }]));
    return { first: wallOrder(streams, entries)[0]?.id, tone: healthOf(one, true, look(0), 0).tone };
  };

  it("stands before what is plainly on air, be it only an operator who notices", () => {
    expect(amber(onAir({ conditions: [condition("track-skipped", "1 track is left out.")] }))).toEqual({ first: "amber", tone: "warn" });
    const two = [destination("a.example"), { ...destination("b.example"), state: "stalled" as const }];
    expect(amber(onAir({ destinations: two }))).toEqual({ first: "amber", tone: "warn" });
    expect(amber(atYoutube({ health: "bad" }))).toEqual({ first: "amber", tone: "warn" });
  });
});

describe("what YouTube says on the wall", () => {
  const health = (more: Partial<OnAirYoutube>) => healthOf(atYoutube(more), true, look(0), 0);

  it("stands beside who takes it, with when it said so", () => {
    const { text, tone, youtube: said } = health({});
    expect([text, tone]).toEqual(["yt.example takes it", "good"]);
    expect(said).toEqual({ text: "live, received, health good", checkedAtMs: NOW_MS - 20_000 });
    expect(health({ lifeCycleStatus: null, streamStatus: null, health: null, checkedAt: null }).youtube).toEqual({
      text: "nothing yet",
      checkedAtMs: null,
    });
    expect(healthOf(onAir({}), true, look(0), 0).youtube).toBeNull();
  });

  it("is the reason where it asks for something or finds fault, and nothing worse is known", () => {
    expect(health({ notice: "Connect again." })).toMatchObject({ tone: "warn", text: "Connect again." });
    expect(health({ issues: ["The bit rate is low."] })).toMatchObject({ tone: "warn", text: "YouTube says: The bit rate is low." });
    expect(health({ streamStatus: "inactive" })).toMatchObject({ tone: "warn", text: "YouTube says: live, not received, health good" });
    expect(health({ lifeCycleStatus: "revoked" })).toMatchObject({
      tone: "warn",
      text: "YouTube says: ended by YouTube, received, health good",
    });
    const silent = { ...atYoutube({ notice: "Connect again." }), conditions: [condition("silence", "Nothing is heard on air.")] };
    expect(healthOf(silent, true, look(0), 0)).toMatchObject({ tone: "bad", text: "Nothing is heard on air." });
  });

  it("is no fault while a broadcast is still on its way to live", () => {
    expect(health({ lifeCycleStatus: "ready", streamStatus: "inactive", health: "noData" })).toMatchObject({ tone: "good" });
  });
});

describe("the health of a stream in one line", () => {
  it("names who takes it, and how old the proof of that is now", () => {
    expect(healthOf(onAir({}), true, look(700), 3500)).toMatchObject({
      tone: "good",
      text: "far.example takes it",
      evidence: "taken 4 s ago",
    });
    const two = onAir({ destinations: [destination("a.example"), destination("b.example")] });
    expect(healthOf(two, true, look(100), 0)).toMatchObject({ tone: "good", text: "2 destinations take it", evidence: "taken just now" });
  });

  it("counts as takers only those that are sent to", () => {
    const off = (state: OnAirDestination["state"]) => ({ ...destination("b.example"), state });
    const one = onAir({ destinations: [destination("a.example"), off("connecting")] });
    expect(healthOf(one, true, look(0), 0)).toMatchObject({ tone: "warn", text: "1 of 2 destinations takes it" });
    const three = onAir({ destinations: [destination("a.example"), destination("c.example"), off("waiting")] });
    expect(healthOf(three, true, look(0), 0)).toMatchObject({ tone: "warn", text: "2 of 3 destinations take it" });
    expect(healthOf(onAir({ destinations: [off("stalled")] }), true, look(0), 0)).toMatchObject({
      tone: "warn",
      text: "b.example does not take it: stalled",
    });
    expect(healthOf(onAir({ destinations: [] }), true, look(0), 0)).toMatchObject({ tone: "warn", text: "Nothing takes it" });
  });

  it("names what is wrong, what an audience notices before all else, and keeps the age of the proof", () => {
    const wrong = onAir({
      conditions: [condition("track-skipped", "1 track is left out."), condition("silence", "Nothing is heard on air.")],
    });
    expect(healthOf(wrong, true, look(200), 0)).toMatchObject({
      tone: "bad",
      text: "Nothing is heard on air.",
      evidence: "taken just now",
    });
    const slight = onAir({ conditions: [condition("track-skipped", "1 track is left out.")] });
    expect(healthOf(slight, true, look(200), 0).tone).toBe("warn");
    const refused = onAir({ state: "preparing", reason: "Nothing answers.", conditions: [condition("destination-down", "It is down.")] });
    expect(healthOf(refused, true, undefined, 0)).toMatchObject({ tone: "bad", text: "Nothing answers.", evidence: null });
    const down = onAir({ state: "reconnecting", reason: "Connection refused" });
    expect(healthOf(down, true, look(null), 0)).toMatchObject({ tone: "bad", text: "Connection refused", evidence: "never taken" });
  });

  it("claims nothing of a far end while nothing is sent", () => {
    expect(healthOf(OFF_AIR, false, undefined, 0)).toMatchObject({ tone: "neutral", text: "Off air", evidence: null });
    expect(healthOf(undefined, true, look(100), 0)).toMatchObject({ tone: "moon", text: "Being prepared", evidence: null });
    expect(healthOf(OFF_AIR, true, undefined, 0)).toMatchObject({ tone: "warn", evidence: null });
  });
});

describe("a picture", () => {
  it("says how old it is itself once it is older than ten seconds", () => {
    const picture = { name: "rain", airedAtMs: NOW_MS - 10_000, sessionId: null };
    expect(staleAge(picture, NOW_MS)).toBeNull();
    expect(staleAge(picture, NOW_MS + 1000)).toBe("11 s ago");
    expect(staleAge(null, NOW_MS)).toBeNull();
  });
});

describe("the level of the sound", () => {
  const sound = { ageMs: 400, stepMs: 1000, levelsDb: [-30, -20, -10] };

  it("moves on with the time since it was told, holds the last for four seconds, and is not known beyond that", () => {
    expect([0, 599, 600, 1600, 2600, 6599, 6600].map((ms) => levelNow(sound, ms))).toEqual([-30, -30, -20, -10, -10, -10, null]);
    expect(levelNow(null, 0)).toBeNull();
  });

  it("is drawn as nothing but an outline where it is not known, and not as silence", () => {
    const drawn = (levelDb: number | null) => renderToStaticMarkup(createElement(Meter, { levelDb }));
    expect(drawn(SILENT_DB)).toMatch(/aria-valuetext="silence".*scaleY\(0\)/);
    expect(drawn(null)).toMatch(/aria-valuetext="not known".*border-dashed/);
    expect(drawn(null)).not.toContain("scaleY");
  });

  it("fills the meter between what is hardly heard and what is full", () => {
    expect([-60, -48, -27, -6, 0].map(shareOf)).toEqual([0, 0, 0.5, 1, 1]);
  });
});

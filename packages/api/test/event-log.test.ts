import { type LiveEvent, OFF_AIR, RESUME_WITHIN_MS, type StreamId } from "@nightjar/contract";
import { expect, it } from "vitest";
import { createEventLog, MAX_TOLD_AGAIN } from "../src/event-log.ts";

const track = (id: string): LiveEvent => ({ type: "changed", entity: "tracks", id });
const onAir = (id: string): LiveEvent => ({ type: "on-air", streamId: id as StreamId, onAir: OFF_AIR });

function setup(maxEvents = 100) {
  const clock = { now: 0 };
  return { clock, log: createEventLog({ boot: "boot", nowMs: () => clock.now, maxEvents }) };
}

it("tells what came after an id, in the order in which it came", () => {
  const { log } = setup();
  const before = log.lastId();
  const first = log.add(track("a"));
  log.add(onAir("s"));
  const last = log.add(track("b"));
  expect(log.after(before)?.map(({ event }) => event)).toEqual([track("a"), onAir("s"), track("b")]);
  expect(log.after(first)?.map(({ event }) => event)).toEqual([onAir("s"), track("b")]);
  expect(log.after(last)).toEqual([]);
  expect(log.lastId()).toBe(last);
});

it("tells once what happened several times to the same, at its last place", () => {
  const { log } = setup();
  const before = log.add(track("a"));
  for (const id of ["a", "b", "a", "a"]) log.add(track(id));
  expect(log.after(before)?.map(({ event }) => event)).toEqual([track("b"), track("a")]);
});

it("knows of the last ten minutes, and says so when an id is older than what it knows", () => {
  const { clock, log } = setup();
  const before = log.lastId();
  const first = log.add(track("a"));
  clock.now = RESUME_WITHIN_MS;
  log.add(track("b"));
  expect(log.after(before)).toHaveLength(2);
  clock.now += 1;
  expect(log.after(before)).toBeNull();
  expect(log.after(first)).toHaveLength(1);
  clock.now += 2 * RESUME_WITHIN_MS;
  // Nothing was missed since the last event, however long ago that was.
  expect(log.after(log.lastId())).toEqual([]);
});

it("stays as small as it was made, whatever happens", () => {
  const { log } = setup(3);
  const ids = ["a", "b", "c", "d"].map((id) => log.add(track(id)));
  expect(log.after(ids[0] ?? "")).toHaveLength(3);
  log.add(track("e"));
  expect(log.after(ids[0] ?? "")).toBeNull();
  expect(log.after(ids[1] ?? "")).toHaveLength(3);
});

it("tells no more than can be taken at once: who missed more reads everything again", () => {
  const { log } = setup(10_000);
  const before = log.lastId();
  const first = log.add(track("first"));
  for (let at = 0; at < MAX_TOLD_AGAIN; at += 1) log.add(track(`t${at}`));
  expect(log.after(before)).toBeNull();
  expect(log.after(first)).toHaveLength(MAX_TOLD_AGAIN);
});

it("knows no id that it has not given", () => {
  const { log } = setup();
  log.add(track("a"));
  for (const id of ["", "boot-", "boot-2", "boot--1", "boot-1e0", "other-1", "1"]) expect(log.after(id)).toBeNull();
});

import { setImmediate as nextTurn } from "node:timers/promises";
import { afterAll, beforeAll, vi } from "vitest";

/**
 * The files of the unit suite share a process, so that what they import is loaded once. One that left its fake clock, a server, a
 * process, a variable or a stub behind would decide about the next: it fails itself instead. Timers are not counted: the test runner has
 * its own, as many as its questions are under way.
 */
let before: ReadonlyMap<string, unknown>;
let aliveBefore: readonly string[];
beforeAll(() => {
  before = present();
  aliveBefore = process.getActiveResourcesInfo();
});
afterAll(async () => {
  // What was closed just now is gone some turns later. No time is taken: the clock may be the fake that was left.
  for (let turn = 0; turn < TURNS && left().length > 0; turn += 1) await nextTurn();
  const names = left();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  if (names.length > 0) throw new Error(`This file leaves behind for the next: ${names.join(", ")}`);
});

const TURNS = 5000;
/** What keeps a process going. */
const RESOURCES = ["TCPServerWrap", "PipeServerWrap", "ProcessWrap", "Worker", "FSEventWrap"];
/** What tests stand in for. */
const STUBBED = ["fetch", "document", "window", "location", "localStorage", "EventSource", "WebSocket", "XMLHttpRequest"];

const present = () =>
  new Map<string, unknown>([
    ...Object.entries(process.env).map(([name, value]) => [`the variable ${name}`, value] as const),
    ...STUBBED.map((name) => [`a stub of ${name}`, standsFor(name)] as const),
    ["another folder", process.cwd()],
  ]);

/** What the name means, without asking for it: some are made when they are asked for. */
function standsFor(name: string): unknown {
  const found = Object.getOwnPropertyDescriptor(globalThis, name);
  return found?.get ?? found?.value;
}

/** Names alone: values may be secrets. */
function left(): string[] {
  const now = present();
  const alive = process.getActiveResourcesInfo();
  const changed = [...new Set([...now.keys(), ...before.keys()])].filter((name) => now.get(name) !== before.get(name));
  // What an earlier file left has failed that one.
  const resources = RESOURCES.filter((kind) => countOf(alive, kind) > countOf(aliveBefore, kind));
  return [...changed, ...resources, ...(vi.isFakeTimers() ? ["a fake clock"] : [])];
}

const countOf = (alive: readonly string[], kind: string) => alive.filter((one) => one === kind).length;

import { setImmediate as nextTurn } from "node:timers/promises";
import { afterAll, beforeAll, vi } from "vitest";

/**
 * The files of the unit suite share a process, so that what they import is loaded once. One that left its fake clock, a timer, a server,
 * a variable or a stub behind would decide about the next: it fails itself instead.
 */
let before: ReadonlyMap<string, unknown>;
beforeAll(() => {
  before = present();
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
/** What keeps a process going; a timer is the test runner's own, while it waits for a hook. */
const RESOURCES = { Timeout: 1, TCPServerWrap: 0, PipeServerWrap: 0, ProcessWrap: 0, Worker: 0, FSEventWrap: 0 };
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
  const resources = Object.entries(RESOURCES).filter(([kind, usual]) => alive.filter((one) => one === kind).length > usual);
  return [...changed, ...resources.map(([kind]) => kind), ...(vi.isFakeTimers() ? ["a fake clock"] : [])];
}

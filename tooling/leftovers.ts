import { setImmediate as nextTurn } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import { vi } from "vitest";

const TURNS = 5000;
/** What keeps a process going, by Node's names. */
const RESOURCES = ["TCPServerWrap", "PipeWrap", "ProcessWrap", "FSEventWrap"];
/** What tests stand in for. */
const STUBBED = ["fetch", "document", "window", "location", "localStorage", "EventSource", "WebSocket", "XMLHttpRequest"];

/** Looks at the process now. Who is asked later names what was left behind since, when so many turns have passed. */
export function lookAround(turns = TURNS): () => Promise<readonly string[]> {
  // Node does not count its threads among what is alive.
  const threads = new Set<Worker>();
  const follow = (thread: Worker) => {
    threads.add(thread);
    thread.once("exit", () => threads.delete(thread));
  };
  process.on("worker", follow);
  const before = present();
  const aliveBefore = process.getActiveResourcesInfo();
  const left = () => {
    const now = present();
    const alive = process.getActiveResourcesInfo();
    // Names alone: values may be secrets.
    const changed = [...new Set([...now.keys(), ...before.keys()])].filter((name) => now.get(name) !== before.get(name));
    // What was left earlier has failed who left it.
    const resources = RESOURCES.filter((kind) => countOf(alive, kind) > countOf(aliveBefore, kind));
    return [...changed, ...resources, ...(threads.size > 0 ? ["a thread"] : []), ...(vi.isFakeTimers() ? ["a fake clock"] : [])];
  };
  return async () => {
    // What was closed just now is gone some turns later. No time is taken: the clock may be the fake that was left.
    for (let turn = 0; turn < turns && left().length > 0; turn += 1) await nextTurn();
    process.off("worker", follow);
    return left();
  };
}

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

const countOf = (alive: readonly string[], kind: string) => alive.filter((one) => one === kind).length;

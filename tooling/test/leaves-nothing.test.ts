import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, watch } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { beforeEach, describe, expect, it, vi } from "vitest";
import config from "../../vitest.config.ts";
import { lookAround } from "../leftovers.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "nightjar-left-"));
  return () => rmSync(folder, { recursive: true, force: true });
});

/** Leaves something behind; answers with what takes it away again. */
type Leave = () => Promise<() => unknown>;

async function listening(where: number | string): Promise<() => unknown> {
  const server = createServer().listen(where);
  await once(server, "listening");
  return () => once(server.close(), "close");
}

const LEFT: readonly (readonly [what: string, leave: Leave])[] = [
  ["the variable NIGHTJAR_LEFT", async () => (vi.stubEnv("NIGHTJAR_LEFT", "secret"), () => vi.unstubAllEnvs())],
  ["a stub of fetch", async () => (vi.stubGlobal("fetch", () => undefined), () => vi.unstubAllGlobals())],
  ["a stub of document", async () => (vi.stubGlobal("document", {}), () => vi.unstubAllGlobals())],
  ["a fake clock", async () => (vi.useFakeTimers(), () => vi.useRealTimers())],
  ["TCPServerWrap", () => listening(0)],
  ["PipeWrap", () => listening(join(folder, "socket"))],
  [
    "FSEventWrap",
    async () => {
      const watcher = watch(folder);
      return () => once((watcher.close(), watcher), "close");
    },
  ],
  [
    "ProcessWrap",
    async () => {
      const child = spawn("sleep", ["600"], { stdio: "ignore" });
      await once(child, "spawn");
      return () => once((child.kill(), child), "exit");
    },
  ],
  [
    "a thread",
    async () => {
      const worker = new Worker("require('node:worker_threads').parentPort.on('message', () => {})", { eval: true });
      await once(worker, "online");
      return () => worker.terminate();
    },
  ],
];

describe("a file of unit tests", () => {
  it.each(LEFT)("that leaves %s behind is told its name alone, and nothing once it is taken away", async (what, leave) => {
    const soon = lookAround(10);
    const later = lookAround();
    const takeAway = await leave();
    try {
      expect(await soon()).toEqual([what]);
    } finally {
      await takeAway();
    }
    expect(await later()).toEqual([]);
  });

  it("that changes the folder it works in is told so", async () => {
    const leftBehind = lookAround(10);
    const changed = vi.spyOn(process, "cwd").mockReturnValue(folder);
    try {
      expect(await leftBehind()).toEqual(["another folder"]);
    } finally {
      changed.mockRestore();
    }
    expect(await leftBehind()).toEqual([]);
  });

  it("may end while what it closed is still on its way out", async () => {
    const leftBehind = lookAround();
    const server = createServer().listen(0);
    await once(server, "listening");
    void (async () => {
      for (let turn = 0; turn < 100; turn += 1) await nextTurn();
      server.close();
    })();
    expect(await leftBehind()).toEqual([]);
  });

  it("is not blamed for what another one left before it", async () => {
    const takeAway = await listening(0);
    try {
      expect(await lookAround()()).toEqual([]);
    } finally {
      await takeAway();
    }
  });

  it("is looked at before and after, whichever it is", () => {
    expect(config).toMatchObject({
      test: {
        projects: expect.arrayContaining([
          { test: expect.objectContaining({ name: "unit", setupFiles: ["./tooling/leaves-nothing.ts"] }) },
        ]),
      },
    });
  });
});

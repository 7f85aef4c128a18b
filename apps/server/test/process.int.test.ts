import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { bundledMain, spawnServer } from "./support/process.ts";
import type { ServerProcess } from "./support/process.ts";

vi.setConfig({ testTimeout: 60_000 });
/** On a machine that has other things to do; how long it takes is the benchmark's to say: `npm run bench -- start`. */
const SLACK = 3;

let dataDir = "";
let started: ServerProcess[] = [];
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "nightjar-process-"));
});
afterEach(async () => {
  for (const server of started) server.child.kill("SIGKILL");
  await Promise.all(started.map((server) => server.exited));
  started = [];
  rmSync(dataDir, { recursive: true, force: true });
});

function start(env: Readonly<Record<string, string>> = {}, args: readonly string[] = []): ServerProcess {
  const server = spawnServer({ DATA_DIR: dataDir, ...env }, args);
  started.push(server);
  return server;
}

describe("the server's process", () => {
  it("prints its address and, once, the first administrator's password, which is in no log", async () => {
    const server = start();
    const url = await server.ready;
    const password = /password {2}(\S+)/.exec(server.output())?.[1] ?? "";
    const login = await fetch(`${url}/api/auth/login`, {
      method: "POST",
      body: JSON.stringify({ email: "admin@nightjar.local", password }),
    });
    expect(login.status).toBe(200);
    expect(server.output().split(password)).toHaveLength(2);
    expect(
      server
        .output()
        .split("\n")
        .filter((line) => line.startsWith("{") && line.includes(password)),
    ).toEqual([]);
  });

  it("ends within five seconds of SIGTERM, cleanly, also with an event stream open", async () => {
    const server = start({ ADMIN_EMAIL: "a@example.com", ADMIN_PASSWORD: "long enough" });
    const url = await server.ready;
    const login = await fetch(`${url}/api/auth/login`, {
      method: "POST",
      body: JSON.stringify({ email: "a@example.com", password: "long enough" }),
    });
    const { token } = (await login.json()) as { token: string };
    const events = await fetch(`${url}/api/events`, { headers: { authorization: `Bearer ${token}` } });
    expect(readFileSync(join(dataDir, "server.pid"), "utf8").trim()).toBe(String(server.pid));
    const askedAtMs = performance.now();
    server.child.kill("SIGTERM");
    expect(await server.exited).toEqual({ code: 0, signal: null });
    expect(performance.now() - askedAtMs).toBeLessThan(5_000 * SLACK);
    await events.body?.cancel().catch(() => undefined);
    expect(existsSync(join(dataDir, "server.pid"))).toBe(false);
  });

  it("holds its data folder alone, and kill -9 frees it", async () => {
    const first = start();
    await first.ready;
    const second = start();
    expect((await second.exited).code).toBe(1);
    expect(second.output()).toContain(`Another Nightjar (pid ${first.pid}) uses the data folder ${dataDir}`);
    first.child.kill("SIGKILL");
    await first.exited;
    await start().ready;
  });

  it("is stopped by `nightjar stop`, with and without a server", async () => {
    const server = start();
    await server.ready;
    const stop = start({}, ["stop"]);
    expect((await stop.exited).code).toBe(0);
    expect(stop.output()).toContain("Streams stay on air");
    expect(await server.exited).toEqual({ code: 0, signal: null });
    for (const args of [["stop"], ["stop", "--off-air"]]) expect((await start({}, args).exited).code).toBe(0);
  });

  it("goes off air with `nightjar stop --off-air`", async () => {
    const server = start();
    await server.ready;
    const stop = start({}, ["stop", "--off-air"]);
    expect((await stop.exited).code).toBe(0);
    expect(stop.output()).toContain("off air");
    expect((await server.exited).code).toBe(0);
  });

  it("refuses a bad value with one line", async () => {
    const server = start({ PORT: "eighty" });
    expect((await server.exited).code).toBe(1);
    expect(server.output()).toBe("PORT must be a whole number from 0 to 65535\n");
  });

  it("says which port is taken", async () => {
    const first = start();
    const { port } = new URL(await first.ready);
    const second = start({ PORT: port, DATA_DIR: join(dataDir, "other") });
    expect((await second.exited).code).toBe(1);
    expect(second.output()).toContain(`Port ${port} is in use`);
  });

  it("serves without ffmpeg, and says what is missing", async () => {
    const url = await start({ FFMPEG_PATH: "/nowhere/ffmpeg" }).ready;
    const ready = await fetch(`${url}/api/ready`);
    expect(ready.status).toBe(503);
    expect(await ready.json()).toMatchObject({ missing: ['ffmpeg was not found at "/nowhere/ffmpeg"; install it or set FFMPEG_PATH'] });
    const health = await fetch(`${url}/api/health`);
    expect(await health.json()).toEqual({ status: "ok", version: expect.any(String) });
  });

  it("keeps its folder and its files from other users", async () => {
    await start().ready;
    for (const name of [".", "secret.key", "nightjar.db"]) expect(statSync(join(dataDir, name)).mode & 0o077, name).toBe(0);
  });

  it("runs from plain ASCII, of which V8 keeps one byte a character and not two", () => {
    expect(/[^\0-\x7f]/.exec(readFileSync(bundledMain(), "utf8"))).toBeNull();
  });
});

import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { portsOutside } from "../rtmp-ingest/src/free-port.ts";
import { freePort, startRtmpIngest } from "../rtmp-ingest/src/index.ts";

function folderForTest(): string {
  const dir = mkdtempSync(join(tmpdir(), "nightjar-ingest-test-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

it("an ingest takes nobody else at its address for itself, and says why it could not begin", async () => {
  const dir = folderForTest();
  const stranger = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void stranger.close());
  await once(stranger, "listening");
  const address = stranger.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  await expect(startRtmpIngest({ port: address.port, dir })).rejects.toThrow("Address already in use");
});

it("an ingest that lives and never answers is ended, and told of with its log", async () => {
  const dir = folderForTest();
  writeFileSync(join(dir, "nginx"), '#!/bin/sh\necho "waits for somebody" > "$4"\nexec tail -f /dev/null\n', { mode: 0o700 });
  vi.stubEnv("PATH", `${dir}:${process.env["PATH"] ?? ""}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  await expect(startRtmpIngest({ dir, servingMs: 2_000 })).rejects.toThrow(/has not answered within 2000 ms: waits for somebody/);
});

it("an ingest that does not end when asked to is killed with what works for it, and its port is free at once", async () => {
  const dir = folderForTest();
  const deaf = await startRtmpIngest({ dir, stoppingMs: 100 });
  process.kill(deaf.pid, "SIGSTOP");
  await deaf.stop();
  const next = await startRtmpIngest({ port: deaf.port, dir });
  await next.stop();
});

it("a free port is another at each call, nobody listens on it, and the kernel hands it to nobody who connects or lets it choose", async () => {
  const first = await freePort();
  const stranger = createServer().listen(first + 1, "127.0.0.1");
  onTestFinished(() => void stranger.close());
  // It may be somebody else who listens there.
  await Promise.race([once(stranger, "listening"), once(stranger, "error")]);
  const ports = [first];
  while (ports.length < 20) ports.push(await freePort());
  expect(new Set(ports).size).toBe(ports.length);
  expect(ports).not.toContain(first + 1);
  const [from = 0, to = 0] = readFileSync("/proc/sys/net/ipv4/ip_local_port_range", "utf8").split(/\s+/).map(Number);
  expect(ports.filter((port) => port >= from && port <= to)).toEqual([]);
});

it.each([
  ["32768\t60999\n", 20_000, 31_999],
  ["30000\t60999\n", 20_000, 29_999],
  ["15000 25000", 25_001, 31_999],
  ["1024 65535", 20_000, 31_999],
])("free ports are looked for beside what the kernel hands out, where that leaves any: %j", (range, first, last) => {
  const ports = portsOutside(range);
  expect([ports.at(0), ports.at(-1)]).toEqual([first, last]);
});

import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { startRtmpIngest } from "../rtmp-ingest/src/index.ts";

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

import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { startRtmpIngest } from "../rtmp-ingest/src/index.ts";

it("an ingest takes nobody else at its address for itself, and says why it could not begin", async () => {
  const dir = mkdtempSync(join(tmpdir(), "nightjar-ingest-test-"));
  const stranger = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => {
    stranger.close();
    rmSync(dir, { recursive: true, force: true });
  });
  await once(stranger, "listening");
  const address = stranger.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  await expect(startRtmpIngest({ port: address.port, dir })).rejects.toThrow("Address already in use");
});

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { askToStop, listenForWishes } from "../src/control-socket.ts";

let dataDir = "";
let isInTime = true;
let left: readonly string[] = [];
let control: { close(): Promise<void> };
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "nightjar-control-"));
  control = await listenForWishes(dataDir, { stop: async () => ({ isInTime, left }), resetPassword: async () => ({ administrators: [] }) });
});
afterEach(async () => {
  await control.close();
  rmSync(dataDir, { recursive: true, force: true });
});

it("who asks a server to stop is told that it has only where all of it ended in time, and else what may still be sent", async () => {
  isInTime = true;
  for (const offAir of [false, true]) expect(await askToStop(dataDir, { offAir })).toEqual([]);
  isInTime = false;
  await expect(askToStop(dataDir, { offAir: false })).rejects.toThrow("the server could not stop cleanly; its log says why");
  await expect(askToStop(dataDir, { offAir: true })).rejects.toThrow("not all streams went off air in time");
});

it("who asks a server to go off air is told which broadcasts are not ended at YouTube", async () => {
  left = ["https://www.youtube.com/watch?v=b1", "https://www.youtube.com/watch?v=b2"];
  isInTime = true;
  expect(await askToStop(dataDir, { offAir: true })).toEqual(left);
});

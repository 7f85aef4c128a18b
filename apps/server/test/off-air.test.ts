import { SILENT } from "@nightjar/contract";
import { streamSessions, streams } from "@nightjar/db";
import { putTestDatabase } from "@nightjar/db/testing";
import { mkdtempSync, rmSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readConfig } from "../src/config.ts";
import { stopWithoutServer } from "../src/stop-without-server.ts";
import { TOOLS_THAT_EXIST, startTestServer } from "./support/server.ts";

// After a power cut the next start would put the streams on air again.
describe("what goes off air for good", () => {
  it("is sent until the disk has that it is not wanted any more, and not longer", async () => {
    const server = await startTestServer(TOOLS_THAT_EXIST);
    const { db } = server.services;
    const { id: streamId } = db.insert(streams).values({ title: "Night" }).returning().get();
    db.insert(streamSessions).values({ streamId, startedAt: new Date() }).run();
    const isWanted = () => db.select().from(streamSessions).get()?.stoppedAt === null;
    const disk = Promise.withResolvers<void>();
    const flushed = vi.spyOn(db, "flushed").mockImplementation(() => {
      expect(isWanted()).toBe(false);
      return disk.promise;
    });
    const stopped = server.running.stop({ offAir: true });
    expect(flushed).toHaveBeenCalledOnce();
    // What does not wait closes the studio's door at once: nobody would answer any more.
    expect((await server.call("GET", "/api/health")).status).toBe(200);
    expect(server.engine.closed).toEqual([]);
    disk.resolve();
    expect(await stopped).toBe(true);
    expect(server.engine.closed).toEqual([{ offAir: true }]);
    await server.close();
  });

  describe("where no server runs", () => {
    let dataDir = "";
    beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), "nightjar-off-air-"))));
    afterEach(() => {
      vi.restoreAllMocks();
      rmSync(dataDir, { recursive: true, force: true });
    });

    it("is told to have failed where the disk does not take that it is not wanted any more", async () => {
      const path = join(dataDir, "nightjar.db");
      await putTestDatabase(path);
      const file = await open(path, "r");
      const handles = Object.getPrototypeOf(file) as FileHandle;
      await file.close();
      vi.spyOn(handles, "datasync").mockRejectedValue(new Error("EIO"));
      const config = readConfig({ DATA_DIR: dataDir, FFMPEG_PATH: "/nowhere/ffmpeg", PATH: process.env["PATH"] });
      await expect(stopWithoutServer(config, SILENT)).rejects.toThrow("EIO");
    });
  });
});

import { SILENT } from "@nightjar/contract";
import { openDatabase, streamSessions, streams, ytBroadcasts } from "@nightjar/db";
import { putTestDatabase } from "@nightjar/db/testing";
import { mkdtempSync, rmSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runCli } from "../src/cli.ts";
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
    expect(await stopped).toEqual({ isInTime: true, left: [] });
    expect(server.engine.closed).toEqual([{ offAir: true }]);
    await server.close();
  });

  describe("where no server runs", () => {
    let dataDir = "";
    beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), "nightjar-off-air-"))));
    afterEach(() => {
      vi.restoreAllMocks();
      vi.unstubAllEnvs();
      rmSync(dataDir, { recursive: true, force: true });
    });

    /** As somebody types it, with tools that do nothing. @returns the exit code, and what is said */
    const stop = async (option: string, env: Readonly<Record<string, string>> = {}) => {
      const set = { DATA_DIR: dataDir, LOG_LEVEL: "silent", FFMPEG_PATH: "/bin/true", FFPROBE_PATH: "/bin/true", ...env };
      for (const [name, value] of Object.entries(set)) vi.stubEnv(name, value);
      const said: string[] = [];
      for (const out of [process.stdout, process.stderr]) vi.spyOn(out, "write").mockImplementation((text) => said.push(String(text)) > 0);
      return [await runCli(["stop", ...(option === "" ? [] : [option])]), ...said];
    };

    it.each(["", "--off-air"])(
      "is told to have failed in a folder where there is no studio: its server may have another (stop %s)",
      async (option) => {
        const sentence = `Nightjar cannot stop: there is no studio in ${dataDir}. Set DATA_DIR to the folder that yours has\n`;
        expect(await stop(option)).toEqual([1, sentence]);
      },
    );

    it("is told to have failed without ffmpeg, and names it: what was sent is sent on", async () => {
      await putTestDatabase(join(dataDir, "nightjar.db"));
      const sentence = 'Nightjar cannot stop: ffmpeg was not found at "/nowhere/ffmpeg"; install it or set FFMPEG_PATH\n';
      expect(await stop("--off-air", { FFMPEG_PATH: "/nowhere/ffmpeg" })).toEqual([1, sentence]);
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

    it("names the broadcasts that only YouTube, or the studio once it runs again, can end", async () => {
      const path = join(dataDir, "nightjar.db");
      await putTestDatabase(path);
      const { close, db } = await openDatabase({ path });
      const { id: streamId } = db.insert(streams).values({ title: "Night", ytConnected: true, ytLiveStreamId: "s1" }).returning().get();
      const { id: sessionId } = db.insert(streamSessions).values({ streamId, startedAt: new Date() }).returning().get();
      const row = { streamId, title: "Night", description: "", privacy: "public", ytStreamId: "s1" } as const;
      db.insert(ytBroadcasts)
        .values([
          { ...row, mark: "on air", sessionId, ytBroadcastId: "b1", lifeCycle: "live" },
          { ...row, mark: "over", sessionId, ytBroadcastId: "b0", lifeCycle: "complete", endedAt: new Date() },
        ])
        .run();
      await db.flushed();
      close();
      expect(await stop("--off-air")).toEqual([
        1,
        `No server runs on the data folder ${dataDir}. What an earlier one still sent was ended.\n`,
        "YouTube has not ended the broadcast at https://www.youtube.com/watch?v=b1: start the studio again, which tries to, or end it in YouTube Studio.\n",
      ]);
    });
  });
});

import { sweepUnused } from "@nightjar/api";
import { shaOf } from "@nightjar/api/testing";
import { artworkFiles, backgroundFiles } from "@nightjar/db";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { PREPARED, fileRow, fileRows, folderOf, uploadVideo } from "./support/background-files.ts";
import { startTestServer, textAt } from "./support/server.ts";
import { makeVideo } from "./support/video.ts";

// What becomes of the files of backgrounds once they are there; how they come is asked in background-uploads.

describe("after a crash", () => {
  it("makes the copies that were not made, lays aside what has no row, and says so of one that cannot be made", async () => {
    const first = await startTestServer();
    const fileUrl = textAt(await uploadVideo(first, await makeVideo({ extension: "mp4", hue: 90 }), "x.mp4"), "fileUrl");
    await vi.waitFor(() => expect(fileRow(first, fileUrl)?.mezzanineState).toBe("ready"), PREPARED);
    const copy = `${fileRow(first, fileUrl)?.mezzanineSha256}.mp4`;
    const pending = { mezzanineState: "pending", mezzanineSha256: null } as const;
    first.services.db.update(backgroundFiles).set(pending).run();
    const facts = { kind: "video", extension: "mp4", sizeBytes: 1, durationMs: 1000, widthPx: 2, heightPx: 2, ...pending } as const;
    first.services.db
      .insert(backgroundFiles)
      .values({ sha256: shaOf("lost"), ...facts })
      .run();
    await first.running.stop();
    const files = join(first.dataDir, "files");
    const original = readFileSync(join(files, "video", fileUrl.split("/").at(-1) ?? ""));
    writeFileSync(join(files, "video", `${shaOf("lost")}.mp4`), original.subarray(0, 100));
    writeFileSync(join(files, "incoming", "half-made"), "half");

    const second = await startTestServer({ DATA_DIR: first.dataDir });
    // The copy had its place, but no row yet: it is laid aside, and made again, to the same bytes.
    await vi.waitFor(() => expect(fileRow(second, fileUrl)?.mezzanineState).toBe("ready"), PREPARED);
    expect(`${fileRow(second, fileUrl)?.mezzanineSha256}.mp4`).toBe(copy);
    await vi.waitFor(() => expect(fileRow(second, shaOf("lost"))?.mezzanineState).toBe("failed"), PREPARED);
    expect(second.logged.some(({ message }) => message.startsWith("files without a row were laid aside"))).toBe(true);
    expect(folderOf(second, "incoming")).toEqual([]);

    await second.running.stop();
    for (const folder of ["video", "left/video"]) rmSync(join(files, folder, copy));
    const third = await startTestServer({ DATA_DIR: first.dataDir });
    await vi.waitFor(() => expect(folderOf(third, "video")).toContain(copy), PREPARED);
    await third.close();
  });
});

describe("files no background uses", () => {
  it("are kept for a day and then removed with their copies and posters, minutes after the last that used them was deleted; what is used stays", async () => {
    const own = await startTestServer();
    const wrapped = await makeVideo({ extension: "mov", hue: 110, args: ["-c:v", "mjpeg"] });
    const used = textAt(await uploadVideo(own, await makeVideo({ extension: "mp4", hue: 100 }), "used.mp4"), "fileUrl");
    const unused = textAt(await uploadVideo(own, wrapped, "unused.mov"), "fileUrl");
    const ready = (url: string) => vi.waitFor(() => expect(fileRow(own, url)?.mezzanineState).toBe("ready"), PREPARED);
    for (const url of [used, unused]) await ready(url);
    const id = textAt(await own.call("POST", "/api/backgrounds", { body: { title: "Rain", videoUrl: used } }), "id");
    const kept = [used.split("/").at(-1) ?? "", `${fileRow(own, used)?.mezzanineSha256}.mp4`];
    const sweepAt = (hours: number) => sweepUnused({ ...own.services, clock: { nowMs: () => Date.now() + hours * 3_600_000 } });
    // Somebody uploads what the studio showed: the file is a copy and an upload at once.
    await ready(textAt(await uploadVideo(own, readFileSync(join(own.dataDir, "files/video", kept[1] ?? "")), "saved.mp4"), "fileUrl"));
    await sweepAt(23);
    expect(folderOf(own, "video")).toHaveLength(5);
    await sweepAt(25);
    expect(folderOf(own, "video").toSorted()).toEqual(kept.toSorted());
    expect(folderOf(own, "artwork")).toHaveLength(1);
    await own.call("DELETE", `/api/backgrounds/${id}`);
    expect(folderOf(own, "video")).toHaveLength(kept.length);
    // Uploaded today.
    await sweepAt(0.1);
    expect([...folderOf(own, "video"), ...folderOf(own, "artwork")]).toEqual([]);
    expect(fileRows(own)).toEqual([]);
    expect(own.services.db.select().from(artworkFiles).all()).toEqual([]);
    await own.close();
  });

  it("go minutes after a start, too, where their background was deleted right before the server ended", async () => {
    const first = await startTestServer();
    const videoUrl = textAt(await uploadVideo(first, await makeVideo({ extension: "png", hue: 120 }), "still.png"), "fileUrl");
    const id = textAt(await first.call("POST", "/api/backgrounds", { body: { title: "Rain", videoUrl } }), "id");
    await first.call("DELETE", `/api/backgrounds/${id}`);
    await first.running.stop();
    const timers = vi.spyOn(globalThis, "setTimeout");
    const second = await startTestServer({ DATA_DIR: first.dataDir });
    const ring = timers.mock.calls.find(([, ms = 0]) => Math.round(ms / 1000) === 301)?.[0];
    timers.mockRestore();
    expect(folderOf(second, "video")).toHaveLength(1);
    // As where the minutes have passed.
    second.services.db
      .update(backgroundFiles)
      .set({ createdAt: new Date(0) })
      .run();
    ring?.();
    await vi.waitFor(() => expect(folderOf(second, "video")).toEqual([]), PREPARED);
    await second.close();
  });
});

import { clearStrays } from "@nightjar/api";
import { copyFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { audioForm, makeTone } from "./support/audio.ts";
import { PREPARED, fileRow, folderOf, uploadVideo } from "./support/background-files.ts";
import { startTestServer, textAt } from "./support/server.ts";
import type { TestServer } from "./support/server.ts";
import { makeVideo } from "./support/video.ts";

const DAY_MS = 24 * 3_600_000;
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("a start over another database", () => {
  it.each([
    ["an older one", (db: string, older: string) => copyFileSync(older, db)],
    ["none, so that a new one is made", (db: string) => rmSync(db)],
  ])("loses no file: with %s they are laid aside for 30 days, and the next start over their own brings them back", async (_, change) => {
    const first = await startTestServer();
    const db = join(first.dataDir, "nightjar.db");
    const [older, newer] = [`${db}.older`, `${db}.newer`];
    const list = (name: string) => readdirSync(join(first.dataDir, "files", name));
    await first.running.stop();
    copyFileSync(db, older);
    const second = await startTestServer({ DATA_DIR: first.dataDir });
    const bytes = await makeTone({ extension: "mp3", frequencyHz: 1050, withCover: true });
    const uploaded = await second.call("POST", "/api/upload/audio", { body: audioForm(bytes, "x.mp3") });
    await second.running.stop();
    copyFileSync(db, newer);
    change(db, older);

    const third = await startTestServer({ DATA_DIR: first.dataDir });
    expect([list("audio"), list("artwork"), list("left/audio").length, list("left/artwork").length]).toEqual([[], [], 1, 1]);
    const told = { level: "warn", fields: { count: 2 }, message: "files without a row were laid aside in files/left, for 30 days" };
    expect(third.logged).toContainEqual(told);
    await third.running.stop();
    copyFileSync(newer, db);

    const fourth = await startTestServer({ DATA_DIR: first.dataDir });
    for (const url of ["fileUrl", "metadata.artworkUrl"]) expect((await fourth.call("GET", textAt(uploaded, url))).status).toBe(200);
    expect([list("left/audio"), list("left/artwork")]).toEqual([[], []]);
    await fourth.close();
  });

  it("keeps them for 30 days in which a server ran, as its disk is no archive, whatever the clock of the machine said when they were laid aside", async () => {
    const own = await startTestServer();
    const stray = `${"b".repeat(64)}.mp3`;
    const lain = () => readdirSync(join(own.dataDir, "files", "left", "audio"));
    writeFileSync(join(own.dataDir, "files", "audio", stray), "no row");
    await own.running.stop();
    const clearAfter = async ({ services }: TestServer, days: number) => {
      vi.spyOn(performance, "now").mockReturnValue(performance.now() + days * DAY_MS);
      await clearStrays(services);
      vi.restoreAllMocks();
    };
    const next = await startTestServer({ DATA_DIR: own.dataDir });
    await clearAfter(next, 20);
    await next.running.stop();
    // It was a month behind then, and has been set since.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 31 * DAY_MS });
    const later = await startTestServer({ DATA_DIR: own.dataDir });
    await clearStrays(later.services);
    await clearAfter(later, 9);
    expect(lain()).toEqual([stray]);
    await clearAfter(later, 11);
    expect(lain()).toEqual([]);
    await later.close();
  });

  it("brings back a background's file, copy and poster to the start whose database names them, and those of a picture", async () => {
    const first = await startTestServer();
    const still = await makeVideo({ extension: "png", hue: 95 });
    const fileUrl = textAt(await uploadVideo(first, await makeVideo({ extension: "mp4", hue: 95 }), "x.mp4"), "fileUrl");
    await first.call("POST", "/api/media", { body: audioForm(still, "still.png", "image") });
    await vi.waitFor(() => expect(fileRow(first, fileUrl)?.mezzanineState).toBe("ready"), PREPARED);
    const kinds = ["video", "artwork", "media"];
    const all = kinds.map((kind) => folderOf(first, kind).toSorted());
    expect(all.map(({ length }) => length)).toEqual([2, 1, 2]);
    await first.running.stop();
    const db = join(first.dataDir, "nightjar.db");
    renameSync(db, `${db}.own`);
    const second = await startTestServer({ DATA_DIR: first.dataDir });
    expect(kinds.map((kind) => folderOf(second, kind))).toEqual([[], [], []]);
    await second.running.stop();
    renameSync(`${db}.own`, db);
    const third = await startTestServer({ DATA_DIR: first.dataDir });
    expect(kinds.map((kind) => folderOf(third, kind).toSorted())).toEqual(all);
    await third.close();
  });
});

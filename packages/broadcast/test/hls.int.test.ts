import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { LiveViewer } from "@nightjar/contract";
import { PATIENCE_MS } from "@nightjar/kit/testing";
import { run } from "@nightjar/media";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { HlsShelf } from "../src/hls/shelf.ts";
import { testFolder } from "./support/engine.ts";

const SECONDS = 9;
/** Of the web, for its first picture. */
const PLAYER_PATIENCE_MS = 15_000;
const SEGMENT_NAME = /segments\/(\d+)\.ts/g;

let folder: Awaited<ReturnType<typeof testFolder>>;
let flv: Buffer;
let flvPath = "";
beforeAll(async () => {
  folder = await testFolder();
  flvPath = join(folder.dir, "sent.flv");
  const inputs = ["-f", "lavfi", "-i", "testsrc2=s=320x180:r=25", "-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000"];
  // Pictures in another order than they are shown, as a good encoder has them.
  const coded = ["-c:v", "libx264", "-preset", "veryfast", "-bf", "2", "-g", "50", "-pix_fmt", "yuv420p", "-c:a", "aac", "-ac", "2"];
  const args = ["-nostdin", "-v", "error", ...inputs, ...coded, "-t", String(SECONDS), "-f", "flv", flvPath];
  await run("ffmpeg", args, { timeoutMs: 60_000 });
  flv = await readFile(flvPath);
});
afterAll(() => folder.remove());

/** One that sends all there is to each who comes. */
function sender(bytes: readonly Buffer[]) {
  const viewers: LiveViewer[] = [];
  const left: LiveViewer[] = [];
  const watch = (viewer: LiveViewer) => {
    viewers.push(viewer);
    for (const some of bytes) if (!viewer.take(some)) viewer.end();
    return () => void left.push(viewer);
  };
  return { watch, viewers, left };
}

const pieces = (bytes: Buffer, size: number) =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.subarray(index * size, (index + 1) * size));

/** Of each picture, or each packet of sound, decoded: what must not differ. */
async function decoded(path: string, kind: "v" | "a"): Promise<string[]> {
  const strict = ["-nostdin", "-v", "error", "-xerror", "-err_detect", "explode"];
  const { stdout } = await run("ffmpeg", [...strict, "-i", path, "-map", `0:${kind}`, `-frames:${kind}`, "100", "-f", "framemd5", "-"], {
    timeoutMs: 60_000,
  });
  const lines = stdout.toString("utf8").trim().split("\n");
  return lines.filter((line) => !line.startsWith("#")).map((line) => line.split(",").at(-1)?.trim() ?? "");
}

async function written(shelf: HlsShelf, text: string): Promise<string> {
  const names = [...text.matchAll(SEGMENT_NAME)].map(([, number = ""]) => Number(number));
  for (const number of names) await writeFile(join(folder.dir, `${number}.ts`), shelf.segment("key", number) ?? "");
  const path = join(folder.dir, "live.m3u8");
  await writeFile(path, `${text.replaceAll("segments/", "")}#EXT-X-ENDLIST\n`);
  return path;
}

describe("what is sent, as HLS", () => {
  it("is decoded to the very pictures and the very sound, by a decoder that forgives nothing, whatever pieces it came in", async () => {
    const shelf = new HlsShelf();
    const answer = await shelf.playlist("key", sender(pieces(flv, 1009)).watch);
    if (answer.is !== "playlist") throw new Error(answer.is);
    const path = await written(shelf, answer.text);
    const pictures = await decoded(path, "v");
    expect(pictures.length).toBe(100);
    expect(pictures).toEqual(await decoded(flvPath, "v"));
    // Sound begins with the first picture, and each packet is decoded with the one before it.
    const [, ...sounds] = await decoded(path, "a");
    const all = await decoded(flvPath, "a");
    const from = all.indexOf(sounds[0] ?? "");
    expect(from).toBeGreaterThanOrEqual(0);
    expect(from).toBeLessThan(5);
    expect(sounds.slice(0, 90)).toEqual(all.slice(from, from + 90));
  });

  it("lists segments that begin with a key picture each, none longer than promised, and numbers a later run higher", async () => {
    const shelf = new HlsShelf();
    const answer = await shelf.playlist("key", sender([flv]).watch);
    const text = answer.is === "playlist" ? answer.text : "";
    const seconds = [...text.matchAll(/#EXTINF:([\d.]+),/g)].map(([, one]) => Number(one));
    expect(seconds).toEqual([2, 2, 2, 2]);
    expect(text).toContain("#EXT-X-TARGETDURATION:4\n");
    const first = Number([...text.matchAll(SEGMENT_NAME)][0]?.[1]);
    expect(text).toContain(`#EXT-X-MEDIA-SEQUENCE:${first}\n`);
    const path = await written(shelf, text);
    const args = ["-v", "error", "-show_entries", "packet=flags", "-select_streams", "v", "-read_intervals", "%+#1", "-of", "csv=p=0"];
    const { stdout } = await run("ffprobe", [...args, path.replace("live.m3u8", `${first + 1}.ts`)], { timeoutMs: 30_000 });
    expect(stdout.toString("utf8")).toMatch(/^K/);
  });

  it("is told of once a player can begin, three segments before the end", async () => {
    const shelf = new HlsShelf();
    const { watch, viewers } = sender([]);
    let text: string | null = null;
    const told = shelf.playlist("key", watch).then((answer) => (text = answer.is === "playlist" ? answer.text : answer.is));
    for (const some of pieces(flv, 1009)) {
      if (text === null) viewers[0]?.take(some);
      await setImmediate();
    }
    expect((await told).match(SEGMENT_NAME)).toHaveLength(3);
  });

  it("is told of with what there is to who has waited long", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const asked = new HlsShelf().playlist("key", sender([flv.subarray(0, flv.length / 2)]).watch);
      await vi.advanceTimersByTimeAsync(PLAYER_PATIENCE_MS);
      const answer = await asked;
      expect(answer.is === "playlist" && answer.text.match(SEGMENT_NAME)).toHaveLength(2);
    } finally {
      vi.useRealTimers();
    }
  });

  it("is cut for all who ask together, and no longer than somebody asks", async () => {
    const shelf = new HlsShelf(50);
    const { watch, viewers, left } = sender([flv]);
    await Promise.all([shelf.playlist("key", watch), shelf.playlist("key", watch)]);
    expect(viewers).toHaveLength(1);
    await vi.waitFor(() => expect(left).toEqual(viewers), PATIENCE_MS);
    expect(shelf.segment("key", 1)).toBeNull();
  });

  it("is nothing where nothing is sent, ends with the sender, and is refused to who wants too many at once", async () => {
    const shelf = new HlsShelf();
    expect(await shelf.playlist("key", () => null)).toEqual({ is: "none" });
    const { watch, viewers } = sender([]);
    const waiting = shelf.playlist("key", watch);
    viewers[0]?.end();
    expect(await waiting).toEqual({ is: "none" });
    const all = Array.from({ length: 8 }, (_, index) => shelf.playlist(String(index), watch));
    expect(await shelf.playlist("one more", watch)).toEqual({ is: "full" });
    for (const viewer of viewers) viewer.end();
    expect(await Promise.all(all)).toEqual(all.map(() => ({ is: "none" })));
  });

  it("of what cannot be cut is given up, and lets go of who sends it", async () => {
    const shelf = new HlsShelf();
    const { watch, left } = sender([Buffer.from("no FLV at all, of any length")]);
    expect(await shelf.playlist("key", watch)).toEqual({ is: "none" });
    expect(left).toHaveLength(1);
  });
});

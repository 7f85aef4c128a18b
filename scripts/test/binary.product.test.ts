import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { startRtmpIngest } from "../../tooling/rtmp-ingest/src/index.ts";
import { root, signIn, startStudio } from "./support/studio.ts";

const binary = join(root, "dist/nightjar");
/** Three times what it may take where nothing else is at work. */
const ENDED_WITHIN_MS = 15_000;
const start = () => startStudio(binary, [], ["stop", "--off-air"]);

describe("the single executable", () => {
  it("serves the studio from itself, with its database open, and ends in order", async () => {
    const studio = await start();

    const health = await fetch(`${studio.url}/api/health`);
    expect(await health.json()).toEqual({ status: "ok", version: expect.any(String) });
    const ready = await fetch(`${studio.url}/api/ready`);
    expect({ status: ready.status, body: await ready.text() }).toMatchObject({ status: 200 });
    expect(existsSync(join(studio.dataDir, "nightjar.db"))).toBe(true);
    const page = await fetch(`${studio.url}/`);
    expect(page.headers.get("content-type")).toContain("text/html");
    expect(await page.text()).toContain("<script");

    const askedAt = performance.now();
    studio.signal("SIGTERM");
    expect(await studio.ended).toBe(0);
    expect(performance.now() - askedAt).toBeLessThan(ENDED_WITHIN_MS);
  });

  it("leaves nothing of its addons in the temporary folder", async () => {
    const studio = await start();
    expect(readdirSync(studio.tempDir)).toEqual([]);
  });

  it("puts a stream on air, for which its worker, its canvas and its fonts must be in it", async () => {
    const ingest = await startRtmpIngest();
    onTestFinished(() => ingest.remove());
    onTestFinished(() => ingest.stop());
    const studio = await start();
    const call = await signIn(studio);

    const form = new FormData();
    form.set("audio", new Blob([tone(join(studio.tempDir, "tone.mp3"))], { type: "audio/mpeg" }), "tone.mp3");
    const upload = await call("POST", "/api/upload/audio", form);
    const fields = { title: "Tone", artist: "Sine", duration: "0:05", fileUrl: upload["fileUrl"] };
    const track = await call("POST", "/api/tracks", fields);
    const stream = await call("POST", "/api/streams", { title: "Smoke" });
    await call("POST", `/api/streams/${stream["id"]}/tracks`, { trackId: track["id"] });
    await call("PUT", `/api/streams/${stream["id"]}/destination`, { rtmpUrl: ingest.url, streamKey: "smoke" });
    await call("POST", `/api/direct-streaming/start/${stream["id"]}`, {});

    const recording = await ingest.waitForBytes("smoke", 500_000, 45_000);
    expect(probe(recording)).toEqual(["h264 1920x1080", "aac"]);
    await call("POST", `/api/direct-streaming/stop/${stream["id"]}`, {});
    const state = async () => (await call("GET", `/api/streams/${stream["id"]}/on-air`))["state"];
    await vi.waitFor(async () => expect(await state()).toBe("off"), { timeout: 15_000 });
  }, 90_000);
});

function tone(path: string): Uint8Array<ArrayBuffer> {
  execFileSync("ffmpeg", ["-loglevel", "error", "-f", "lavfi", "-i", "sine=frequency=440:duration=5", "-b:a", "128k", path]);
  return new Uint8Array(readFileSync(path));
}

function probe(path: string): string[] {
  const entries = ["-show_entries", "stream=codec_name,codec_type,width,height", "-of", "json"];
  const { streams } = JSON.parse(execFileSync("ffprobe", ["-loglevel", "error", ...entries, path], { encoding: "utf8" })) as {
    streams: { codec_name: string; codec_type: string; width?: number; height?: number }[];
  };
  const told = streams.toSorted((a, b) => b.codec_type.localeCompare(a.codec_type));
  return told.map(({ codec_name: codec, width, height }) => (width === undefined ? codec : `${codec} ${width}x${height}`));
}

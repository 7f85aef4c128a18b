import { openAsBlob, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { growthMb } from "../../tooling/peak-memory.ts";
import type { Call } from "../src/call.ts";
import { ADMIN, studioFor } from "../src/studio-for.ts";
import type { Studio } from "../src/studio.ts";
import { tool } from "../src/tool.ts";

const MB = 1024 * 1024;
const GROWTH_MAX_MB = 60;

const at = studioFor("upload-memory", { RENDER_CONCURRENCY: "1" });
let folder = "";
let studio: Studio;
let call: Call;
beforeAll(() => void ({ call, folder, studio } = at()));

const growth = (work: () => Promise<unknown>) => growthMb(studio.serverPid() ?? 0, work);

/** A real file, filled up to exactly that size; it lies on the disk, so that this process does not hold it either. */
async function fileOf(name: string, bytes: number, ...args: string[]): Promise<Blob> {
  const path = join(folder, name);
  await tool("ffmpeg", ["-v", "error", "-y", "-f", "lavfi", ...args, path]);
  const file = await open(path, "r+");
  await file.truncate(bytes);
  await file.close();
  expect(statSync(path).size).toBe(bytes);
  return openAsBlob(path);
}
const formOf = (field: string, blob: Blob, name: string) => {
  const form = new FormData();
  form.append(field, blob, name);
  return form;
};
const upload = (path: string, field: string, blob: Blob, name: string) => call("POST", path, formOf(field, blob, name));

/** The same by the protocol that outlives a lost connection: begun, sent, taken. */
async function uploadInPieces(token: string, blob: Blob, name: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, "tus-resumable": "1.0.0" };
  const metadata = `filename ${Buffer.from(name).toString("base64")}`;
  const begun = await fetch(`${studio.url}/api/uploads`, {
    method: "POST",
    headers: { ...headers, "upload-length": String(blob.size), "upload-metadata": metadata },
  });
  const path = begun.headers.get("location") ?? "";
  const sent = await fetch(studio.url + path, {
    method: "PATCH",
    headers: { ...headers, "upload-offset": "0", "content-type": "application/offset+octet-stream" },
    body: blob,
  });
  expect(sent.headers.get("upload-offset")).toBe(String(blob.size));
  await call("POST", `${path}/video`);
}

describe("an upload of the largest size", () => {
  it(`of 100 MB of video and 50 MB of audio lets the server grow by less than ${GROWTH_MAX_MB} MB`, async () => {
    const small = await fileOf("warm.mp4", 1 * MB, "-i", "testsrc2=s=320x180:d=1", "-pix_fmt", "yuv420p");
    const tone = await fileOf("warm.wav", 1 * MB, "-i", "sine=d=2");
    // To sign in takes memory of its own, for the password's hash.
    const token = String((await call("POST", "/api/auth/login", ADMIN))["token"]);
    // What is loaded once, with the first of each.
    await uploadInPieces(token, small, "warm-pieces.mp4");
    await upload("/api/upload/video", "video", small, "warm.mp4");
    await upload("/api/upload/audio", "audio", tone, "warm.wav");
    const video = await fileOf("large.mp4", 100 * MB, "-i", "testsrc2=s=640x360:d=4", "-pix_fmt", "yuv420p");
    const audio = await fileOf("large.wav", 50 * MB, "-i", "sine=f=300:d=590");
    const grown = {
      pieces: await growth(() => uploadInPieces(token, video, "pieces.mp4")),
      video: await growth(() => upload("/api/upload/video", "video", video, "large.mp4")),
      audio: await growth(() => upload("/api/upload/audio", "audio", audio, "large.wav")),
    };
    console.log(
      `the server grew by ${grown.video.toFixed(1)} MB for the video, ${grown.pieces.toFixed(1)} MB for it in pieces, ${grown.audio.toFixed(1)} MB for the audio`,
    );
    expect(grown.pieces).toBeLessThan(GROWTH_MAX_MB);
    expect(grown.video).toBeLessThan(GROWTH_MAX_MB);
    expect(grown.audio).toBeLessThan(GROWTH_MAX_MB);
  }, 240_000);
});

// Files that mean no good under a video's name: refused in words, and nothing beside them is opened.
import { PATIENCE_MS } from "@nightjar/kit/testing";
import {
  DAMAGED_VIDEO_TEXT,
  NO_VIDEO_TEXT,
  SINGLE_PICTURE_TEXT,
  STILL_SIZE_TEXT,
  VIDEO_PIXELS_TEXT,
  VIDEO_TYPE_TEXT,
} from "@nightjar/contract";
import { run } from "@nightjar/media";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { audioForm } from "./support/audio.ts";
import { startTestServer, textAt } from "./support/server.ts";
import type { TestServer } from "./support/server.ts";
import { makeVideo } from "./support/video.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });
/** Whoever opens a pipe that nobody writes to hangs: a refusal must come long before a tool is ended for its time. */
const AT_ONCE_MS = 20_000;

let server: TestServer;
let listener: Server;
let folder = "";
let canary = "";
let away = "";
const called: string[] = [];

beforeAll(async () => {
  server = await startTestServer({ RENDER_CONCURRENCY: "1" });
  folder = mkdtempSync(join(tmpdir(), "nightjar-hostile-"));
  canary = join(folder, "canary.mp4");
  await run("mkfifo", [canary], { timeoutMs: 5000 });
  listener = createServer((socket) => {
    called.push(String(socket.remotePort));
    socket.destroy();
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const address = listener.address();
  away = `127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
});
afterAll(async () => {
  await server.close();
  listener.close();
  rmSync(folder, { recursive: true, force: true });
});

const ffmpeg = async (name: string, ...args: string[]): Promise<Buffer> => {
  const path = join(folder, name);
  await run("ffmpeg", ["-nostdin", "-v", "error", "-y", ...args, path], { timeoutMs: 60_000 });
  return readFileSync(path);
};
const hls = (entry: string) => `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n${entry}\n#EXT-X-ENDLIST\n`;
const dash = (base: string) =>
  `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT9S"><Period><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1"><BaseURL>${base}</BaseURL><SegmentBase/></Representation></AdaptationSet></Period></MPD>`;
const riff = (text: string) => Buffer.concat([Buffer.from("RIFF\xff\xff\x00\x00AVI LIST", "latin1"), Buffer.from(text)]);
const box = (name: string, text: string) => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + text.length);
  head.write(name, 4, "latin1");
  return Buffer.concat([head, Buffer.from(text)]);
};

/** Says that its pictures are of that size. */
async function giantGif(sizePx: number): Promise<Buffer> {
  const bytes = Buffer.from(await makeVideo({ extension: "gif", hue: 5 }));
  for (const offset of [6, 8]) bytes.writeUInt16LE(sizePx, offset);
  return bytes;
}
async function giantPng(): Promise<Buffer> {
  const bytes = Buffer.from(await makeVideo({ extension: "png", hue: 5 }));
  for (const offset of [16, 20]) bytes.writeUInt32BE(16_384, offset);
  return bytes;
}
async function garbled(): Promise<Buffer> {
  const bytes = Buffer.from(await makeVideo({ extension: "mp4", hue: 6, args: ["-movflags", "+faststart"] }));
  return bytes.fill(0xa5, bytes.indexOf("mdat") + 4);
}
/** It plays, but for half as long. */
async function halfOf(extension: string, ...args: readonly string[]): Promise<Buffer> {
  const bytes = await makeVideo({ extension, hue: 9, args });
  return bytes.subarray(0, bytes.length / 2);
}
async function attachments(): Promise<Buffer> {
  const attached = join(folder, "evil.sh");
  writeFileSync(attached, "#!/bin/sh\ntouch pwned\n");
  const tone = ["-f", "lavfi", "-i", "sine=d=1"];
  return ffmpeg("attached.mkv", ...tone, "-attach", attached, "-metadata:s:t", "mimetype=application/x-sh");
}

type Made = string | Buffer | Promise<Buffer>;
const FILES: readonly (readonly [what: string, make: () => Made, text: string])[] = [
  ["a playlist of a local file", () => hls(`file://${canary}`), VIDEO_TYPE_TEXT],
  ["a playlist of a path", () => hls(canary), VIDEO_TYPE_TEXT],
  ["a playlist of an address", () => hls(`http://${away}/a.ts`), VIDEO_TYPE_TEXT],
  ["a playlist that joins both", () => hls(`concat:http://${away}/a|file://${canary}`), VIDEO_TYPE_TEXT],
  ["a playlist with a key elsewhere", () => `#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="http://${away}/key"\n${hls(canary)}`, VIDEO_TYPE_TEXT],
  ["a list to be joined", () => `ffconcat version 1.0\nfile '${canary}'\n`, VIDEO_TYPE_TEXT],
  ["a list to be joined from an address", () => `ffconcat version 1.0\nfile 'http://${away}/a.mp4'\n`, VIDEO_TYPE_TEXT],
  ["a manifest of an address", () => dash(`http://${away}/a.mp4`), VIDEO_TYPE_TEXT],
  ["a manifest of a local file", () => dash(`file://${canary}`), VIDEO_TYPE_TEXT],
  [
    "a session to be listened to",
    () => `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 ${away.split(":")[0]}\nt=0 0\nm=video 5004 RTP/AVP 96\n`,
    VIDEO_TYPE_TEXT,
  ],
  [
    "a drawing that shows another file",
    () => `<svg xmlns="http://www.w3.org/2000/svg"><image href="http://${away}/a.png"/><image href="file://${canary}"/></svg>`,
    VIDEO_TYPE_TEXT,
  ],
  ["a playlist in an avi's clothes", () => riff(hls(`file://${canary}`)), NO_VIDEO_TEXT],
  [
    "a playlist in an mp4's clothes",
    () => Buffer.concat([box("ftyp", "isom0000isom"), box("mdat", hls(`http://${away}/a.ts`))]),
    DAMAGED_VIDEO_TEXT,
  ],
  ["a video cut off", async () => (await makeVideo({ extension: "mp4", hue: 7 })).subarray(0, 3000), DAMAGED_VIDEO_TEXT],
  [
    "a video cut off within its header",
    async () => (await makeVideo({ extension: "webm", hue: 7, args: ["-c:v", "libvpx"] })).subarray(0, 60),
    DAMAGED_VIDEO_TEXT,
  ],
  ["half an mp4 whose index stands first", () => halfOf("mp4", "-movflags", "+faststart"), DAMAGED_VIDEO_TEXT],
  ["half an mp4 in fragments", () => halfOf("mp4", "-g", "5", "-movflags", "+frag_keyframe+empty_moov"), DAMAGED_VIDEO_TEXT],
  ["half a webm", () => halfOf("webm", "-c:v", "libvpx"), DAMAGED_VIDEO_TEXT],
  ["half an mkv", () => halfOf("mkv", "-c:v", "libx264"), DAMAGED_VIDEO_TEXT],
  ["half an avi", () => halfOf("avi", "-c:v", "mpeg4"), DAMAGED_VIDEO_TEXT],
  ["a video whose pictures are noise", garbled, DAMAGED_VIDEO_TEXT],
  ["sound alone", () => ffmpeg("sound.m4a", "-f", "lavfi", "-i", "sine=d=1"), NO_VIDEO_TEXT],
  ["sound with an attachment", attachments, NO_VIDEO_TEXT],
  ["one picture", () => makeVideo({ extension: "mp4", hue: 8, args: ["-frames:v", "1"] }), SINGLE_PICTURE_TEXT],
  ["a video of 16k by 16k", () => giantGif(16_000), VIDEO_PIXELS_TEXT],
  ["a video of 16,384 by 16,384, which no tool will open", () => giantGif(16_384), DAMAGED_VIDEO_TEXT],
  ["a still of 16k by 16k", giantPng, STILL_SIZE_TEXT],
  ["a program", () => Buffer.from("\x7fELF\x02\x01\x01".padEnd(4000, "\0"), "latin1"), VIDEO_TYPE_TEXT],
  ["a page", () => "<!doctype html><script>alert(1)</script>", VIDEO_TYPE_TEXT],
  ["nothing", () => "", VIDEO_TYPE_TEXT],
];

describe("a file under a video's name", () => {
  it.each(FILES)("that is %s is refused in words, and nothing beside it is touched", async (_what, make, text) => {
    const made = await make();
    const beganMs = performance.now();
    const bytes = typeof made === "string" ? Buffer.from(made) : made;
    const answer = await server.call("POST", "/api/upload/video", { body: audioForm(bytes, "evil.mp4", "video") });
    expect({ status: answer.status, text: textAt(answer, "error") }).toEqual({ status: text === STILL_SIZE_TEXT ? 413 : 415, text });
    expect(performance.now() - beganMs).toBeLessThan(AT_ONCE_MS);
    expect(called).toEqual([]);
    for (const kind of ["incoming", "video", "artwork"]) expect(readdirSync(join(server.dataDir, "files", kind)), kind).toEqual([]);
  });

  it("would be seen by the listener and hang at the canary: both do their work", async () => {
    const reading = run("cat", [canary], { timeoutMs: 500 }).then(
      () => "read",
      () => "hung",
    );
    expect(await reading).toBe("hung");
    await fetch(`http://${away}/`).catch(() => undefined);
    await vi.waitFor(() => expect(called).toHaveLength(1), PATIENCE_MS);
  });
});

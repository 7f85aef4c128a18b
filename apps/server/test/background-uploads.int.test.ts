import {
  ANIMATED_STILL_TEXT,
  DAMAGED_STILL_TEXT,
  DAMAGED_VIDEO_TEXT,
  NO_VIDEO_TEXT,
  SINGLE_PICTURE_TEXT,
  STILL_SIZE_TEXT,
  VIDEO_UPLOAD_MAX_BYTES,
  background,
  videoUploadOutput,
} from "@nightjar/contract";
import { probeVideo, readImageHeader } from "@nightjar/media";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { audioForm, makeTone } from "./support/audio.ts";
import { PREPARED, fileRow, fileRows, folderOf, uploadVideo } from "./support/background-files.ts";
import { startTestServer, textAt } from "./support/server.ts";
import type { TestServer } from "./support/server.ts";
import { makeVideo } from "./support/video.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ RENDER_CONCURRENCY: "1" });
});
afterAll(() => server.close());

const REFUSAL = "Please select a valid video file (MP4, MOV, AVI, WebM)";
const upload = (bytes: Uint8Array, fileName: string) => uploadVideo(server, bytes, fileName);
const folder = (name: string) => folderOf(server, name);
const rowOf = (url: string) => fileRow(server, url);
const bytesOf = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
  const response = await fetch(server.url + path, { headers: { authorization: `Bearer ${server.adminToken}`, ...headers } });
  return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
};
async function newBackground(fileUrl: string): Promise<string> {
  return textAt(await server.call("POST", "/api/backgrounds", { body: { title: "Rain", videoUrl: fileUrl } }), "id");
}

describe("uploading a background", () => {
  it.each([
    ["mp4", "mp4", []],
    ["mov", "mp4", ["-c:v", "mjpeg"]],
    ["avi", "avi", ["-c:v", "mpeg4"]],
    ["webm", "webm", ["-c:v", "libvpx", "-deadline", "realtime"]],
    ["mkv", "mkv", ["-c:v", "libx264"]],
    ["gif", "gif", []],
  ] as const)("takes a real %s with its poster, and makes the copy that airs and that every browser plays", async (name, stored, args) => {
    const bytes = await makeVideo({ extension: name, hue: 10, args });
    const answer = await upload(bytes, `C:\\clips\\rain.${name}`);
    expect(answer.status).toBe(200);
    const uploaded = videoUploadOutput.parse(answer.json);
    expect(uploaded).toMatchObject({
      fileName: `rain.${name}`,
      size: bytes.length,
      duration: "0:01",
      resolution: "320x180",
      kind: "video",
    });
    expect(uploaded.fileUrl).toMatch(new RegExp(`^/api/files/video/[0-9a-f]{64}\\.${stored}$`));
    const poster = await bytesOf(uploaded.thumbnailUrl ?? "");
    expect(readImageHeader(poster.body)).toEqual({ type: "jpeg", widthPx: 320, heightPx: 180 });
    expect((await bytesOf(uploaded.fileUrl)).body.equals(bytes)).toBe(true);

    const id = await newBackground(uploaded.fileUrl);
    await vi.waitFor(() => expect(rowOf(uploaded.fileUrl)?.mezzanineState).toBe("ready"), PREPARED);
    const shown = background.parse((await server.call("GET", `/api/backgrounds/${id}`)).json);
    expect(shown).toMatchObject({ isPreparing: false, duration: "0:01", thumbnailUrl: uploaded.thumbnailUrl });
    const video = await bytesOf(`/api/backgrounds/${id}/video`, { range: "bytes=4-7" });
    expect({ status: video.status, text: video.body.toString("latin1") }).toEqual({ status: 206, text: "ftyp" });
    expect(video.headers.get("content-type")).toBe("video/mp4");
    const copy = join(server.dataDir, "files/video", `${rowOf(uploaded.fileUrl)?.mezzanineSha256}.mp4`);
    expect(await probeVideo(copy, { ffprobePath: "ffprobe" })).toMatchObject({ codec: "h264", framesPerSecond: 30, durationMs: 1000 });
  });

  it("shows the upload itself until the copy is ready, tells the screens when it is, and leaves what is on air alone", async () => {
    const machine = Promise.withResolvers<void>();
    server.services.jobs.asked("the machine is busy", () => machine.promise);
    const { fileUrl } = videoUploadOutput.parse((await upload(await makeVideo({ extension: "webm", hue: 20 }), "x.webm")).json);
    const id = await newBackground(fileUrl);
    expect((await bytesOf(`/api/backgrounds/${id}/video`)).headers.get("content-type")).toBe("video/webm");
    const stream = textAt(await server.call("POST", "/api/streams", { body: { title: "S" } }), "id");
    const destination = { rtmpUrl: "rtmp://127.0.0.1:1935/live", streamKey: "key" };
    await server.call("PUT", `/api/streams/${stream}/destination`, { body: destination });
    await server.call("PATCH", `/api/streams/${stream}`, { body: { activeBackgroundId: id } });
    await server.call("POST", `/api/direct-streaming/start/${stream}`, { body: {} });
    expect(server.engine.pushed.splice(0)).toMatchObject([
      { background: { kind: "video", file: { path: expect.stringMatching(/webm$/) } } },
    ]);

    const told = Promise.withResolvers<void>();
    server.services.live.subscribe((event) => event.type === "changed" && event.id === id && told.resolve());
    machine.resolve();
    await told.promise;
    const row = rowOf(fileUrl);
    expect(row?.mezzanineState).toBe("ready");
    expect((await bytesOf(`/api/backgrounds/${id}/video`)).headers.get("etag")).toBe(`"${row?.mezzanineSha256}"`);
    expect(server.engine.pushed).toEqual([]);
    await server.call("PATCH", `/api/streams/${stream}`, { body: { crossfadeMs: 10 } });
    expect(server.engine.pushed.at(-1)?.background).toMatchObject({ file: { sha256: row?.mezzanineSha256 } });
  });

  it("ends the making of a copy when its background is deleted, and leaves nothing of it", async () => {
    const video = await makeVideo({ extension: "mov", hue: 25, seconds: 40, size: "1280x720", args: ["-c:v", "mpeg4"] });
    const { fileUrl } = videoUploadOutput.parse((await upload(video, "long.mov")).json);
    const id = await newBackground(fileUrl);
    const job = () => server.services.jobs.states().get(`mezzanine:${rowOf(fileUrl)?.sha256}`);
    await vi.waitFor(() => expect([job()?.isRunning, folder("incoming").length]).toEqual([true, 1]), PREPARED);
    await server.call("DELETE", `/api/backgrounds/${id}`);
    await vi.waitFor(() => expect(job()).toBeUndefined(), PREPARED);
    const running = server.services.gauges().find(({ name }) => name === "jobs_running");
    expect([running?.value, folder("incoming"), rowOf(fileUrl)?.mezzanineState]).toEqual([0, [], "pending"]);
    server.services.db.$client.exec(`delete from background_files where sha256 = '${rowOf(fileUrl)?.sha256}'`);
  });

  it("tells a phone's video as it is shown", async () => {
    const answer = await upload(await makeVideo({ extension: "mp4", hue: 30, rotate: 90 }), "phone.mp4");
    expect(answer.json).toMatchObject({ resolution: "180x320", duration: "0:01" });
    expect(readImageHeader((await bytesOf(textAt(answer, "thumbnailUrl"))).body)).toMatchObject({ widthPx: 180, heightPx: 320 });
  });

  it("tells the whole length of a video with a variable rate", async () => {
    const args = ["-vf", "hue=h=40,select='lt(n,10)+eq(n,49)'", "-fps_mode", "vfr"];
    const answer = await upload(await makeVideo({ extension: "mp4", seconds: 2, args }), "screen.mp4");
    expect(answer.json).toMatchObject({ duration: "0:02" });
    const { fileUrl } = videoUploadOutput.parse(answer.json);
    await vi.waitFor(() => expect(rowOf(fileUrl)?.mezzanineState).toBe("ready"), PREPARED);
    const copy = join(server.dataDir, "files/video", `${rowOf(fileUrl)?.mezzanineSha256}.mp4`);
    expect(await probeVideo(copy, { ffprobePath: "ffprobe" })).toMatchObject({ framesPerSecond: 30, durationMs: 2000 });
  });

  it("stores the same file once, whatever it is called, and tries a copy again that failed", async () => {
    const bytes = await makeVideo({ extension: "mp4", hue: 50 });
    const answers = await Promise.all([upload(bytes, "one.mp4"), upload(bytes, "two.avi")]);
    const [fileUrl = "", ...others] = new Set(answers.map((answer) => textAt(answer, "fileUrl")));
    expect(others).toEqual([]);
    const ready = () => vi.waitFor(() => expect(rowOf(fileUrl)?.mezzanineState).toBe("ready"), PREPARED);
    await ready();
    server.services.db.$client.exec(`update background_files set mezzanine_state = 'failed' where sha256 = '${rowOf(fileUrl)?.sha256}'`);
    await upload(bytes, "again.mp4");
    await ready();
  });

  it("refuses by content, in the specification's words or in those that say more, and keeps nothing of it", async () => {
    const video = await makeVideo({ extension: "mp4", hue: 60, args: ["-movflags", "+faststart"] });
    const undecodable = Buffer.from(video);
    undecodable.fill(0xa5, undecodable.indexOf("mdat") + 4);
    const cut = async (extension: string) => {
      const still = await makeVideo({ extension, hue: 62 });
      return still.subarray(0, Math.floor(still.length * 0.6));
    };
    const bad: readonly (readonly [string, Buffer, string?])[] = [
      ["text.mp4", Buffer.from("this is no video")],
      ["playlist.mp4", Buffer.from("#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n")],
      ["concat.mp4", Buffer.from("ffconcat version 1.0\nfile '/etc/hostname'\n")],
      ["empty.mp4", Buffer.alloc(0)],
      ["song.mp4", await makeTone({ extension: "m4a" }), NO_VIDEO_TEXT],
      ["undecodable.mp4", undecodable, DAMAGED_VIDEO_TEXT],
      ["cut.mp4", (await makeVideo({ extension: "mp4", hue: 61 })).subarray(0, 3000), DAMAGED_VIDEO_TEXT],
      ["broken.png", Buffer.from((await makeVideo({ extension: "png" })).subarray(0, 60)), DAMAGED_STILL_TEXT],
      ["cut.png", await cut("png"), DAMAGED_STILL_TEXT],
      ["cut.jpg", await cut("jpg"), DAMAGED_STILL_TEXT],
      ["cut.webp", await cut("webp"), DAMAGED_STILL_TEXT],
      ["moving.webp", await makeVideo({ extension: "webp", args: ["-frames:v", "5", "-c:v", "libwebp_anim"] }), ANIMATED_STILL_TEXT],
      ["moving.png", await makeVideo({ extension: "png", args: ["-frames:v", "5", "-f", "apng"] }), ANIMATED_STILL_TEXT],
    ];
    const states = () => fileRows(server).map((row) => row.mezzanineState);
    await vi.waitFor(() => expect(states()).not.toContain("pending"), PREPARED);
    const before = { video: folder("video"), artwork: folder("artwork") };
    for (const [name, bytes, message = REFUSAL] of bad) {
      const answer = await upload(bytes, name);
      const status = message === DAMAGED_STILL_TEXT ? 400 : 415;
      expect({ status: answer.status, json: answer.json }, name).toEqual({ status, json: { message, error: message } });
    }
    expect({ video: folder("video"), artwork: folder("artwork") }).toEqual(before);
    expect(folder("incoming")).toEqual([]);
  });

  it("says of one picture in a video's clothes, and of a picture that is too large, what is wrong with it", async () => {
    const one = await upload(await makeVideo({ extension: "mp4", hue: 65, args: ["-frames:v", "1"] }), "one.mp4");
    expect([one.status, one.json]).toMatchObject([415, { error: SINGLE_PICTURE_TEXT }]);
    const gif = await upload(await makeVideo({ extension: "gif", hue: 65, args: ["-frames:v", "1"] }), "one.gif");
    expect([gif.status, gif.json]).toMatchObject([415, { error: SINGLE_PICTURE_TEXT }]);
    // By its header: 8000 times 8000.
    const large = Buffer.from(await makeVideo({ extension: "png", hue: 65 }));
    large.writeUInt32BE(8000, 16);
    large.writeUInt32BE(8000, 20);
    const refused = await upload(large, "large.png");
    expect([refused.status, refused.json]).toMatchObject([413, { error: STILL_SIZE_TEXT }]);
  });

  it("takes exactly 100 MB and refuses one byte more", async () => {
    const video = await makeVideo({ extension: "mp4", hue: 70 });
    const padded = (size: number) => Buffer.concat([video, Buffer.alloc(size - video.length)]);
    expect((await upload(padded(VIDEO_UPLOAD_MAX_BYTES), "full.mp4")).status).toBe(200);
    const answer = await upload(padded(VIDEO_UPLOAD_MAX_BYTES + 1), "over.mp4");
    const message = "File size must be less than 100MB";
    expect({ status: answer.status, json: answer.json }).toEqual({ status: 413, json: { message, error: message } });
  });

  it("asks for the field it needs", async () => {
    const answer = await server.call("POST", "/api/upload/video", { body: audioForm(Buffer.from("x"), "x.mp4", "audio") });
    expect({ status: answer.status, message: textAt(answer, "message") }).toEqual({
      status: 400,
      message: "The form has no file in the field video",
    });
  });

  it.each(["png", "jpg", "webp"])(
    "takes a %s as a background that stands still, as a JPEG of ours, whatever its name",
    async (extension) => {
      const answer = await upload(await makeVideo({ extension, hue: 80 }), "still.mp4");
      const uploaded = videoUploadOutput.parse(answer.json);
      expect(uploaded).toMatchObject({ kind: "image", duration: "0:00", resolution: "320x180", fileName: "still.mp4" });
      const id = await newBackground(uploaded.fileUrl);
      const picture = await bytesOf(`/api/backgrounds/${id}/video`);
      expect(picture.headers.get("content-type")).toBe("image/jpeg");
      expect(readImageHeader(picture.body)).toEqual({ type: "jpeg", widthPx: 320, heightPx: 180 });
      expect((await server.call("GET", `/api/backgrounds/${id}`)).json).toMatchObject({ kind: "image", isPreparing: false });
      expect(readImageHeader((await bytesOf(uploaded.thumbnailUrl ?? "")).body)).not.toBeNull();
    },
  );
});

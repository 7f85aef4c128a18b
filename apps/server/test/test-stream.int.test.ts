import { mkdtempSync, rmSync } from "node:fs";
import { once } from "node:events";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SESSION_COOKIE } from "@nightjar/contract";
import { run } from "@nightjar/media";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { freePort } from "../../../tooling/rtmp-ingest/src/index.ts";
import { audioForm, makeTone } from "./support/audio.ts";
import { callByName } from "./support/by-name.ts";
import { spawnServer } from "./support/process.ts";
import type { ServerProcess } from "./support/process.ts";
import { call, textAt } from "./support/server.ts";
import type { Answer } from "./support/server.ts";

const ACCOUNT = { email: "admin@example.com", password: "correct horse" };
const PLAYED_WITHIN_MS = 60_000;

let dataDir = "";
let server: ServerProcess;
let url = "";
let token = "";
let rtmpPort = 0;
let id = "";

const api = (method: string, path: string, body?: unknown) => call(url, method, path, { token, ...(body === undefined ? {} : { body }) });
const test = (name = "", method = "GET") => api(method, `/api/test-stream/${id}${name}`);
const fieldOf = (answer: Answer, name: string): unknown => Reflect.get(Object(answer.json), name);

async function startServer(): Promise<void> {
  server = spawnServer({ DATA_DIR: dataDir, RTMP_PORT: String(rtmpPort), ADMIN_EMAIL: ACCOUNT.email, ADMIN_PASSWORD: ACCOUNT.password });
  url = await server.ready;
  token = textAt(await call(url, "POST", "/api/auth/login", { body: ACCOUNT }), "token");
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "nightjar-test-stream-"));
  rtmpPort = await freePort();
  await startServer();
  const sound = audioForm(await makeTone({ extension: "mp3", seconds: 40 }), "x.mp3");
  const fileUrl = textAt(await api("POST", "/api/upload/audio", sound), "fileUrl");
  const track = textAt(await api("POST", "/api/tracks", { title: "Moth", artist: "Lamp", duration: "0:40", fileUrl }), "id");
  id = textAt(await api("POST", "/api/streams", { title: "Night" }), "id");
  await api("POST", `/api/streams/${id}/tracks`, { trackId: track });
});
afterAll(async () => {
  await spawnServer({ DATA_DIR: dataDir }, ["stop", "--off-air"]).exited;
  server.child.kill("SIGKILL");
  await server.exited;
  rmSync(dataDir, { recursive: true, force: true });
});

/** What a player finds at an address; it waits for the stream to begin. */
async function probe(address: string, headers: readonly string[] = []): Promise<string[]> {
  const args = ["-v", "error", ...headers, "-show_entries", "stream=codec_name,width", "-of", "csv=p=0", address];
  const { stdout } = await run("ffprobe", args, { timeoutMs: PLAYED_WITHIN_MS });
  // Of HLS they are told twice: of their programme, and by themselves.
  const told = new Set(stdout.toString("utf8").split("\n"));
  return [...told].filter((line) => line !== "").toSorted();
}

/** Of some seconds of sound, decoded: from 0 to 1. */
async function loudest(address: string, headers: readonly string[] = []): Promise<number> {
  const args = ["-nostdin", "-v", "error", ...headers, "-i", address, "-t", "4", "-vn", "-ac", "1", "-f", "s16le", "-"];
  const { stdout } = await run("ffmpeg", args, { timeoutMs: PLAYED_WITHIN_MS });
  let peak = 0;
  for (let at = 0; at + 1 < stdout.length; at += 2) peak = Math.max(peak, stdout.readInt16LE(at));
  return peak / 32_768;
}

const BOTH = ["aac", "h264,1920"];

describe("a test stream", () => {
  it("is played by a desktop player over RTMP and by a browser over HTTP, with picture and sound, and is nobody's air", async () => {
    const started = await test("/start", "POST");
    expect(started.status).toBe(200);
    const rtmpUrl = textAt(started, "rtmpUrl");
    expect(rtmpUrl).toMatch(new RegExp(`^rtmp://127\\.0\\.0\\.1:${rtmpPort}/test/[\\w-]{32}$`));
    expect(await probe(rtmpUrl)).toEqual(BOTH);
    // Nobody said where people reach this machine: it is named as they have reached it.
    const asked = await callByName("studio.lan:3000", `${url}/api/test-stream/${id}/status`, { token });
    expect(asked).toMatchObject({ rtmpUrl: rtmpUrl.replace("127.0.0.1", "studio.lan") });
    const flv = `${url}${textAt(await test(), "testStreamUrl")}`;
    expect(await probe(flv, ["-headers", `Authorization: Bearer ${token}\r\n`])).toEqual(BOTH);
    // A busy machine may begin with the slate, which is silent.
    await expect.poll(async () => fieldOf(await test(), "currentTrack")).toMatchObject({ title: "Moth" });
    await expect.poll(async () => fieldOf(await test("/status"), "state")).toBe("on-air");
    expect(await loudest(rtmpUrl)).toBeGreaterThan(0.05);
    expect(fieldOf(await api("GET", `/api/streams/${id}`), "isLive")).toBe(false);
    expect(fieldOf(await api("GET", `/api/streams/${id}/on-air`), "state")).toBe("off");
    expect((await api("GET", `/api/streams/${id}/as-run`)).json).toEqual([]);
    expect((await call(url, "GET", `/api/test-stream/${id}/live.flv`)).status).toBe(401);
  });

  it("is played as HLS with a browser's cookie, picture and sound, and by nobody who is not signed in", async () => {
    const playlist = `${url}/api/test-stream/${id}/live.m3u8`;
    const signedIn = ["-headers", `Cookie: ${SESSION_COOKIE}=${token}\r\n`];
    expect(await probe(playlist, signedIn)).toEqual(BOTH);
    expect(await loudest(playlist, signedIn)).toBeGreaterThan(0.05);
    const answer = await fetch(playlist, { headers: { authorization: `Bearer ${token}` } });
    expect(answer.headers.get("content-type")).toBe("application/vnd.apple.mpegurl");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const [segment = ""] = /segments\/\d+\.ts/.exec(await answer.text()) ?? [];
    for (const path of ["live.m3u8", segment]) expect((await call(url, "GET", `/api/test-stream/${id}/${path}`)).status).toBe(401);
    expect((await test("/segments/1.ts")).status).toBe(404);
    expect((await test("/segments/..%2fsecret.key")).status).toBe(400);
  });

  it("goes on at the same address when the server was killed and started again", async () => {
    const rtmpUrl = textAt(await test("/status"), "rtmpUrl");
    server.child.kill("SIGKILL");
    await server.exited;
    await startServer();
    expect(textAt(await test("/status"), "rtmpUrl")).toBe(rtmpUrl);
    expect(await probe(rtmpUrl)).toEqual(BOTH);
  });

  it("ends with Stop, for players too, and gives the port back; a port that is taken is 503, and the studio serves on", async () => {
    const rtmpUrl = textAt(await test("/status"), "rtmpUrl");
    expect((await test("/stop", "POST")).status).toBe(200);
    expect(fieldOf(await test("/status"), "rtmpUrl")).toBeNull();
    expect(fieldOf(await test(), "testStreamUrl")).toBeNull();
    await expect(probe(rtmpUrl)).rejects.toThrow();
    const other = createServer();
    await vi.waitFor(
      async () => {
        other.listen(rtmpPort, "127.0.0.1");
        await once(other, "listening");
      },
      { timeout: 10_000, interval: 200 },
    );
    const refused = await test("/start", "POST");
    expect(refused.status).toBe(503);
    expect(textAt(refused, "message")).toContain("Could not start the RTMP stream");
    expect(fieldOf(await test("/status"), "isActive")).toBe(false);
    other.close();
    await once(other, "close");
    const again = textAt(await test("/start", "POST"), "rtmpUrl");
    expect(again).not.toBe(rtmpUrl);
    expect(await probe(again)).toEqual(BOTH);
  });
});

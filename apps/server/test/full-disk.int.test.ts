import { randomBytes } from "node:crypto";
import { closeSync, mkdtempSync, openSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import type { IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { mountSmallDisk, type SmallDisk } from "../../../tooling/small-disk.ts";
import { diskTrouble } from "../src/adapters/disk.ts";
import { createFiles } from "../src/adapters/files.ts";
import { createSecretBox } from "../src/adapters/secret-box.ts";
import { audioForm } from "./support/audio.ts";
import { piecesTo, TUS } from "./support/pieces.ts";
import { spawnServer } from "./support/process.ts";
import type { ServerProcess } from "./support/process.ts";
import { ADMIN, call, startTestServer, textAt } from "./support/server.ts";
import type { TestServer } from "./support/server.ts";

const DISK_BYTES = 24 * 1024 * 1024;
const FULL = "The disk is full: nothing can be saved until space is freed on the server. What is on air goes on.";

let disk: SmallDisk | null = null;
let server: TestServer | null = null;
beforeEach(() => {
  disk = mountSmallDisk(DISK_BYTES);
});
afterEach(async () => {
  await server?.close();
  server = null;
  disk?.remove();
});

describe("a data folder on a disk that is full to the last byte", () => {
  it("lets an operator in, refuses what cannot be saved in a sentence, is not ready, and recovers by itself", async ({ skip }) => {
    if (disk === null) return skip("no disk can be mounted here, as MAY_SKIP_MOUNTS says");
    server = await startTestServer({ DATA_DIR: join(disk.dir, "data") });
    const studio = server;
    const { begin } = piecesTo(() => studio);
    const id = textAt(await server.call("POST", "/api/streams", { body: { title: "S" } }), "id");
    expect((await server.call("GET", "/api/ready")).status).toBe(200);
    disk.fill();

    const login = await server.call("POST", "/api/auth/login", { body: ADMIN, token: null });
    expect(login.status).toBe(200);
    const token = textAt(login, "token");
    expect((await server.call("GET", "/api/streams", { token })).status).toBe(200);
    const edit = await server.call("PATCH", `/api/streams/${id}`, { token, body: { title: "T", description: "x".repeat(4900) } });
    expect([edit.status, edit.json]).toEqual([507, { message: FULL }]);
    const upload = await server.call("POST", "/api/upload/audio", { token, body: audioForm(new Uint8Array(2_000_000), "a.mp3") });
    expect([upload.status, upload.json]).toEqual([507, { message: FULL, error: FULL }]);
    const background = await begin(1000);
    expect([background.status, background.json]).toEqual([507, { message: FULL, error: FULL }]);
    const ready = await server.call("GET", "/api/ready");
    expect([ready.status, ready.json]).toMatchObject([
      503,
      {
        missing: [
          expect.stringMatching(/^the disk of the data folder is full \(0 MB.* gives its room back within ten minutes.* any more$/),
        ],
      },
    ]);

    disk.makeRoom();
    expect((await server.call("GET", "/api/ready")).status).toBe(200);
    expect((await server.call("PATCH", `/api/streams/${id}`, { token, body: { title: "T" } })).status).toBe(200);
    // There is room, and not for this: said before it is sent.
    expect([(await begin(2 * DISK_BYTES)).status, (await begin(1000)).status]).toEqual([507, 201]);
  });
});

it("a full disk with what a start laid aside is told with that, which may be most of it", async ({ skip }) => {
  if (disk === null) return skip("no disk can be mounted here, as MAY_SKIP_MOUNTS says");
  const files = createFiles(disk.dir);
  const stray = `${"a".repeat(64)}.mp3`;
  writeFileSync(files.path("audio", stray), "no row");
  disk.fill();
  expect(await diskTrouble(disk.dir)).toEqual([expect.stringMatching(/ any more$/)]);
  disk.makeRoom();
  files.layAside("audio", stray);
  disk.fill();
  expect(await diskTrouble(disk.dir)).toEqual([
    expect.stringMatching(/ any more\. What a start laid aside in files\/left takes room too$/),
  ]);
});

/** Until there is room for so much. */
function fillBut(small: SmallDisk, roomBytes: number): void {
  const room = join(small.dir, "room");
  writeFileSync(room, Buffer.alloc(roomBytes));
  small.fill();
  rmSync(room);
}

it("a file whose last bytes find no room is refused, and nothing of it stays: it is never kept cut short", async ({ skip }) => {
  if (disk === null) return skip("no disk can be mounted here, as MAY_SKIP_MOUNTS says");
  const files = createFiles(disk.dir);
  fillBut(disk, 1_000_000);
  async function* body() {
    yield randomBytes(2_000_000);
  }
  await expect(files.receive(body(), DISK_BYTES)).rejects.toMatchObject({ code: "ENOSPC" });
  expect(readdirSync(join(disk.dir, "files", "incoming"))).toEqual([]);
});

it("a first start that finds no room for its key leaves none behind, and the next one makes it", ({ skip }) => {
  if (disk === null) return skip("no disk can be mounted here, as MAY_SKIP_MOUNTS says");
  const { dir } = disk;
  disk.fill();
  expect(() => createSecretBox(dir)).toThrow("ENOSPC");
  disk.makeRoom();
  expect(createSecretBox(dir).open(createSecretBox(dir).seal("word"))).toBe("word");
  expect(readdirSync(dir)).toEqual(["secret.key"]);
});

describe("a log that cannot be written", () => {
  const LOG_KEPT_BYTES = 1_000_000;
  /** A process with this file for one of its outputs. */
  async function withStudio(output: "stdout" | "stderr", path: string, act: (studio: ServerProcess) => Promise<void>) {
    const dataDir = mkdtempSync(join(tmpdir(), "nightjar-log-"));
    const file = openSync(path, "a");
    const studio = spawnServer({ DATA_DIR: dataDir }, [], { [output]: file });
    closeSync(file);
    try {
      await act(studio);
      studio.child.kill("SIGTERM");
      expect(await studio.exited).toEqual({ code: 0, signal: null });
    } finally {
      studio.child.kill("SIGKILL");
      await studio.exited;
      rmSync(dataDir, { recursive: true, force: true });
    }
  }

  it("costs lines, and no call and no process: it goes on once there is room, whatever was to be told meanwhile", async ({ skip }) => {
    if (disk === null) return skip("no disk can be mounted here, as MAY_SKIP_MOUNTS says");
    const small = disk;
    const path = join(small.dir, "log");
    await withStudio("stderr", path, async ({ ready }) => {
      const url = await ready;
      const ask = async (name: string) => (await call(url, "GET", `/api/none/${name}`)).status;
      small.fill();
      const long = "x".repeat(8000);
      for (let told = 0; told < LOG_KEPT_BYTES * 1.5; told += long.length) expect(await ask(long)).toBe(404);
      // To the last line that fits.
      for (let told = 0; told < 60; told++) expect(await ask("end")).toBe(404);
      small.makeRoom();
      for (const name of ["one", "two"]) expect(await ask(name)).toBe(404);
      const paths = readFileSync(path, "utf8")
        .trim()
        .split("\n")
        .map((line) => String(Reflect.get(Object(JSON.parse(line)), "path")));
      expect(paths.at(-1)).toBe("/api/none/two");
      // So many fit into what is kept, and none is torn.
      expect(paths.filter((told) => told.endsWith(long)).length).toBeGreaterThan(100);
    });
  });

  it.each(["stdout", "stderr"] as const)("ends no server at its start either, where that is its %s", async (output) => {
    await withStudio(output, "/dev/full", async (studio) => {
      const port = () => /"port":(\d+).*"msg":"ready"|ready at http:\/\/127\.0\.0\.1:(\d+)/.exec(studio.output())?.slice(1).join("");
      await vi.waitFor(() => expect(port()).toMatch(/\d/), { timeout: 30_000, interval: 50 });
      expect((await call(`http://127.0.0.1:${port()}`, "GET", "/api/health")).status).toBe(200);
    });
  });
});

/** A piece of which more comes only when the disk has met its end. @returns what is answered */
async function pieceOnto({ adminToken, url }: TestServer, path: string, bytes: Uint8Array, meanwhile: () => Promise<void>) {
  const request = httpRequest(url + path, {
    method: "PATCH",
    headers: {
      ...{ ...TUS, authorization: `Bearer ${adminToken}`, "upload-offset": "0" },
      ...{ "content-type": "application/offset+octet-stream", "content-length": String(bytes.byteLength) },
    },
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => request.once("response", resolve).once("error", reject));
  request.write(bytes.subarray(0, bytes.byteLength / 2));
  await meanwhile();
  request.end(bytes.subarray(bytes.byteLength / 2));
  const answer = await answered;
  return { status: answer.statusCode, body: await text(answer) };
}

describe("an upload in pieces that meets the end of the disk on its way", () => {
  it("is told so to its connection and to who asks how far it came, and goes on from there once there is room", async ({ skip }) => {
    if (disk === null) return skip("no disk can be mounted here, as MAY_SKIP_MOUNTS says");
    const small = disk;
    server = await startTestServer({ DATA_DIR: join(small.dir, "data") });
    const studio = server;
    const { begun, head, offsetOf, piece } = piecesTo(() => studio);
    const bytes = randomBytes(4_000_000);
    const path = await begun(bytes.byteLength);
    const kept = join(studio.dataDir, "files", "resumable", path.split("/").at(-1) ?? "");
    const told = await pieceOnto(studio, path, bytes, async () => {
      await vi.waitFor(() => expect(statSync(kept).size).toBe(2_000_000), { timeout: 10_000, interval: 20 });
      small.fill();
    });
    expect(told).toEqual({ status: 507, body: JSON.stringify({ message: FULL, error: FULL }) });
    expect((await head(path)).status).toBe(507);
    const more = await piece(path, statSync(kept).size, bytes.subarray(-1000));
    expect([more.status, await more.text()]).toEqual([507, JSON.stringify({ message: FULL, error: FULL })]);

    small.makeRoom();
    const from = await offsetOf(path);
    expect(from).toBeGreaterThanOrEqual(2_000_000);
    expect((await piece(path, from, bytes.subarray(from))).status).toBe(204);
    expect(readFileSync(kept).equals(bytes)).toBe(true);
  });
});

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, openSync, closeSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { audioForm } from "./support/audio.ts";
import { piecesTo } from "./support/pieces.ts";
import { ADMIN, startTestServer, textAt } from "./support/server.ts";
import type { TestServer } from "./support/server.ts";

const DISK_BYTES = 24 * 1024 * 1024;

let folder = "";
let disk: string | null = null;
let server: TestServer | null = null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "nightjar-full-"));
  disk = mountSmall(join(folder, "disk"));
});
afterEach(async () => {
  await server?.close();
  server = null;
  if (disk !== null) execFileSync("umount", ["--lazy", disk]);
  rmSync(folder, { recursive: true, force: true });
});

/** null where we may not mount one: the unit test beside this one then stands alone. */
function mountSmall(dir: string): string | null {
  mkdirSync(dir);
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_BYTES}`, "tmpfs", dir], { stdio: "ignore" });
    return dir;
  } catch {
    return null;
  }
}

/** Until not a byte more is taken. */
function fill(path: string): void {
  const file = openSync(path, "w");
  try {
    for (;;) writeSync(file, Buffer.alloc(4096));
  } catch {
    closeSync(file);
  }
}

describe("a data folder on a disk that is full to the last byte", () => {
  it("lets an operator in, refuses what cannot be saved in a sentence, is not ready, and recovers by itself", async ({ skip }) => {
    if (disk === null) return skip("no disk can be mounted here");
    server = await startTestServer({ DATA_DIR: join(disk, "data") });
    const studio = server;
    const { begin } = piecesTo(() => studio);
    const id = textAt(await server.call("POST", "/api/streams", { body: { title: "S" } }), "id");
    expect((await server.call("GET", "/api/ready")).status).toBe(200);
    fill(join(disk, "ballast"));

    const login = await server.call("POST", "/api/auth/login", { body: ADMIN, token: null });
    expect(login.status).toBe(200);
    const token = textAt(login, "token");
    expect((await server.call("GET", "/api/streams", { token })).status).toBe(200);
    const full = "The disk is full: nothing can be saved until space is freed on the server. What is on air goes on.";
    const edit = await server.call("PATCH", `/api/streams/${id}`, { token, body: { title: "T", description: "x".repeat(4900) } });
    expect([edit.status, edit.json]).toEqual([507, { message: full }]);
    const upload = await server.call("POST", "/api/upload/audio", { token, body: audioForm(new Uint8Array(2_000_000), "a.mp3") });
    expect([upload.status, upload.json]).toEqual([507, { message: full, error: full }]);
    const background = await begin(1000);
    expect([background.status, background.json]).toEqual([507, { message: full }]);
    const ready = await server.call("GET", "/api/ready");
    expect([ready.status, ready.json]).toMatchObject([
      503,
      { missing: [expect.stringMatching(/^the disk of the data folder is full \(0 MB/)] },
    ]);

    rmSync(join(disk, "ballast"));
    expect((await server.call("GET", "/api/ready")).status).toBe(200);
    expect((await server.call("PATCH", `/api/streams/${id}`, { token, body: { title: "T" } })).status).toBe(200);
    // There is room, and not for this: said before it is sent.
    expect([(await begin(2 * DISK_BYTES)).status, (await begin(1000)).status]).toEqual([507, 201]);
  });
});

import { destinations, sessions, users } from "@nightjar/db";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "@nightjar/db";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { audioForm, makeTone } from "./support/audio.ts";
import { spawnServer } from "./support/process.ts";
import type { ServerProcess } from "./support/process.ts";
import { call, textAt } from "./support/server.ts";
import type { CallOptions } from "./support/server.ts";

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

const STREAM_KEY = "key-4f1d-never-to-be-seen";
const PASSWORD = "password-never-to-be-seen";
const NEW_PASSWORD = "another-never-to-be-seen";
const ADMIN = "admin@example.com";

let dataDir = "";
let server: ServerProcess;
let url = "";
const answers: { readonly what: string; readonly text: string }[] = [];
let commandLines = "";
/** Tokens as they were answered, each by its own login only. */
const tokens: string[] = [];

async function ask(method: string, path: string, options: CallOptions = {}) {
  const answer = await call(url, method, path, options);
  answers.push({ what: `${method} ${path}`, text: `${JSON.stringify([...answer.headers])}\n${answer.text}` });
  return answer;
}

/** Command lines and environments of every process of the machine that we may read. */
function processList(): string {
  const texts: string[] = [];
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    for (const file of pid === String(server.pid) || pid === String(process.pid) ? ["cmdline"] : ["cmdline", "environ"]) {
      try {
        texts.push(readFileSync(`/proc/${pid}/${file}`, "utf8"));
      } catch {
        // Gone, or not ours.
      }
    }
  }
  return texts.join("\n");
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "nightjar-secrets-"));
  server = spawnServer({ DATA_DIR: dataDir, ADMIN_EMAIL: ADMIN, ADMIN_PASSWORD: PASSWORD, LOG_LEVEL: "trace" });
  url = await server.ready;
  await useEverything();
});
afterAll(async () => {
  const stop = spawnServer({ DATA_DIR: dataDir }, ["stop", "--off-air"]);
  await stop.exited;
  server.child.kill("SIGKILL");
  await server.exited;
  rmSync(dataDir, { recursive: true, force: true });
});

async function login(password: string): Promise<string> {
  const answer = await call(url, "POST", "/api/auth/login", { body: { email: ADMIN, password } });
  const token = textAt(answer, "token");
  tokens.push(token);
  answers.push({ what: "login", text: answer.text.replace(token, "") });
  return token;
}

async function useEverything(): Promise<void> {
  const token = await login(PASSWORD);
  await ask("POST", "/api/auth/login", { body: { email: ADMIN, password: `${PASSWORD}x` } });
  await ask("POST", "/api/auth/register", { body: { email: "new@example.com", password: PASSWORD } });
  await ask("POST", "/api/auth/register", { body: { email: PASSWORD, password: PASSWORD } });
  await ask("POST", "/api/auth/change-password", { token, body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD } });
  await login(NEW_PASSWORD);
  const upload = await ask("POST", "/api/upload/audio", { token, body: audioForm(await makeTone({ extension: "mp3" }), "x.mp3") });
  const fields = { title: "A", artist: "B", duration: "0:02", fileUrl: textAt(upload, "fileUrl") };
  const track = await ask("POST", "/api/tracks", { token, body: fields });
  const id = textAt(await ask("POST", "/api/streams", { token, body: { title: "S" } }), "id");
  await ask("POST", `/api/streams/${id}/tracks`, { token, body: { trackId: textAt(track, "id") } });
  await ask("PUT", `/api/streams/${id}/destination`, {
    token,
    body: { rtmpUrl: "rtmp://127.0.0.1:9/live", streamKey: `${STREAM_KEY} no` },
  });
  await ask("PUT", `/api/streams/${id}/destination`, { token, body: { rtmpUrl: "rtmp://127.0.0.1:9/live", streamKey: STREAM_KEY } });
  await ask("POST", `/api/streams/${id}/destinations`, { token, body: { rtmpUrl: "rtmp://127.0.0.1:9/other", streamKey: STREAM_KEY } });
  await ask("POST", `/api/streams/${id}/destinations`, { token, body: { rtmpUrl: "rtmp://127.0.0.1:9/other", streamKey: STREAM_KEY } });
  await ask("GET", `/api/streams/${id}/destinations`, { token });
  await ask("POST", `/trpc/streams.setDestination`, { token, body: { id, rtmpUrl: "no", streamKey: STREAM_KEY } });
  await ask("POST", `/api/direct-streaming/start/${id}`, { token });
  // Long enough for the engine to have tried to send: nobody listens at that port.
  await vi.waitFor(
    async () => {
      const onAir = await ask("GET", `/api/streams/${id}/on-air`, { token });
      expect(onAir.text).toMatch(/"state":"(connecting|refused|waiting|stalled|sending|failed)"/);
      commandLines += processList();
      expect(onAir.text).toMatch(/"state":"(refused|waiting|stalled|failed)"/);
    },
    { timeout: 30_000, interval: 200 },
  );
  const reads = [
    "auth/me",
    "auth/users",
    "auth/users/pending",
    "tracks",
    "streams",
    `streams/${id}`,
    "stream-settings",
    "backgrounds",
    "openapi.json",
  ];
  for (const path of reads) await ask("GET", `/api/${path}`, { token });
  for (const name of ["auth.me", "admin.users", "tracks.list", "streams.list", "settings.get"])
    await ask("GET", `/trpc/${name}?input={}`, { token });
  await ask("GET", "/metrics", { token });
  await ask("POST", `/api/direct-streaming/stop/${id}`, { token });
}

async function secrets(): Promise<readonly string[]> {
  const database = await openDatabase({ path: join(dataDir, "nightjar.db") });
  const { db } = database;
  const stored = [
    ...db
      .select()
      .from(users)
      .all()
      .map((row) => row.password),
    ...db
      .select()
      .from(sessions)
      .all()
      .map((row) => row.token),
    ...db
      .select()
      .from(destinations)
      .all()
      .map((row) => row.streamKeySealed),
  ];
  database.close();
  return [
    STREAM_KEY,
    PASSWORD,
    NEW_PASSWORD,
    ...tokens,
    ...stored,
    "$argon2id",
    readFileSync(join(dataDir, "secret.key")).toString("base64"),
  ];
}

/** What a render was still writing may have been moved to its place meanwhile, where it is read. */
function readIfThere(path: string): string {
  try {
    return readFileSync(path).toString("latin1");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  }
}

describe("secrets", () => {
  it("stand in no answer but that of the login that made them", async () => {
    expect(answers.length).toBeGreaterThan(30);
    for (const secret of await secrets()) {
      expect(answers.filter((answer) => answer.text.includes(secret)).map((answer) => answer.what)).toEqual([]);
    }
  });

  it("stand in no line the server writes", async () => {
    expect(server.output()).toContain('"msg":"call"');
    for (const secret of await secrets()) expect(server.output().includes(secret), secret.slice(0, 12)).toBe(false);
  });

  it("stand in no command line and no environment of a child", async () => {
    expect(commandLines).toContain("main.js");
    for (const secret of await secrets()) expect(commandLines.includes(secret), secret.slice(0, 12)).toBe(false);
  });

  it("stand in no file of the data folder as they are, the database included", () => {
    const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    for (const entry of files.filter((file) => !file.parentPath.includes("/engine/sessions"))) {
      const text = readIfThere(join(entry.parentPath, entry.name));
      for (const secret of [STREAM_KEY, PASSWORD, NEW_PASSWORD, ...tokens]) expect(text.includes(secret), entry.name).toBe(false);
    }
  });
});

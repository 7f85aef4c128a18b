import { users } from "@nightjar/db";
import { putTestDatabase } from "@nightjar/db/testing";
import type { Services } from "@nightjar/api";
import type { Logger, UserId, UserStatus } from "@nightjar/contract";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "../../src/config.ts";
import { startServer } from "../../src/server.ts";
import type { RunningServer } from "../../src/server.ts";
import { createEngineDouble } from "./engine-double.ts";
import type { EngineDouble } from "./engine-double.ts";

export const ADMIN = { email: "admin@example.com", password: "correct horse" };

/** For a test that asks whether the studio is ready and needs no media: a machine without ffmpeg runs it, too. */
export const TOOLS_THAT_EXIST = { FFMPEG_PATH: process.execPath, FFPROBE_PATH: process.execPath };

/** In place of the internet, where a test brings nobody else. */
const NOBODY = "http://127.0.0.1:9";

export interface TestServer {
  readonly url: string;
  readonly dataDir: string;
  readonly services: Services;
  readonly engine: EngineDouble;
  readonly running: RunningServer;
  readonly logged: { readonly level: string; readonly fields: Readonly<Record<string, unknown>>; readonly message: string }[];
  readonly adminToken: string;
  /** An account in that state with a session, made in the database. */
  account(role: string, status: UserStatus): Promise<{ readonly id: UserId; readonly email: string; readonly token: string }>;
  /** A call as an administrator, unless told otherwise. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  close(): Promise<void>;
}

export interface CallOptions {
  readonly body?: unknown;
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly json: unknown;
  readonly text: string;
}

/** The whole server on a free port with a data folder of its own; only the engine is a double. */
export async function startTestServer(env: Readonly<Record<string, string>> = {}): Promise<TestServer> {
  const dataDir = env["DATA_DIR"] ?? (await newDataDir());
  const logged: TestServer["logged"] = [];
  const engine = createEngineDouble();
  const running = await startServer({
    config: readConfig({
      ...{ PORT: "0", HOST: "127.0.0.1", DATA_DIR: dataDir, PATH: process.env["PATH"] },
      ...{ DEEZER_API_ROOT: NOBODY, MUSICBRAINZ_API_ROOT: NOBODY, COVERART_API_ROOT: NOBODY },
      ...{ ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, ...env },
    }),
    log: collect(logged),
    announceAdministrator: () => undefined,
    engineFactory: async () => engine,
  });
  const { services } = running;
  // A test outlives no power cut: nothing is waited for until it is on the disk.
  if (env["DATA_DIR"] === undefined) services.db.$client.pragma("synchronous = OFF");
  const url = `http://127.0.0.1:${running.port}`;
  const admin = services.db.select().from(users).all()[0];
  const adminToken = await services.sessions.create(admin?.id ?? ("" as UserId));
  let count = 0;
  return {
    ...{ url, dataDir, services, engine, running, logged, adminToken },
    async account(role, status) {
      const email = `${role}-${status}-${++count}@example.com`;
      const { id } = services.db.insert(users).values({ email, password: "none", role, status }).returning().get();
      return { id, email, token: await services.sessions.create(id) };
    },
    call: (method, path, options = {}) => call(url, method, path, { token: adminToken, ...options }),
    async close() {
      await running.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** With a database that is migrated already: what a first start makes of nothing has tests of its own. */
async function newDataDir(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), "nightjar-server-"));
  await putTestDatabase(join(dataDir, "nightjar.db"));
  return dataDir;
}

export async function call(url: string, method: string, path: string, options: CallOptions = {}): Promise<Answer> {
  const { body, token = null, headers = {} } = options;
  const isForm = body instanceof FormData;
  const response = await fetch(url + path, {
    method,
    headers: {
      // Packing has tests of its own; it was half of what a call costs.
      "accept-encoding": "identity",
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined || isForm ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json") ?? false;
  return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : {} };
}

function collect(logged: TestServer["logged"]): Logger {
  const at = (level: string) => (fields: Readonly<Record<string, unknown>>, message: string) =>
    void logged.push({ level, fields, message });
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

/** A text in an answer, by its path: `textAt(answer, "user.id")`. */
export function textAt(answer: Answer, path: string): string {
  let value = answer.json;
  for (const key of path.split(".")) value = typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
  if (typeof value !== "string") throw new Error(`no text at ${path} in ${answer.text}`);
  return value;
}

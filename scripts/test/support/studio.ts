import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { onTestFinished } from "vitest";

export const root = resolve(import.meta.dirname, "../../..");
export const ADMINISTRATOR = { email: "admin@label.example", password: "a good password" };

export interface Studio {
  readonly url: string;
  readonly startedInMs: number;
  readonly dataDir: string;
  /** Handed to the process as TMPDIR; empty at first. */
  readonly tempDir: string;
  /** On both outputs, until now. */
  said(): string;
  signal(name: NodeJS.Signals): void;
  /** To the process and everything it started, as a terminal or a supervisor does. */
  signalGroup(name: NodeJS.Signals): void;
  /** Resolves to what a shell would call the exit code. */
  readonly ended: Promise<number>;
}

/** Starts a studio on a free port with an empty data folder, and waits until it says it is ready. `command stop` must end one. */
export async function startStudio(command: string, args: readonly string[], stopArgs: readonly string[]): Promise<Studio> {
  const folder = mkdtempSync(join(tmpdir(), "nightjar-studio-"));
  const dataDir = join(folder, "data with space");
  const tempDir = mkdtempSync(join(folder, "tmp-"));
  const settings = { PORT: "0", HOST: "127.0.0.1", DATA_DIR: dataDir, TMPDIR: tempDir, LOG_LEVEL: "error" };
  const admin = { ADMIN_EMAIL: ADMINISTRATOR.email, ADMIN_PASSWORD: ADMINISTRATOR.password };
  const env = { ...process.env, ...settings, ...admin };
  const startedAt = performance.now();
  const child = spawn(command, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
  const ended = new Promise<number>((done) => child.once("close", (code, signal) => done(code ?? (signal === "SIGKILL" ? 137 : 128))));
  onTestFinished(async () => {
    // A test that failed on air leaves a publisher, which a signal alone would leave running.
    spawnSync(command, stopArgs, { cwd: root, env, stdio: "ignore" });
    child.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  let said = "";
  const url = await new Promise<string>((ready, failed) => {
    const read = (chunk: Buffer) => {
      said += chunk.toString();
      const address = /ready at (http:\S+)/.exec(said)?.[1];
      if (address !== undefined) ready(address);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("error", failed);
    child.once("close", (code) => failed(new Error(`ended with ${code} before it was ready:\n${said}`)));
  });
  const startedInMs = performance.now() - startedAt;
  const signal = (name: NodeJS.Signals) => void child.kill(name);
  const signalGroup = (name: NodeJS.Signals) => void process.kill(-(child.pid ?? 0), name);
  return { url, startedInMs, dataDir, tempDir, said: () => said, signal, signalGroup, ended };
}

/** Calls the studio's API as its administrator. @throws when it answers with an error */
export async function signIn({ url }: Studio) {
  const call = async (method: string, path: string, body?: unknown, token?: string) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const isForm = body instanceof FormData;
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { ...headers, ...(isForm || body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.status === 204 ? {} : ((await answer.json()) as Record<string, unknown>);
  };
  const { token } = await call("POST", "/api/auth/login", ADMINISTRATOR);
  return (method: string, path: string, body?: unknown) => call(method, path, body, String(token));
}

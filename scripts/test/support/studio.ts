import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { onTestFinished } from "vitest";

export const root = resolve(import.meta.dirname, "../../..");

export interface Studio {
  readonly url: string;
  readonly pid: number;
  readonly startedInMs: number;
  readonly dataDir: string;
  /** Emptied and handed to the process as TMPDIR. */
  readonly tempDir: string;
  signal(name: NodeJS.Signals): void;
  /** Resolves to what a shell would call the exit code. */
  readonly ended: Promise<number>;
}

/** Starts a studio on a free port with an empty data folder, and waits until it says it is ready. */
export async function startStudio(command: string, args: readonly string[]): Promise<Studio> {
  const folder = mkdtempSync(join(tmpdir(), "nightjar-studio-"));
  const dataDir = join(folder, "data with space");
  const tempDir = mkdtempSync(join(folder, "tmp-"));
  const env = { ...process.env, PORT: "0", HOST: "127.0.0.1", DATA_DIR: dataDir, TMPDIR: tempDir, LOG_LEVEL: "error" };
  const startedAt = performance.now();
  const child = spawn(command, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise<number>((done) => child.once("close", (code, signal) => done(code ?? (signal === "SIGKILL" ? 137 : 128))));
  onTestFinished(async () => {
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
  return {
    url,
    pid: child.pid ?? 0,
    startedInMs: performance.now() - startedAt,
    dataDir,
    tempDir,
    signal: (name) => void child.kill(name),
    ended,
  };
}

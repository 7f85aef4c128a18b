import { execFileSync, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";

const APP = join(dirname(fileURLToPath(import.meta.url)), "../..");
let bundle: string | undefined;
afterAll(() => {
  if (bundle !== undefined) rmSync(dirname(bundle), { recursive: true, force: true });
});

/** The bundle is what people run, and starts in a fraction of the time the sources take. */
export function bundledMain(): string {
  if (bundle === undefined) {
    const folder = mkdtempSync(join(tmpdir(), "nightjar-bundle-"));
    bundle = join(folder, "dist");
    execFileSync(process.execPath, [join(APP, "build.mjs"), "--out", bundle]);
  }
  return join(bundle, "main.js");
}

export interface ServerProcess {
  readonly child: ChildProcess;
  readonly pid: number;
  /** Everything it has said on both outputs. */
  output(): string;
  /** Resolves with the address once it serves. @throws with its output when it ends before */
  readonly ready: Promise<string>;
  readonly exited: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
}

/** File descriptors in place of what the test hears. */
interface Outputs {
  readonly stdout?: number | "pipe";
  readonly stderr?: number | "pipe";
}

/** The server as people start it, in a process of its own. */
export function spawnServer(
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
  { stdout = "pipe", stderr = "pipe" }: Outputs = {},
): ServerProcess {
  const child: ChildProcess = spawn(process.execPath, [bundledMain(), ...args], {
    env: { PATH: process.env["PATH"], PORT: "0", HOST: "127.0.0.1", ...env },
    stdio: ["ignore", stdout, stderr],
  });
  let text = "";
  const ready = Promise.withResolvers<string>();
  const hear = (chunk: Buffer) => {
    text += chunk.toString("utf8");
    const url = /ready at (http:\S+)/.exec(text)?.[1];
    if (url !== undefined) ready.resolve(url);
  };
  child.stdout?.on("data", hear);
  child.stderr?.on("data", hear);
  const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.on("close", (code, signal) => {
      ready.reject(new Error(`ended before it was ready:\n${text}`));
      resolve({ code, signal });
    });
  });
  ready.promise.catch(() => undefined);
  return { child, pid: child.pid ?? 0, output: () => text, ready: ready.promise, exited };
}

import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";

const run = promisify(execFile);
const TIMEOUT_MS = 120_000;
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

/** Runs a program to its end. @returns its standard output. @throws with its messages when it fails */
export async function tool(command: string, args: readonly string[]): Promise<string> {
  const { stdout } = await run(command, args, { timeout: TIMEOUT_MS, maxBuffer: MAX_OUTPUT_BYTES });
  return stdout;
}

/** Runs ffmpeg and gives its raw output in pieces of one size; what is left at the end is dropped. */
export async function* ffmpegFrames(args: readonly string[], frameBytes: number): AsyncGenerator<Buffer> {
  const child = spawn("ffmpeg", ["-nostdin", "-v", "error", ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const exited = once(child, "exit");
  try {
    let rest = Buffer.alloc(0);
    for await (const chunk of child.stdout) {
      rest = Buffer.concat([rest, chunk as Buffer]);
      let at = 0;
      for (; at + frameBytes <= rest.length; at += frameBytes) yield rest.subarray(at, at + frameBytes);
      rest = rest.subarray(at);
    }
    const [code] = await exited;
    if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
  } finally {
    child.kill("SIGKILL");
  }
}

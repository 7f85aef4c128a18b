import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

const children = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of children) child.kill("SIGKILL");
});

/** A child that does not outlive the benchmark, however that ends. */
export function kept<T extends ChildProcess>(child: T): T {
  children.add(child);
  child.once("exit", () => children.delete(child));
  return child;
}

export async function ffmpeg(args: readonly string[]): Promise<void> {
  await output("ffmpeg", ["-nostdin", "-nostats", "-loglevel", "error", "-y", ...args]);
}

/** What a program writes to its standard output, to its end. @throws when it fails */
export async function output(program: string, args: readonly string[]): Promise<Buffer> {
  const child = kept(spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] }));
  const parts: Buffer[] = [];
  child.stdout.on("data", (part: Buffer) => parts.push(part));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`${program} ended with ${String(code)}`);
  return Buffer.concat(parts);
}

/** So many at once, all in their order. */
export async function inTurns<T, R>(values: readonly T[], atOnce: number, work: (value: T, index: number) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const left = values.entries();
  const worker = async () => {
    for (const [index, value] of left) results[index] = await work(value, index);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

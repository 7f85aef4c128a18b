import { spawn } from "node:child_process";
import { kept } from "./tools.ts";

/** Works for nothing until it is ended, or its parent has ended without doing so. */
const LOOP = "const parent = process.ppid; let sum = 0; while (process.ppid === parent) for (let n = 0; n < 1e7; n += 1) sum += n;";

/** Keeps so many cores busy, at the priority of whoever asks. @returns what ends it */
export function keepBusy(cores: number): () => void {
  const loops = Array.from({ length: cores }, () => kept(spawn(process.execPath, ["-e", LOOP], { stdio: "ignore" })));
  return () => {
    for (const loop of loops) loop.kill("SIGKILL");
  };
}

import { readFileSync, readdirSync } from "node:fs";

/** The command line with spaces between its words; "" when there is no such process. */
export function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
  } catch {
    return "";
  }
}

export function allCommandLines(): string[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.map((pid) => commandLine(Number(pid))).filter((line) => line !== "");
}

/** Also false for one that has ended and whose parent has not asked yet. */
export function isRunning(pid: number): boolean {
  return commandLine(pid) !== "";
}

/** Sends a signal to a process that may have ended meanwhile. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

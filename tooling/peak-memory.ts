import { readFileSync, writeFileSync } from "node:fs";

/** @returns by how many megabytes a process grew at most meanwhile */
export async function growthMb(pid: number, work: () => Promise<unknown>): Promise<number> {
  // Forgets the peak so far.
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
  const before = statusMb(pid, "VmRSS");
  await work();
  return statusMb(pid, "VmHWM") - before;
}

function statusMb(pid: number, name: string): number {
  const line = new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Number(line?.[1] ?? Number.NaN) / 1024;
}

/** Arguments of `sh` that run the script, with these as $1 and so on. */
export const sh = (script: string, ...args: string[]) => ["-c", script, "sh", ...args];

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const DISK_BYTES = 64 * 1024 * 1024;

/** A disk that can be filled to its last byte. */
export interface SmallDisk {
  readonly dir: string;
  fill(): void;
  makeRoom(): void;
  remove(): void;
}

/** @returns null where none may be mounted */
export function mountSmallDisk(): SmallDisk | null {
  const dir = mkdtempSync(join(tmpdir(), "nightjar-small-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_BYTES}`, "tmpfs", dir], { stdio: "ignore" });
  } catch {
    rmSync(dir, { recursive: true });
    return null;
  }
  const ballast = join(dir, "ballast");
  return {
    dir,
    fill() {
      const file = openSync(ballast, "a");
      try {
        for (;;) writeSync(file, Buffer.alloc(4096));
      } catch {
        closeSync(file);
      }
    },
    makeRoom: () => rmSync(ballast),
    remove() {
      execFileSync("umount", ["--lazy", dir]);
      rmSync(dir, { recursive: true });
    },
  };
}

import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A disk that can be filled to its last byte. */
export interface SmallDisk {
  readonly dir: string;
  fill(): void;
  makeRoom(): void;
  remove(): void;
}

/** @returns null where none may be mounted and MAY_SKIP_MOUNTS says that tests may do without. @throws where it does not say so */
export function mountSmallDisk(sizeBytes: number): SmallDisk | null {
  const dir = mkdtempSync(join(tmpdir(), "nightjar-small-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${sizeBytes}`, "tmpfs", dir], { stdio: "pipe" });
  } catch (error) {
    rmSync(dir, { recursive: true });
    if (process.env["MAY_SKIP_MOUNTS"] === "1") return null;
    throw new Error("No disk can be mounted here. Be root, or leave these tests out by MAY_SKIP_MOUNTS=1", { cause: error });
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

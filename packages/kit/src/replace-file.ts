import { randomUUID } from "node:crypto";
import { close, closeSync, fdatasyncSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

export interface ReplaceOptions {
  /** On the disk when it answers, whatever happens to the power. */
  readonly isDurable?: boolean;
  /** Several may replace it at once: each writes aside under a name of its own, which a crash leaves behind. */
  readonly isShared?: boolean;
}

const MODE = 0o600;

/** After a crash of ours the file is the old or the new one, whole. */
export async function replaceFile(path: string, content: string | Uint8Array, options: ReplaceOptions = {}): Promise<void> {
  const { isDurable = false, isShared = false } = options;
  const newPath = `${path}${isShared ? `.${randomUUID()}` : ""}.new`;
  try {
    await withFile(await open(newPath, "w", MODE), async (file) => {
      await file.writeFile(content);
      if (isDurable) await file.datasync();
    });
    await rename(newPath, path);
  } catch (error) {
    await rm(newPath, { force: true }).catch(() => undefined);
    throw error;
  }
  if (isDurable) await withFile(await open(dirname(path), "r"), (folder) => folder.datasync());
}

/**
 * The same at once, for small files of those who cannot wait. What it replaces is held open meanwhile and closed elsewhere: its end waits
 * until the kernel has written it, which takes seconds where something else has the cores.
 */
export function replaceFileSync(path: string, content: string | Uint8Array, { isDurable = false }: { isDurable?: boolean } = {}): void {
  const newPath = `${path}.new`;
  const replaced = openIfThere(path);
  try {
    writeFileSync(newPath, content, { mode: MODE, flush: isDurable });
    renameSync(newPath, path);
  } catch (error) {
    rmSync(newPath, { force: true });
    throw error;
  } finally {
    // Whatever becomes of it: without anybody to hear of a failure that would end the process.
    if (replaced !== null) close(replaced, () => undefined);
  }
  if (isDurable) {
    const folder = openSync(dirname(path), "r");
    fdatasyncSync(folder);
    closeSync(folder);
  }
}

function openIfThere(path: string): number | null {
  try {
    return openSync(path, "r");
  } catch {
    // It is not there, or not ours to hold: what replaces it says so.
    return null;
  }
}

async function withFile(file: FileHandle, work: (file: FileHandle) => Promise<void>): Promise<void> {
  try {
    await work(file);
  } finally {
    await file.close();
  }
}

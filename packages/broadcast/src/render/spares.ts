import { copyFile, link, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Memo, whileAsked } from "@nightjar/kit";
import pLimit from "p-limit";
import { inStandingFolder, isMissing } from "./standing-folder.ts";

/** The two files of a unit. */
export interface UnitFiles {
  readonly record: string;
  readonly unit: string;
}

/** The end of a name that is to take its place. */
const STAGED = ".new";

/**
 * What must be there at once even where the cache is gone: the same files under a second name, in a folder of their own. They take
 * no room while the cache has them.
 */
export class Spares {
  /** null: none are kept. */
  readonly #dir: string | null;
  readonly #restoring = new Memo<string, boolean>(whileAsked);
  /** Two at once would take each other's staged names away. */
  readonly #inTurn = pLimit(1);

  constructor(dir: string | null) {
    this.#dir = dir;
  }

  /** Kept from now on. What was kept under this key is replaced. */
  async keep(key: string, files: UnitFiles): Promise<void> {
    const spare = this.#files(key);
    if (spare) await this.#inTurn(() => inStandingFolder(spare.record, () => place(files, spare)));
  }

  /** Puts it back where it was. @returns false when there is none */
  async restore(key: string, files: UnitFiles): Promise<boolean> {
    const spare = this.#files(key);
    if (!spare || !(await isThere(spare.unit))) return false;
    const putBack = async () => {
      // Forgotten, before it was its turn.
      if (!(await isThere(spare.unit))) return false;
      await inStandingFolder(files.record, () => place(spare, files));
      return true;
    };
    return this.#restoring.of(key, () => this.#inTurn(putBack));
  }

  async drop(key: string): Promise<void> {
    await this.#inTurn(() => this.#remove(key));
  }

  /** Forgets all others: those of profiles that nobody uses any more, and of another ffmpeg. */
  async keepOnly(keys: readonly string[]): Promise<void> {
    await this.#inTurn(async () => {
      const names = this.#dir === null ? [] : await readdir(this.#dir).catch((): string[] => []);
      const others = new Set(names.map(keyOf).filter((key) => !keys.includes(key)));
      for (const key of others) await this.#remove(key);
    });
  }

  async #remove(key: string): Promise<void> {
    const spare = this.#files(key);
    const files = spare ? [spare.record, spare.unit] : [];
    for (const file of files.flatMap((path) => [path, `${path}${STAGED}`])) await rm(file, { force: true });
  }

  #files(key: string): UnitFiles | null {
    return this.#dir === null ? null : { record: join(this.#dir, `${key}.json`), unit: join(this.#dir, `${key}.flv`) };
  }
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Keys have no dot. */
function keyOf(name: string): string {
  return name.slice(0, name.indexOf("."));
}

/** Both or neither: what is replaced goes when the other is whole, though its files were deleted, or we killed, on the way. */
async function place(from: UnitFiles, to: UnitFiles): Promise<void> {
  const staged: UnitFiles = { record: `${to.record}${STAGED}`, unit: `${to.unit}${STAGED}` };
  try {
    await stage(from.record, staged.record);
    await stage(from.unit, staged.unit);
    // The record first, as when a unit is published: one that is not of its size is no unit.
    await rename(staged.record, to.record);
    await rename(staged.unit, to.unit);
  } finally {
    // Two names of one file are not renamed: rename(2).
    for (const file of [staged.record, staged.unit]) await rm(file, { force: true });
  }
}

async function stage(from: string, to: string): Promise<void> {
  await rm(to, { force: true });
  await link(from, to).catch((error: unknown) => {
    if (isMissing(error)) throw error;
    // No hard links on this file system.
    return copyFile(from, to);
  });
}

import { stat } from "node:fs/promises";
import { Memo } from "@nightjar/kit";

const MOST = 1000;

/** Asks once for each state of a file: a probe is a process of its own, and every track of every stream asks again. */
export function rememberByFile<T>(ask: (path: string) => Promise<T>): (path: string) => Promise<T> {
  const known = new Memo<string, T>({ most: MOST });
  return async (path) => {
    const { size, mtimeMs } = await stat(path);
    return known.of(`${path}\0${size}\0${mtimeMs}`, () => ask(path));
  };
}

import { stat } from "node:fs/promises";

const MOST = 1000;

/** Asks once for each state of a file: a probe is a process of its own, and every track of every stream asks again. */
export function rememberByFile<T>(ask: (path: string) => Promise<T>): (path: string) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return async (path) => {
    const { size, mtimeMs } = await stat(path);
    const key = `${path}\0${size}\0${mtimeMs}`;
    const answer = known.get(key) ?? ask(path);
    known.set(key, answer);
    answer.catch(() => known.delete(key));
    const [oldest] = known.keys();
    if (known.size > MOST && oldest !== undefined) known.delete(oldest);
    return answer;
  };
}

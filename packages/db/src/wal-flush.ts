import { oneAtATime } from "@nightjar/kit";
import { open } from "node:fs/promises";

/**
 * Brings what was committed to the disk, outside of the thread that committed it. Who asks while one flush is under way shares the next:
 * that one covers the commits of all of them.
 * @returns answers when what is committed by then is on the disk; fails where the disk did not take it
 */
export function createWalFlush(walPath: string): () => Promise<void> {
  let due: PromiseWithResolvers<void> | null = null;
  const work = oneAtATime({
    next() {
      const flush = due;
      due = null;
      return flush && (() => syncFile(walPath).then(flush.resolve, flush.reject));
    },
    onIdle: () => undefined,
  });
  return () => {
    due ??= Promise.withResolvers();
    const { promise } = due;
    work.kick();
    return promise;
  };
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, "r");
  try {
    await file.datasync();
  } finally {
    await file.close();
  }
}

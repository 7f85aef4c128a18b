import { oneAtATime } from "@nightjar/kit";
import { open } from "node:fs/promises";

export interface WalFlush {
  /** Answers when what is committed by then is on the disk; fails where the disk did not take it. */
  readonly flush: () => Promise<void>;
  readonly close: () => void;
}

/**
 * Brings what was committed to the disk, outside of the thread that committed it. Who asks while one flush is under way shares the next:
 * that one covers the commits of all of them.
 *
 * By one descriptor, open before anything is committed: the kernel tells each of a failure, once, but none that is opened when another was
 * told, as SQLite's own by a checkpoint that it makes by itself and says nothing of. SQLite keeps to its file as long as it is open.
 */
export async function openWalFlush(walPath: string): Promise<WalFlush> {
  const wal = await open(walPath, "r");
  let due: PromiseWithResolvers<void> | null = null;
  const work = oneAtATime({
    next() {
      const flush = due;
      due = null;
      return flush && (() => wal.datasync().then(flush.resolve, flush.reject));
    },
    onIdle: () => undefined,
  });
  return {
    flush: () => {
      due ??= Promise.withResolvers();
      const { promise } = due;
      work.kick();
      return promise;
    },
    // After the flush that is under way. What cannot be closed was only read, and nobody waits for it.
    close: () => void wal.close().catch(() => undefined),
  };
}

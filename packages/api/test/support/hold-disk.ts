import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, vi } from "vitest";
import type { Studio } from "./call-verb.ts";

/** From now on the disk takes nothing before a test says so. */
export function holdDisk({ services }: Studio) {
  const disk = Promise.withResolvers<void>();
  disk.promise.catch(() => undefined);
  const flushed = vi.spyOn(services.db, "flushed").mockImplementation(() => disk.promise);
  return {
    take: () => disk.resolve(),
    refuse: () => disk.reject(new Error("EIO")),
    /** Answers when somebody waits for it, and what would not have waited is done. */
    async isAwaited() {
      await expect.poll(() => flushed.mock.calls.length).toBeGreaterThan(0);
      await nextTurn();
    },
    works: () => void flushed.mockResolvedValue(undefined),
  };
}

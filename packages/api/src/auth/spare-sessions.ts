import type { UserId } from "@nightjar/contract";
import { Recent } from "@nightjar/kit";

/** More than sign in while a disk is full. */
const SPARES_MAX = 1000;

export interface SpareSession {
  readonly userId: UserId;
  expiresAt: Date;
}

/**
 * Sessions that could not be written, by the hash of their token: who wants to see that the disk is full has to get in. They last until
 * the server ends.
 */
export class SpareSessions {
  readonly #spares = new Recent<string, SpareSession>({ most: SPARES_MAX });

  add(key: string, session: SpareSession): void {
    this.#spares.set(key, session);
  }

  get(key: string): SpareSession | null {
    return this.#spares.get(key) ?? null;
  }

  delete(key: string): void {
    this.#spares.delete(key);
  }

  deleteOf(userId: UserId, except: string | null = null): void {
    for (const [key, spare] of this.#spares.entries()) if (spare.userId === userId && key !== except) this.#spares.delete(key);
  }

  deleteExpired(now: Date): void {
    for (const [key, { expiresAt }] of this.#spares.entries()) if (expiresAt <= now) this.#spares.delete(key);
  }
}

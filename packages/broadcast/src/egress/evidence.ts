import type { TcpConnection } from "./kernel/index.ts";

/** What a far end has taken between two looks. */
export interface Taking {
  /** Acknowledged by the far end since the look before. */
  readonly newBytes: number;
  /** By how much it permits more to be sent than at the look before: its program has read so much, or its buffer has grown. */
  readonly roomBytes: number;
  /** The far end takes what it is sent. */
  readonly isTaken: boolean;
}

/** The part of the acknowledged bytes that the far end must at least make room for again: its kernel's book-keeping frees some anyway. */
const READ_SHARE = 0.35;

/**
 * Says whether the far end takes what it is sent. That its kernel acknowledges is not enough: it goes on doing so into a
 * buffer of up to megabytes when the program behind it has stopped. But what it permits to be sent (acknowledged
 * bytes plus window) grows only as that program reads.
 */
export class Evidence {
  /** At the newest evidence. */
  #acked: number;
  #permitted: number | null;
  #latest: number;
  #latestPermitted: number | null;

  constructor(first: Pick<TcpConnection, "windowBytes"> & { readonly ackedBytes: number }) {
    this.#acked = first.ackedBytes;
    this.#latest = first.ackedBytes;
    this.#permitted = permittedBytes(first);
    this.#latestPermitted = this.#permitted;
  }

  weigh(now: Pick<TcpConnection, "windowBytes"> & { readonly ackedBytes: number }): Taking {
    const newBytes = Math.max(0, now.ackedBytes - this.#latest);
    this.#latest = Math.max(this.#latest, now.ackedBytes);
    const acked = now.ackedBytes - this.#acked;
    const permitted = permittedBytes(now);
    const roomBytes = permitted === null || this.#latestPermitted === null ? newBytes : Math.max(0, permitted - this.#latestPermitted);
    this.#latestPermitted = permitted;
    const isRead = permitted === null || this.#permitted === null || permitted - this.#permitted >= acked * READ_SHARE;
    const isTaken = acked > 0 && isRead;
    if (isTaken) {
      this.#acked = now.ackedBytes;
      this.#permitted = permitted;
    }
    return { newBytes, roomBytes, isTaken };
  }
}

function permittedBytes({ ackedBytes, windowBytes }: { readonly ackedBytes: number; readonly windowBytes: number | null }): number | null {
  return windowBytes === null ? null : ackedBytes + windowBytes;
}

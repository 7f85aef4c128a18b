import type { TcpConnection } from "./kernel/index.ts";

/** The part of the acknowledged bytes that the far end must at least make room for again: its kernel's book-keeping frees some anyway. */
const READ_SHARE = 0.5;

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

  constructor(first: Pick<TcpConnection, "windowBytes"> & { readonly ackedBytes: number }) {
    this.#acked = first.ackedBytes;
    this.#latest = first.ackedBytes;
    this.#permitted = permittedBytes(first);
  }

  /** @returns bytes acknowledged since the look before, and whether the far end has read of late */
  weigh(now: Pick<TcpConnection, "windowBytes"> & { readonly ackedBytes: number }): {
    readonly newBytes: number;
    readonly isTaken: boolean;
  } {
    const newBytes = Math.max(0, now.ackedBytes - this.#latest);
    this.#latest = Math.max(this.#latest, now.ackedBytes);
    const acked = now.ackedBytes - this.#acked;
    const permitted = permittedBytes(now);
    const isRead = permitted === null || this.#permitted === null || permitted - this.#permitted >= acked * READ_SHARE;
    const isTaken = acked > 0 && isRead;
    if (isTaken) {
      this.#acked = now.ackedBytes;
      this.#permitted = permitted;
    }
    return { newBytes, isTaken };
  }
}

function permittedBytes({ ackedBytes, windowBytes }: { readonly ackedBytes: number; readonly windowBytes: number | null }): number | null {
  return windowBytes === null ? null : ackedBytes + windowBytes;
}

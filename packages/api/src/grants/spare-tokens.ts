import type { GrantId, Logger } from "@nightjar/contract";
import { grants } from "@nightjar/db";
import type { Db } from "@nightjar/db";
import { and, eq } from "drizzle-orm";
import { type StoredGrant, readGrant, type tokenColumns } from "./stored-grants.ts";

type Columns = ReturnType<typeof tokenColumns>;

interface Spare {
  readonly columns: Columns;
  /** The stored token that they follow: who has connected the account anew meanwhile has newer ones. */
  readonly insteadOf: string;
}

/**
 * Tokens that were made anew while they could not be written: the service takes those that are stored no more, perhaps. They last until they
 * are stored, or the server ends.
 */
export class SpareTokens {
  readonly #db: Db;
  readonly #log: Logger;
  readonly #spares = new Map<GrantId, Spare>();

  constructor({ db, log }: { readonly db: Db; readonly log: Logger }) {
    this.#db = db;
    this.#log = log;
  }

  /** A grant with the newest tokens that are known, which are stored as soon as that goes. */
  read(id: GrantId): StoredGrant | null {
    const spare = this.#spares.get(id);
    if (spare) this.#store(id, spare);
    const stored = readGrant(this.#db, id);
    const left = this.#spares.get(id);
    return stored && left?.insteadOf === stored.accessTokenSealed ? { ...stored, ...left.columns } : stored;
  }

  /** @returns whether they are stored; else they are kept here */
  put({ id, accessTokenSealed, service }: StoredGrant, columns: Columns): boolean {
    const before = this.#spares.get(id);
    const spare = { columns: { ...before?.columns, ...columns }, insteadOf: before?.insteadOf ?? accessTokenSealed };
    this.#spares.set(id, spare);
    const error = this.#store(id, spare);
    if (error !== null) this.#log.error({ err: error, grantId: id, service }, "new tokens of a connected account could not be stored");
    return error === null;
  }

  /** All that are kept, where that goes by now. */
  store(): void {
    for (const [id, spare] of this.#spares) this.#store(id, spare);
  }

  drop(id: GrantId): void {
    this.#spares.delete(id);
  }

  /** @returns why it could not be done */
  #store(id: GrantId, { columns, insteadOf }: Spare): unknown {
    const isSame = and(eq(grants.id, id), eq(grants.accessTokenSealed, insteadOf));
    try {
      this.#db.update(grants).set(columns).where(isSame).run();
    } catch (error) {
      return error;
    }
    this.#spares.delete(id);
    return null;
  }
}

import type { GrantService } from "@nightjar/contract";

/** To revoke a grant ends all that its account gave, also what is not stored yet: of each service neither begins while the other is under way. */
export class ConsentsUnderWay {
  readonly #consents = new Map<GrantService, number>();
  readonly #revocations = new Map<Promise<void>, GrantService>();

  /** Once what is being revoked is. @returns ends it */
  async begin(service: GrantService): Promise<() => void> {
    this.#count(service, 1);
    await Promise.allSettled([...this.#revocations].flatMap(([done, of]) => (of === service ? [done] : [])));
    return () => this.#count(service, -1);
  }

  /** @returns whether it was done: nobody's consent was under way */
  async unlessUnderWay(service: GrantService, revoke: () => Promise<void>): Promise<boolean> {
    if ((this.#consents.get(service) ?? 0) > 0) return false;
    const done = revoke();
    this.#revocations.set(done, service);
    try {
      await done;
    } finally {
      this.#revocations.delete(done);
    }
    return true;
  }

  #count(service: GrantService, by: 1 | -1): void {
    this.#consents.set(service, (this.#consents.get(service) ?? 0) + by);
  }
}

import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type QueryFilters,
  type QueryKey,
} from "@tanstack/react-query";

/**
 * A client in which a reading that was under way when its answer grew stale is read once more. TanStack Query lets one that has no answer
 * yet, and one that no screen shows, come to its end and takes what it brings for new; where nothing grows stale by age, that stays.
 */
export class FreshQueryClient extends QueryClient {
  readonly #followed = new WeakSet<object>();

  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const goesOn = (query: Query) => query.state.data === undefined || !query.isActive();
    const tooEarly = this.#underWay(filters).filter(goesOn);
    await Promise.all([super.invalidateQueries(filters, options), this.#readAfter(tooEarly, filters?.refetchType, options)]);
  }

  /** For what was brought up to date in place: an answer that was under way meanwhile would put back what it was before. */
  async readOnceMore(filters: QueryFilters): Promise<void> {
    await this.#readAfter(this.#underWay(filters));
  }

  /** Brings what was read up to date in one part: in all others it stays as stale as it was, though TanStack Query takes it for new as a whole. */
  patch(bringUpToDate: () => void): void {
    const stale = this.getQueryCache().findAll({ predicate: ({ state }) => state.isInvalidated });
    bringUpToDate();
    for (const query of stale) query.invalidate();
  }

  #underWay<Key extends QueryKey>(filters?: QueryFilters<Key>): Query[] {
    return this.getQueryCache().findAll({ ...filters, fetchStatus: "fetching" });
  }

  async #readAfter(
    queries: readonly Query[],
    refetchType: InvalidateQueryFilters["refetchType"] = "active",
    options?: InvalidateOptions,
  ): Promise<void> {
    const readAgain = async ({ promise, queryKey }: Query) => {
      if (!promise || this.#followed.has(promise)) return;
      this.#followed.add(promise);
      const [{ status }] = await Promise.allSettled([promise]);
      if (status === "fulfilled") await super.invalidateQueries({ queryKey, exact: true, refetchType }, options);
    };
    await Promise.all(queries.map(readAgain));
  }
}

/** A reading that was broken off leaves what it was to replace as it was, and as stale. */
export const isUnanswered = ({ state }: Pick<Query, "state">) =>
  state.status !== "success" || state.fetchStatus !== "idle" || state.isInvalidated;

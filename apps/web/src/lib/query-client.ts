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

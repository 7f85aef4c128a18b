/** So many addresses of a host in a row that cannot be reached: it is the host, and not those. */
const HOST_AWAY_AFTER = 3;
/** So many hosts: it is the network. */
const NETWORK_AWAY_AFTER = 3;

/** Which hosts cannot be reached, for as long as many of their addresses are asked one after the other. */
export interface AwayHosts {
  has(url: string): boolean;
  /** @returns whether its host is away since this one */
  told(url: string, isAnswered: boolean): boolean;
  isNetwork(): boolean;
}

export function createAwayHosts(): AwayHosts {
  const failures = new Map<string, number>();
  /** Since one answered. */
  const awayInARow = new Set<string>();
  const isAway = (host: string) => (failures.get(host) ?? 0) >= HOST_AWAY_AFTER;
  return {
    has: (url) => isAway(hostOf(url)),
    told(url, isAnswered) {
      const host = hostOf(url);
      failures.set(host, isAnswered ? 0 : (failures.get(host) ?? 0) + 1);
      if (isAnswered) awayInARow.clear();
      else if (isAway(host)) awayInARow.add(host.slice(host.indexOf("//")));
      return isAway(host);
    },
    isNetwork: () => awayInARow.size >= NETWORK_AWAY_AFTER,
  };
}

/** All that its addresses begin with, by which they stand together where addresses are in order. */
export const hostOf = (url: string): string => /^[^/]*\/\/[^/]*\//.exec(url)?.[0] ?? url;

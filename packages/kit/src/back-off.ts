export interface BackOff {
  readonly firstMs: number;
  readonly longestMs: number;
}

/** How long to wait after so many failures before this one: it doubles each time. */
export function backOffMs({ firstMs, longestMs }: BackOff, failuresBefore: number): number {
  return Math.min(longestMs, firstMs * 2 ** failuresBefore);
}

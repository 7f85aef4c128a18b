/** The result, if it is there within this time; null otherwise. The work goes on. */
export async function withinMs<T>(work: Promise<T>, limitMs: number): Promise<T | null> {
  const { promise, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), limitMs);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

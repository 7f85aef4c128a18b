/** Whether our server answers now. */
export const isReachable = (): Promise<boolean> =>
  fetch("/api/health", { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );

/** CLOCK_MONOTONIC in milliseconds: the same in every thread and process since the machine was booted. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

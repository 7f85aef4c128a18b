/** A step of the chart of what a destination took lasts so long. */
export const CHART_REFRESH_MS = 15_000;

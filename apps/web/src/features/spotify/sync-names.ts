export const FREQUENCY_NAMES = { "real-time": "Real-time", hourly: "Every hour", daily: "Daily", manual: "Manual only" } as const;
/** The best first: names that are figures would be put in their order. */
export const QUALITY_NAMES = { "kbps-320": "320 kbps", "kbps-256": "256 kbps", "kbps-128": "128 kbps" } as const;

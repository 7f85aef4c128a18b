import type { Gauge } from "@nightjar/api";
import type { PlayoutHealth } from "@nightjar/broadcast";

/** Seconds looked back on: twice the usual interval between two looks at the metrics. */
const WINDOW_SECONDS = 30;

export interface PlayoutGauges {
  take(health: PlayoutHealth): void;
  gauges(): readonly Gauge[];
}

/** How the playout thread kept its time of late. */
export function createPlayoutGauges(): PlayoutGauges {
  const seen: PlayoutHealth[] = [];
  return {
    take({ worstLateMs, leastLeadMs }) {
      seen.push({ worstLateMs, leastLeadMs });
      if (seen.length > WINDOW_SECONDS) seen.shift();
    },
    gauges() {
      const lateMs = seen.reduce((worst, { worstLateMs }) => Math.max(worst, worstLateMs), 0);
      const leads = seen.flatMap(({ leastLeadMs }) => leastLeadMs ?? []);
      const late: Gauge = {
        name: "playout_late_ms_max",
        help: "Longest delay of a written tick in the last 30 seconds.",
        value: Math.round(lateMs),
      };
      if (leads.length === 0) return [late];
      return [
        late,
        {
          name: "playout_lead_ms_min",
          help: "Least lead over the time on air in the last 30 seconds.",
          value: Math.round(Math.min(...leads)),
        },
      ];
    },
  };
}

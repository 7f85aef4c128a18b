import type { Gauge } from "@nightjar/api";
import type { Scheduler } from "@nightjar/media";

export function processGauges(scheduler: Scheduler, cacheBytes: number): readonly Gauge[] {
  const { queued, running } = scheduler.snapshot();
  return [
    { name: "process_resident_memory_bytes", help: "Memory of the server's process.", value: process.memoryUsage.rss() },
    { name: "process_uptime_seconds", help: "Since the server's process began.", value: Math.round(process.uptime()) },
    { name: "jobs_queued", help: "Jobs that wait for the machine.", value: queued.length },
    { name: "jobs_running", help: "Jobs at work.", value: running.length },
    { name: "cache_bytes", help: "What is rendered and kept.", value: cacheBytes },
  ];
}

import { expect, it } from "vitest";
import { scheduled } from "../../src/youtube/scheduled.ts";
import { broadcastThere } from "../support/at-youtube.ts";

const NOW_MS = Date.UTC(2026, 10, 23, 12);
const MINUTE_MS = 60_000;
const at = (minutes: number) => new Date(NOW_MS + minutes * MINUTE_MS).toISOString();

it("the times of a broadcast are sent as they were read, but of one that has not begun no start that is over, nor an end before it", () => {
  const sent = (values: Parameters<typeof broadcastThere>[0]) => scheduled(broadcastThere(values), NOW_MS);
  expect(sent({ lifeCycle: "ready", scheduledStartTime: at(5) })).toEqual({ scheduledStartTime: at(5) });
  expect(sent({ lifeCycle: "ready", scheduledStartTime: at(-5), scheduledEndTime: at(9) })).toEqual({
    scheduledStartTime: at(5),
    scheduledEndTime: at(9),
  });
  expect(sent({ lifeCycle: "created", scheduledStartTime: "", scheduledEndTime: at(0) })).toEqual({ scheduledStartTime: at(5) });
  expect(sent({ lifeCycle: "live", scheduledStartTime: at(-5) })).toEqual({ scheduledStartTime: at(-5) });
});

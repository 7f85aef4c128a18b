import type { PlayoutEvent } from "../../playout/protocol.ts";
import type { AirEvent } from "../air/events.ts";

/** What the playout thread tells, as an event of the air; null: it is none. */
export function airEventOf(event: PlayoutEvent): AirEvent | null {
  if (event.type === "segment") return { is: "written", segment: event.segment, onAirAtMs: event.onAirAtMs };
  if (event.type === "cut") return { is: "shown", serial: event.serial, pictureId: event.pictureId, onAirAtMs: event.onAirAtMs };
  return event.type === "moved" ? { is: "moved", byMs: event.byMs } : null;
}

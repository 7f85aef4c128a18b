import { CHANGED_ENTITIES, ON_AIR_STATES, type LiveEvent } from "@nightjar/contract";
import { fieldsOf, oneOf, textOf } from "../shape.ts";

/** What the server sends of itself is held to its kind and to what it is told apart by, as answers to calls are; null: a newer kind, or none. */
export function readEvent(data: string): LiveEvent | null {
  try {
    const value: unknown = JSON.parse(data);
    return isLiveEvent(value) ? value : null;
  } catch {
    return null;
  }
}

const isText = (value: unknown): value is string => textOf(value) !== undefined;

function isLiveEvent(value: unknown): value is LiveEvent {
  const { type, streamId, onAir, entity, id, entry, playCount, currentTrackId } = fieldsOf(value);
  switch (type) {
    case "on-air":
      return isText(streamId) && oneOf(ON_AIR_STATES, fieldsOf(onAir)["state"]) !== undefined;
    case "changed":
      return oneOf(CHANGED_ENTITIES, entity) !== undefined && isText(id);
    case "as-run":
      return (
        ["entryId", "streamId", "trackId", "startedAt"].every((name) => isText(fieldsOf(entry)[name])) &&
        (playCount === null || typeof playCount === "number") &&
        (currentTrackId === null || isText(currentTrackId))
      );
    default:
      return false;
  }
}

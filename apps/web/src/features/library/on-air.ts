import type { StreamHead, TrackId } from "@nightjar/contract";
import { isolated } from "../../lib/isolated.ts";
import type { LiveSnapshot } from "../../lib/live/live-store.ts";

const list = new Intl.ListFormat("en", { type: "conjunction" });

export const UNREAD_TEXT = "Which streams play it could not be read: what this changes on air is not known.";

/** What an edit of a track changes on air at once, with the streams that play it now; null: none does. */
export function editText(id: TrackId, streams: readonly Pick<StreamHead, "id" | "title">[], live: LiveSnapshot["streams"]): string | null {
  const playing = streams.filter((stream) => live.get(stream.id)?.onAir.track?.id === id).map(({ title }) => isolated(title));
  if (playing.length === 0) return null;
  const play = playing.length === 1 ? "plays" : "play";
  return `${list.format(playing)} ${play} it now: title, artist and cover change on air as soon as you update it, where the overlay shows them. The sound goes on.`;
}

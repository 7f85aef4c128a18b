import { textOf } from "../../lib/shape.ts";

/** What the address of /playlist-sync carries: the chosen playlist, and the labels it is filtered by. */
export interface PlaylistSearch {
  readonly playlist?: string | undefined;
  readonly labels?: readonly string[] | undefined;
}

export function playlistSearch({ playlist, labels }: Record<string, unknown>): PlaylistSearch {
  const named = Array.isArray(labels) ? labels.filter((label) => typeof label === "string" && label.trim() !== "") : [];
  return { playlist: textOf(playlist), ...(named.length > 0 && { labels: named }) };
}

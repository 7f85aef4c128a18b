import { normalIsrc } from "@nightjar/contract";
import { foldText as fold } from "@nightjar/db";

export interface Searchable {
  readonly title: string;
  readonly artist: string;
  readonly album: string | null;
  readonly tags: readonly string[];
}

/** See the column `search_text`: its first two lines are the track's identity. */
export function searchTextOf(track: Searchable): string {
  return `${identityOf(track)}${fold(track.album ?? "")}\n${track.tags.map(fold).join("\n")}`;
}

export const identityOf = (track: Pick<Searchable, "title" | "artist">) => `${fold(track.title)}\n${fold(track.artist)}\n`;
export const searchTermOf = fold;

/** Registrars print codes with hyphens, files hold them without. */
export function isrcKeyOf(code: string | null): string | null {
  return code === null ? null : normalIsrc(code) || null;
}

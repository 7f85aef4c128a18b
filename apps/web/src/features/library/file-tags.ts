import { isIsrc, normalIsrc } from "@nightjar/contract";

/** What a file says of itself, as far as bulk upload asks; null where it says nothing usable. */
export interface FileTags {
  readonly title: string | null;
  readonly artist: string | null;
  readonly isrcCode: string | null;
  /** null as well where the whole file would have to be read for it. */
  readonly durationMs: number | null;
}
export const NO_TAGS: FileTags = { title: null, artist: null, isrcCode: null, durationMs: null };

const text = (value: unknown) => (typeof value === "string" && value.trim() !== "" ? value.trim() : null);

/** Reads a file's tags here in the browser, before anything is sent. What cannot be read says nothing. */
export async function readFileTags(file: File): Promise<FileTags> {
  try {
    // Only who uploads many pays for the parser.
    const { parseBlob } = await import("music-metadata");
    const { common, format } = await parseBlob(file, { duration: false, skipCovers: true });
    const codes = (common.isrc ?? []).map(normalIsrc);
    return {
      title: text(common.title),
      artist: text(common.artist ?? common.artists?.join(", ")),
      isrcCode: codes.find(isIsrc) ?? null,
      durationMs: Number.isFinite(format.duration) ? Math.round((format.duration ?? 0) * 1000) : null,
    };
  } catch {
    return NO_TAGS;
  }
}

import { AppError, parseDuration, track, trackFields } from "@nightjar/contract";
import { tracks } from "@nightjar/db";
import { changed } from "../changes.ts";
import { defineChange } from "../verb.ts";
import { readTrack } from "./read-track.ts";
import { searchTextOf } from "./search-text.ts";
import { assertNoDuplicate, trackValues } from "./track-values.ts";

const AUDIO_REQUIRED = "Audio file required to save track";

export const createTrack = defineChange({
  name: "tracks.create",
  access: "approved",
  input: trackFields,
  output: track,
  entity: "tracks",
  subject: (_input, made) => made?.id ?? null,
  commit(tx, { ctx, input }) {
    if (input.fileUrl === null) {
      throw new AppError("invalid-input", AUDIO_REQUIRED, { issues: [{ path: "fileUrl", message: AUDIO_REQUIRED }] });
    }
    assertNoDuplicate(tx, input, null);
    const required = { title: input.title, artist: input.artist, durationMs: parseDuration(input.duration) ?? 0 };
    const createdAt = new Date(ctx.services.clock.nowMs());
    const { id } = tx
      .insert(tracks)
      .values({ ...trackValues(tx, input), ...required, searchText: searchTextOf(input), createdAt })
      .returning({ id: tracks.id })
      .get();
    changed(tx, "tracks", id);
    return readTrack(tx, id);
  },
});

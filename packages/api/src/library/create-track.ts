import { AppError, parseDuration, track, trackFields } from "@nightjar/contract";
import { tracks } from "@nightjar/db";
import { defineVerb } from "../verb.ts";
import { readTrack } from "./read-track.ts";
import { searchTextOf } from "./search-text.ts";
import { assertNoDuplicate, trackValues } from "./track-values.ts";

const AUDIO_REQUIRED = "Audio file required to save track";

export const createTrack = defineVerb({
  name: "tracks.create",
  access: "approved",
  kind: "change",
  input: trackFields,
  output: track,
  subject: (_input, output) => output?.id ?? null,
  run({ ctx, input }) {
    const { clock, db, live } = ctx.services;
    if (input.fileUrl === null) {
      throw new AppError("invalid-input", AUDIO_REQUIRED, { issues: [{ path: "fileUrl", message: AUDIO_REQUIRED }] });
    }
    const { id } = db.transaction((tx) => {
      assertNoDuplicate(tx, input, null);
      const required = { title: input.title, artist: input.artist, durationMs: parseDuration(input.duration) ?? 0 };
      return tx
        .insert(tracks)
        .values({ ...trackValues(tx, input), ...required, searchText: searchTextOf(input), createdAt: new Date(clock.nowMs()) })
        .returning({ id: tracks.id })
        .get();
    });
    live.changed("tracks", id);
    return readTrack(db, id);
  },
});

import { entryMatch, matchEntriesInput } from "@nightjar/contract";
import { z } from "zod";
import { defineAct } from "../verb.ts";
import { findInLibrary, foundColumns } from "./find-in-library.ts";
import { candidateTracks, shownCandidates } from "./playlist-shape.ts";
import { toSought } from "./create-playlist.ts";

/** What a list of tracks would be in the library, in its order: for who looks at it before it is kept. */
export const matchEntries = defineAct({
  name: "playlists.match",
  access: "approved",
  input: matchEntriesInput,
  output: z.array(entryMatch),
  async act({ ctx, input }) {
    const { db } = ctx.services;
    const found = (await findInLibrary(db, input.entries.map(toSought))).map(foundColumns);
    const known = candidateTracks(
      db,
      found.map(({ candidates }) => candidates),
    );
    return found.map(({ trackId, why, candidates }) => ({ trackId, why, candidates: shownCandidates(candidates, known) }));
  },
});

import { checkDuplicates } from "../library/check-duplicates.ts";
import { createTrack } from "../library/create-track.ts";
import { deleteTrack } from "../library/delete-track.ts";
import { listFacets } from "../library/facets.ts";
import { getTrack } from "../library/get-track.ts";
import { listTracks } from "../library/list-tracks.ts";
import { updateTrack } from "../library/update-track.ts";
import { mutation, query, router } from "../trpc.ts";

export const tracksRouter = router({
  list: query(listTracks),
  facets: query(listFacets),
  get: query(getTrack),
  create: mutation(createTrack),
  update: mutation(updateTrack),
  delete: mutation(deleteTrack),
  // A mutation, though it changes nothing: ten thousand codes do not fit into an address.
  checkDuplicates: mutation(checkDuplicates),
});

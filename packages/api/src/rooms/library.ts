import { track } from "@nightjar/contract";
import { z } from "zod";
import { openFile } from "../files/open-file.ts";
import { file, json, upload } from "../http/route.ts";
import { checkDuplicates } from "../library/check-duplicates.ts";
import { createTrack } from "../library/create-track.ts";
import { deleteTrack } from "../library/delete-track.ts";
import { listFacets } from "../library/facets.ts";
import { getTrack } from "../library/get-track.ts";
import { listTrackIds } from "../library/list-track-ids.ts";
import { listTracks } from "../library/list-tracks.ts";
import { lookupIsrc } from "../library/lookup-isrc.ts";
import { takeArtwork } from "../library/take-artwork.ts";
import { updateTrack } from "../library/update-track.ts";
import { uploadArtwork } from "../library/upload-artwork.ts";
import { uploadAudio, uploadMaster } from "../library/upload-audio.ts";
import { asMutation, onBoth, onHttp, onStudio, room } from "../room.ts";

export const tracksRoom = room("tracks", {
  list: onBoth(
    listTracks,
    json("GET /api/tracks", "The library, or with limit and cursor a page of it", {
      reply: ({ items, nextCursor }) => ({ body: items, ...(nextCursor === null ? {} : { headers: { "X-Next-Cursor": nextCursor } }) }),
      bodySchema: z.array(track),
    }),
  ),
  ids: onStudio(listTrackIds),
  facets: onStudio(listFacets),
  get: onBoth(getTrack, json("GET /api/tracks/{id}", "One track")),
  create: onBoth(createTrack, json("POST /api/tracks", "Add a track", { status: 201 })),
  update: onBoth(updateTrack, json("PATCH /api/tracks/{id}", "Change a track")),
  delete: onBoth(deleteTrack, json("DELETE /api/tracks/{id}", "Remove a track from the library and all tracklists")),
  // Ten thousand codes do not fit into an address.
  checkDuplicates: asMutation(
    onBoth(checkDuplicates, json("POST /api/tracks/check-duplicates", "Which ISRC codes are in the library already")),
  ),
  lookupIsrc: onBoth(lookupIsrc, json("GET /api/isrc/{isrcCode}", "What is known of a recording by its ISRC code, and who knows it")),
  takeArtwork: onBoth(takeArtwork, json("POST /api/artwork", "Keep the cover at a music service's address among our own")),
});

export const libraryRoom = room("library", {
  uploadAudio: onHttp(uploadAudio, upload("POST /api/upload/audio", "Upload an audio file", "audio")),
  uploadMaster: onHttp(uploadMaster, upload("POST /api/upload/master", "Upload an audio file of up to 2 GB, as bulk upload does", "audio")),
  uploadArtwork: onHttp(
    uploadArtwork,
    upload("POST /api/upload/artwork", "Upload a cover for a track or a stream: png, jpeg or webp", "image"),
  ),
  openFile: onHttp(openFile, file("GET /api/files/{kind}/{name}", "Bytes of a stored file; answers ranges")),
});

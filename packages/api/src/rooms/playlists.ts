import { file, json } from "../http/route.ts";
import { createPlaylist, deletePlaylist } from "../playlists/create-playlist.ts";
import { decideEntry, importTracks } from "../playlists/import-tracks.ts";
import { matchEntries } from "../playlists/match-entries.ts";
import { openCover } from "../playlists/open-cover.ts";
import { getPlaylist, listPlaylists } from "../playlists/read-playlists.ts";
import { onBoth, onHttp, room } from "../room.ts";

export const playlistsRoom = room("playlists", {
  list: onBoth(listPlaylists, json("GET /api/playlists", "The playlists, the newest first")),
  get: onBoth(
    getPlaylist,
    json("GET /api/playlists/{id}", "A playlist against the library; with labels, separated by commas, those of them alone"),
  ),
  openCover: onHttp(openCover, file("GET /api/covers/{name}", "A small cover at a service, by the address that a playlist names")),
  create: onBoth(
    createPlaylist,
    json("POST /api/playlists", "Keep a list of tracks, each with the track of the library that it is", { status: 201 }),
  ),
  match: onBoth(matchEntries, json("POST /api/playlists/match", "What a list of tracks would be in the library, before it is kept")),
  importTracks: onBoth(importTracks, json("POST /api/playlists/{id}/import", "Make tracks of entries that are not in the library")),
  decide: onBoth(decideEntry, json("POST /api/playlists/{id}/decide", "Say which track of the library an entry is, or that it is none")),
  delete: onBoth(deletePlaylist, json("DELETE /api/playlists/{id}", "Remove a playlist; what was imported from it stays in the library")),
});

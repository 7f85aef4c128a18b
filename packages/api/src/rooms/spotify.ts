import { z } from "zod";
import { json, page } from "../http/route.ts";
import { connectSpotify, disconnectSpotify, finishSpotifyConnect, getSpotify } from "../playlists/spotify-account.ts";
import {
  analyzePlaylist,
  cancelJob,
  importTrack,
  listPlaylistJobs,
  listSpotifyPlaylists,
  startAnalysis,
  startSync,
  syncPlaylist,
} from "../playlists/spotify.ts";
import { onBoth, onHttp, onStudio, room } from "../room.ts";

export const spotifyRoom = room("spotify", {
  status: onBoth(getSpotify, json("GET /api/spotify", "Whether Spotify is set up and connected")),
  connect: onHttp(
    connectSpotify,
    json("GET /api/auth/spotify/connect", "Where to send the operator's browser so that a Spotify account lets us in", {
      reply: ({ authUrl, cookie }) => ({ body: { authUrl }, headers: { "Set-Cookie": cookie } }),
      bodySchema: z.object({ authUrl: z.string() }),
    }),
  ),
  callback: onHttp(finishSpotifyConnect, page("GET /api/auth/spotify/callback", "Where Spotify sends that browser back to")),
  disconnect: onBoth(disconnectSpotify, json("DELETE /api/spotify", "Forget the Spotify account")),
  playlists: onBoth(listSpotifyPlaylists, json("GET /api/spotify/playlists", "The connected account's playlists")),
  analyze: onHttp(analyzePlaylist, json("POST /api/spotify/analyze-playlist", "Read a playlist by its address, against the library")),
  startAnalysis: onStudio(startAnalysis),
  jobs: onBoth(listPlaylistJobs, json("GET /api/spotify/jobs", "How far the reading of playlists is")),
  cancelJob: onBoth(
    cancelJob,
    json("POST /api/spotify/jobs/{id}/cancel", "End the reading of a playlist, or the look-up of its labels; what was there before stays"),
  ),
  sync: onHttp(syncPlaylist, json("POST /api/spotify/sync/{playlistId}", "Bring a playlist and the library up to date")),
  startSync: onStudio(startSync),
  importTrack: onBoth(
    importTrack,
    json("POST /api/spotify/import-track/{trackId}", "Make a track of one of a playlist, by Spotify's id of it"),
  ),
});

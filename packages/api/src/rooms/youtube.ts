import { z } from "zod";
import { json, page } from "../http/route.ts";
import { onBoth, onHttp, room } from "../room.ts";
import { createBroadcast, updateBroadcast, youtubeStatus } from "../youtube/broadcast-verbs.ts";
import { listChannels, setupYoutube } from "../youtube/channels.ts";
import { connectYoutube, finishYoutubeConnect } from "../youtube/connect.ts";
import { youtubeViewers } from "../youtube/viewers.ts";

const CONNECT = "Where to send the operator's browser so that a Google account lets us in; only that browser can come back";
const VIEWERS = "How many watched a stream's broadcasts over an hour, a day or a week; null where it is not known";
const STATUS = "How a stream stands with YouTube: its account, its broadcast, what is left of the day's quota";

export const youtubeRoom = room("youtube", {
  connect: onHttp(
    connectYoutube,
    json("GET /api/auth/youtube/connect", CONNECT, {
      reply: ({ authUrl, cookie }) => ({ body: { authUrl }, headers: { "Set-Cookie": cookie } }),
      bodySchema: z.object({ authUrl: z.string() }),
    }),
  ),
  callback: onHttp(finishYoutubeConnect, page("GET /api/auth/youtube/callback", "Where Google sends that browser back to")),
  channels: onBoth(listChannels, json("GET /api/youtube/channels/{streamId}", "The channels of the connected Google account")),
  setupStream: onBoth(setupYoutube, json("POST /api/youtube/setup-stream/{id}", "Give the stream a key of its own at a channel")),
  createStream: onBoth(createBroadcast, json("POST /api/youtube/create-stream/{streamId}", "Make a broadcast that the next Start uses")),
  updateStream: onBoth(
    updateBroadcast,
    json("PATCH /api/youtube/update-stream/{id}", "Change title and description of the broadcast there is"),
  ),
  viewers: onBoth(youtubeViewers, json("GET /api/youtube/viewers/{streamId}", VIEWERS)),
  status: onBoth(youtubeStatus, json("GET /api/youtube/status/{streamId}", STATUS)),
});

import { z } from "zod";
import { json, page } from "../http/route.ts";
import { onHttp, room } from "../room.ts";
import { connectYoutube, finishYoutubeConnect } from "../youtube/connect.ts";

const CONNECT = "Where to send the operator's browser so that a Google account lets us in; only that browser can come back";

export const youtubeRoom = room("youtube", {
  connect: onHttp(
    connectYoutube,
    json("GET /api/auth/youtube/connect", CONNECT, {
      reply: ({ authUrl, cookie }) => ({ body: { authUrl }, headers: { "Set-Cookie": cookie } }),
      bodySchema: z.object({ authUrl: z.string() }),
    }),
  ),
  callback: onHttp(finishYoutubeConnect, page("GET /api/auth/youtube/callback", "Where Google sends that browser back to")),
});

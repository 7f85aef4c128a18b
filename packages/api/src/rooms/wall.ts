import { file, json } from "../http/route.ts";
import { onBoth, onHttp, room } from "../room.ts";
import { lookAtAll } from "../wall/look.ts";
import { openSentPicture } from "../wall/open-sent-picture.ts";

export const wallRoom = room("wall", {
  look: onBoth(
    lookAtAll,
    json("GET /api/wall", "What is sent of every live stream: a picture, how loud it is, and how old the proof is that it is taken"),
  ),
  openPicture: onHttp(openSentPicture, file("GET /api/wall/pictures/{name}", "A picture of what is sent, as named by the wall")),
});

import { json } from "../http/route.ts";
import { onBoth, room } from "../room.ts";
import { cancelSample, getSample, makeSample, removeSample } from "../sample/sample-channel.ts";

const REMOVE = "Remove all of it, `unless` somebody has built on it where that is said; only the audit log remembers";
const MAKE = "Begin to make a stream with three songs, a background and an overlay of our own, and start its test stream";

export const sampleRoom = room("sample", {
  status: onBoth(getSample, json("GET /api/sample-channel", "Whether there is a sample channel, and how far its making is")),
  make: onBoth(makeSample, json("POST /api/sample-channel", MAKE)),
  cancel: onBoth(cancelSample, json("POST /api/sample-channel/cancel", "End its making and take back what was made")),
  remove: onBoth(removeSample, json("DELETE /api/sample-channel", REMOVE)),
});

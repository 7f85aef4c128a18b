import { json, live, sent } from "../http/route.ts";
import { onBoth, onHttp, room } from "../room.ts";
import { startTest, stopTest } from "../test-stream/start-stop-test.ts";
import { getTestInfo, getTestStatus } from "../test-stream/test-status.ts";
import { getTestPlaylist, getTestSegment, watchTest } from "../test-stream/watch-test.ts";

const START = "Send the stream into this machine alone, to be watched before anybody else does; 503 where the RTMP port is taken";

export const testStreamRoom = room("testStream", {
  info: onBoth(getTestInfo, json("GET /api/test-stream/{streamId}", "What a stream's test shows and sounds")),
  status: onBoth(
    getTestStatus,
    json("GET /api/test-stream/{streamId}/status", "Whether a stream's test runs, and its address for players"),
  ),
  start: onBoth(startTest, json("POST /api/test-stream/{streamId}/start", START)),
  stop: onBoth(stopTest, json("POST /api/test-stream/{streamId}/stop", "End a stream's test")),
  watch: onHttp(watchTest, live("GET /api/test-stream/{streamId}/live.flv", "What the test sends, as FLV over HTTP, until it ends")),
  playlist: onHttp(
    getTestPlaylist,
    sent("GET /api/test-stream/{streamId}/live.m3u8", "The same as HLS, for browsers that play nothing else"),
  ),
  segment: onHttp(getTestSegment, sent("GET /api/test-stream/{streamId}/segments/{segment}", "A piece that this playlist names")),
});

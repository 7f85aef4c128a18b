import { asRunEntry } from "@nightjar/contract";
import { z } from "zod";
import { events, exported, json, live, sent } from "../http/route.ts";
import { onBoth, onHttp, onStudio, room } from "../room.ts";
import { addTrack, addTracks } from "../streams/add-tracks.ts";
import { exportAsRun, listAsRun } from "../streams/as-run.ts";
import { createStream } from "../streams/create-stream.ts";
import { deleteStream } from "../streams/delete-stream.ts";
import { removeDestination, setDestination } from "../streams/destination.ts";
import { addDestination, deleteDestination, listDestinations, replaceDestination } from "../streams/destinations.ts";
import { watchEvents } from "../streams/events.ts";
import { duplicateStream } from "../streams/duplicate-stream.ts";
import { getStream } from "../streams/get-stream.ts";
import { liftQuarantine } from "../streams/lift-quarantine.ts";
import { getLivePlaylist, getLiveSegment, listenIn } from "../streams/listen-in.ts";
import { listStreams, summariseStreams } from "../streams/list-streams.ts";
import { getMotionPrice } from "../streams/motion-price.ts";
import { getOnAir } from "../streams/on-air.ts";
import { setGapless } from "../streams/set-gapless.ts";
import { jumpToTrack, skipTrack } from "../streams/skip-jump.ts";
import { startStream, stopStream } from "../streams/start-stop.ts";
import { stepTracklist } from "../streams/step-tracklist.ts";
import { listStreamHistory } from "../streams/stream-history.ts";
import { takenLately, testAddress, testDestination } from "../streams/test-destination.ts";
import { updateContent } from "../streams/update-content.ts";
import { updateStream } from "../streams/update-stream.ts";
import { watchLive } from "../streams/watch-live.ts";

const AS_RUN = "What really aired, newest first: all of it or a page, as JSON or CSV";
const MOTION_PRICE = "What an overlay template that moves would cost in disk and rendering";
const TEST = "Whether a destination can be reached and accepts the stream; nothing goes on air";
const SKIP = "Leave the track that is heard for the next one; with the entry that was heard only where nobody has left that yet";
const UPDATE_CONTENT = "Make sure that what is stored is on air now; answers when it is";

export const streamsRoom = room("streams", {
  list: onBoth(listStreams, json("GET /api/streams", "All streams")),
  summaries: onStudio(summariseStreams),
  get: onBoth(getStream, json("GET /api/streams/{id}", "One stream with its tracks")),
  create: onBoth(createStream, json("POST /api/streams", "Create a stream", { status: 201 })),
  duplicate: onBoth(duplicateStream, json("POST /api/streams/{id}/duplicate", "Another stream with all that this one is", { status: 201 })),
  update: onBoth(updateStream, json("PATCH /api/streams/{id}", "Change a stream or its tracklist")),
  delete: onBoth(deleteStream, json("DELETE /api/streams/{id}", "Delete a stream; takes it off air")),
  addTrack: onBoth(addTrack, json("POST /api/streams/{id}/tracks", "Add a track to the end of the tracklist")),
  addTracks: onBoth(addTracks, json("POST /api/streams/add-tracks", "Add tracks to the end of a tracklist")),
  stepTracklist: onStudio(stepTracklist),
  setGapless: onStudio(setGapless),
  history: onStudio(listStreamHistory),

  setDestination: onBoth(setDestination, json("PUT /api/streams/{id}/destination", "Set the RTMP destination")),
  removeDestination: onBoth(removeDestination, json("DELETE /api/streams/{id}/destination", "Remove the RTMP destination")),
  listDestinations: onBoth(
    listDestinations,
    json("GET /api/streams/{id}/destinations", "All the stream is sent to; keys are only told as 'set'"),
  ),
  addDestination: onBoth(
    addDestination,
    json("POST /api/streams/{id}/destinations", "Add an RTMP destination beside what there is", { status: 201 }),
  ),
  deleteDestination: onBoth(
    deleteDestination,
    json("DELETE /api/streams/{id}/destinations/{destinationId}", "Remove an RTMP destination; the others go on"),
  ),
  replaceDestination: onBoth(
    replaceDestination,
    json("PUT /api/streams/{id}/destinations/{destinationId}", "Another address or key in the place of one; the others go on"),
  ),
  testDestination: onBoth(testDestination, json("POST /api/streams/{id}/destinations/{destinationId}/test", TEST)),
  testAddress: onBoth(testAddress, json("POST /api/destinations/test", TEST)),
  takenLately: onBoth(takenLately, json("GET /api/streams/{id}/taken", "What each destination took over the last hour, step by step")),

  start: onBoth(startStream, json("POST /api/direct-streaming/start/{id}", "Go on air")),
  stop: onBoth(stopStream, json("POST /api/direct-streaming/stop/{id}", "Go off air")),
  updateContent: onBoth(updateContent, json("POST /api/streams/{id}/update-content", UPDATE_CONTENT)),
  skip: onBoth(skipTrack, json("POST /api/streams/{id}/skip", SKIP)),
  jump: onBoth(jumpToTrack, json("POST /api/streams/{id}/jump", "Leave the track that is heard for another entry of the tracklist")),
  liftQuarantine: onBoth(
    liftQuarantine,
    json("POST /api/streams/{id}/quarantine/{trackId}/lift", "Try a track again whose file was left out"),
  ),

  live: onStudio(watchLive),
  onAir: onHttp(getOnAir, json("GET /api/streams/{id}/on-air", "What is true of the stream now")),
  listenIn: onHttp(
    listenIn,
    live("GET /api/streams/{id}/live.flv", "What the stream's destinations are sent, as FLV over HTTP, until it ends"),
  ),
  playlist: onHttp(getLivePlaylist, sent("GET /api/streams/{id}/live.m3u8", "The same as HLS, for browsers that play nothing else")),
  segment: onHttp(getLiveSegment, sent("GET /api/streams/{id}/segments/{segment}", "A piece that this playlist names")),
  motionPrice: onBoth(getMotionPrice, json("GET /api/streams/{id}/motion-price", MOTION_PRICE)),
  asRun: onStudio(listAsRun),
  exportAsRun: onHttp(exportAsRun, exported("GET /api/streams/{id}/as-run", AS_RUN, z.array(asRunEntry))),
  events: onHttp(watchEvents, events("GET /api/events", "Server-sent events of the actual state")),
});

import { getMotionPrice } from "../streams/motion-price.ts";
import { addTrack, addTracks } from "../streams/add-tracks.ts";
import { listAsRun } from "../streams/as-run.ts";
import { createStream } from "../streams/create-stream.ts";
import { deleteStream } from "../streams/delete-stream.ts";
import { removeDestination, setDestination } from "../streams/destination.ts";
import { addDestination, deleteDestination, listDestinations } from "../streams/destinations.ts";
import { getStream } from "../streams/get-stream.ts";
import { listStreams } from "../streams/list-streams.ts";
import { liftQuarantine } from "../streams/lift-quarantine.ts";
import { getOnAir } from "../streams/on-air.ts";
import { setGapless } from "../streams/set-gapless.ts";
import { jumpToTrack, skipTrack } from "../streams/skip-jump.ts";
import { startStream, stopStream } from "../streams/start-stop.ts";
import { updateContent } from "../streams/update-content.ts";
import { updateStream } from "../streams/update-stream.ts";
import { mutation, query, router } from "../trpc.ts";

export const streamsRouter = router({
  list: query(listStreams),
  get: query(getStream),
  create: mutation(createStream),
  update: mutation(updateStream),
  delete: mutation(deleteStream),
  addTrack: mutation(addTrack),
  addTracks: mutation(addTracks),
  setDestination: mutation(setDestination),
  removeDestination: mutation(removeDestination),
  listDestinations: query(listDestinations),
  addDestination: mutation(addDestination),
  deleteDestination: mutation(deleteDestination),
  start: mutation(startStream),
  stop: mutation(stopStream),
  updateContent: mutation(updateContent),
  skip: mutation(skipTrack),
  jump: mutation(jumpToTrack),
  setGapless: mutation(setGapless),
  liftQuarantine: mutation(liftQuarantine),
  onAir: query(getOnAir),
  asRun: query(listAsRun),
  motionPrice: query(getMotionPrice),
});

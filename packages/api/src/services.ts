import { REAL_TIME } from "@nightjar/kit";
import { createLoginGuard } from "./auth/login-guard.ts";
import { createSessions } from "./auth/sessions.ts";
import type { Ports, Services } from "./context.ts";
import { createAccessTokens } from "./grants/access-tokens.ts";
import { tellLost } from "./grants/tell-lost.ts";
import { createFileSweeps } from "./files/file-sweeps.ts";
import { sweepUnused } from "./files/sweep-files.ts";
import { createLiveHub } from "./live-hub.ts";
import { createCovers } from "./playlists/covers.ts";
import { createForeignCovers } from "./playlists/foreign-covers.ts";
import { createPlaylistJobs } from "./playlists/playlist-jobs.ts";
import { spotifyCatalogue } from "./playlists/spotify-account.ts";
import { createRecordings } from "./recordings/recordings.ts";
import { createOverlayEdits } from "./plan/overlay-edits.ts";
import { streamsShowingTemplate } from "./plan/streams-showing.ts";
import { buildOffAirPlan } from "./plan/build-plan.ts";
import { createOffAirPlans } from "./plan/off-air-plans.ts";
import { createPlanBook } from "./plan/plan-book.ts";
import { followChanges } from "./plan/follow-changes.ts";
import { createPlanPushes } from "./plan/plan-pushes.ts";
import { pushPlan, streamsByUse } from "./plan/push-plan.ts";
import { createLeftTracks } from "./streams/left-tracks.ts";
import { createOwnReplacements } from "./streams/own-replacements.ts";
import { createStartTurns } from "./streams/start-turns.ts";
import { createSampleWork } from "./sample/sample-work.ts";
import { createBroadcasts } from "./youtube/broadcasts.ts";
import { createTakenIn } from "./plan/taken-in.ts";

export function createServices(ports: Ports): Services {
  const live = createLiveHub(ports);
  const accessTokens = createAccessTokens(ports);
  const services: Services = {
    ...ports,
    sessions: createSessions(ports.db),
    // Who is to wait does so by a clock that nobody sets: set back, the machine's would make it hours.
    loginGuard: createLoginGuard(REAL_TIME),
    recordings: createRecordings({ ...ports, clock: REAL_TIME, catalogues: [...ports.catalogues, spotifyCatalogue(() => services)] }),
    playlistJobs: createPlaylistJobs(ports),
    foreignCovers: createForeignCovers(ports),
    covers: createCovers({ ...ports, follow: (told) => services.follow(told) }),
    live,
    takenIn: createTakenIn({ ...ports, live }),
    fileSweeps: createFileSweeps(() => sweepUnused(ports), ports.log),
    sampleWork: createSampleWork(),
    endedTests: new Map(),
    accessTokens,
    broadcasts: createBroadcasts({ ...ports, accessTokens, follow: (told) => services.follow(told) }),
    planBook: createPlanBook(),
    startTurns: createStartTurns(),
    leftTracks: createLeftTracks(ports),
    ownReplacements: createOwnReplacements(),
    planPushes: createPlanPushes((id) => pushPlan(services, id)),
    follow: (told) => followChanges(services, told),
    overlayEdits: createOverlayEdits((id) => {
      const showing = streamsShowingTemplate(ports.db, id);
      for (const stream of showing) pushPlan(services, stream.id);
    }, ports.log),
    offAir: createOffAirPlans({
      engine: ports.engine,
      log: ports.log,
      allStreams: () => streamsByUse(ports.db),
      planOf: (id) => buildOffAirPlan(ports, id),
    }),
  };
  accessTokens.onLost((id) => tellLost(services, id));
  return services;
}

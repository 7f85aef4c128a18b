import { CHANGED_ENTITIES, LIVE_REFRESH_MS, type LiveEvent } from "@nightjar/contract";
import { coalesce } from "@nightjar/kit";
import { recheckAccount } from "../account.ts";
import { keepCookie, readUser } from "../session.ts";
import { api, queryClient } from "../trpc.ts";
import { coalesceIds } from "./coalesce-ids.ts";
import { findOutDeadConnections } from "./dead-connections.ts";
import { createLiveStore } from "./live-store.ts";
import { openEvents } from "./open-events.ts";
import { isUnanswered } from "../query-client.ts";
import { READS } from "./reads.ts";
import { readFrom } from "./read-from.ts";
import { mayBeInTracklist, takeAsRun, takeOff } from "./take-as-run.ts";

/** Whoever just looks on sees a change within a second, but not each of many. */
const SOON = { firstMs: 100, longestMs: 1000 };
/** With a dozen streams on air the library changes every few seconds, and nobody reads it that often. */
const SELDOM = { firstMs: 10_000, longestMs: 10_000 };
const readsAgain = new Map(
  CHANGED_ENTITIES.map((entity) => [entity, coalesceIds((ids) => void READS[entity](ids), entity === "tracks" ? SELDOM : SOON)]),
);

/** As often as a live stream is looked at: an import changes its tracks one after the other. */
const readTracklists = coalesce(() => void api.streams.get.invalidate(), { firstMs: LIVE_REFRESH_MS, longestMs: LIVE_REFRESH_MS });

function onEvent(event: LiveEvent): void {
  if (event.type === "as-run") return takeAsRun(event);
  if (event.type === "on-air") return void (event.onAir.state === "off" && takeOff(event.streamId));
  const { entity, id } = event;
  readsAgain.get(entity)?.(id);
  if (entity === "tracks" && mayBeInTracklist(id)) readTracklists();
  if (entity === "users" && readUser()?.id === id) void recheckAccount();
}

/** What was asked for during a break, or before it, and not answered; all else still holds, but for what the events tell. */
const readWhatFailed = () => queryClient.refetchQueries({ type: "active", predicate: isUnanswered });

/** The studio's one connection to the event stream. */
export const live = createLiveStore({
  open: openEvents,
  readFrom,
  nowMs: () => Date.now(),
  setTimer: (run, ms) => setTimeout(run, ms),
  clearTimer: (timer) => clearTimeout(timer as number),
  onHeard: keepCookie,
  onEvent,
  onReopened: (isResumed) => void (isResumed ? readWhatFailed() : api.invalidate()),
  onLost(how, isNew) {
    // The server ends the event streams of an account that lost its access.
    if (how === "refused") return void recheckAccount();
    // A browser has six connections to a server: calls that nobody will answer must not hold them.
    void queryClient.cancelQueries({ fetchStatus: "fetching" });
    if (isNew) findOutDeadConnections();
  },
  onWoken: findOutDeadConnections,
});

import { type ChangedEntity, LIVE_REFRESH_MS } from "@nightjar/contract";
import { recheckAccount } from "../account.ts";
import { keepCookie, readUser } from "../session.ts";
import { api, queryClient } from "../trpc.ts";
import { coalesce, coalesceIds } from "./coalesce.ts";
import { findOutDeadConnections } from "./dead-connections.ts";
import { createLiveStore, type StoredEvent } from "./live-store.ts";
import { openEvents } from "./open-events.ts";
import { isUnanswered } from "../query-client.ts";
import { READS } from "./reads.ts";
import { readFrom } from "./read-from.ts";
import { mayBeInTracklist, takeAsRun } from "./take-as-run.ts";

/** Whoever just looks on sees a change within a second, but not each of many. */
const SOON = { firstMs: 100, longestMs: 1000 };
const readsAgain: Readonly<Record<ChangedEntity, (id: string) => void>> = {
  // With a dozen streams on air the library changes every few seconds, and nobody reads it that often.
  tracks: coalesce(() => void READS.tracks(), { firstMs: 10_000, longestMs: 10_000 }),
  streams: coalesceIds((ids) => void READS.streams(ids), SOON),
  viewers: coalesceIds((ids) => void READS.viewers(ids), SOON),
  history: coalesceIds((ids) => void READS.history(ids), SOON),
  users: coalesce(() => void READS.users(), SOON),
  backgrounds: coalesce(() => void READS.backgrounds(), SOON),
  overlays: coalesce(() => void READS.overlays(), SOON),
  playlists: coalesceIds((ids) => void READS.playlists(ids), SOON),
  settings: coalesce(() => void READS.settings(), SOON),
};

/** As often as a live stream is looked at: an import changes its tracks one after the other. */
const readTracklists = coalesce(() => void api.streams.get.invalidate(), { firstMs: LIVE_REFRESH_MS, longestMs: LIVE_REFRESH_MS });

function onStored(event: StoredEvent): void {
  if (event.type === "as-run") return takeAsRun(event);
  const { entity, id } = event;
  readsAgain[entity](id);
  if (entity === "tracks" && mayBeInTracklist(id)) readTracklists();
  if (entity === "users" && readUser()?.id === id) void recheckAccount();
}

/** What was asked for during a break, or before it, and not answered; all else still holds, but for what the events tell. */
async function readWhatFailed(): Promise<void> {
  await queryClient.refetchQueries({
    type: "active",
    predicate: isUnanswered,
  });
}

/** The studio's one connection to the event stream. */
export const live = createLiveStore({
  open: openEvents,
  readFrom,
  nowMs: () => Date.now(),
  setTimer: (run, ms) => setTimeout(run, ms),
  clearTimer: (timer) => clearTimeout(timer as number),
  onHeard: keepCookie,
  onStored,
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

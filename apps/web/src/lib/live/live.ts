import { refreshAccount } from "../account.ts";
import { guardTarget } from "../guards.ts";
import { readToken, readUser } from "../session.ts";
import { api } from "../trpc.ts";
import { createLiveStore, type LiveStoreOptions } from "./live-store.ts";

let onGuard: () => void = () => undefined;
/** Says what happens when the account was found no longer allowed in. */
export function whenNotAllowed(run: () => void): void {
  onGuard = run;
}

async function recheckAccount(): Promise<void> {
  await refreshAccount();
  if (guardTarget(readToken(), readUser(), false) !== null) onGuard();
}

const onChanged: LiveStoreOptions["onChanged"] = ({ entity, id }) => {
  switch (entity) {
    case "tracks":
      void api.tracks.invalidate();
      void api.streams.get.invalidate();
      break;
    case "streams":
      void api.streams.invalidate();
      void api.settings.invalidate();
      break;
    case "users":
      void api.admin.invalidate();
      if (readUser()?.id === id) void recheckAccount();
      break;
    case "backgrounds":
      void api.backgrounds.invalidate();
      break;
    case "overlays":
      break;
  }
};

/** The studio's one connection to the event stream; the cookie says who we are. */
export const live = createLiveStore({
  open: () => new EventSource("/api/events"),
  nowMs: () => Date.now(),
  setTimer: (run, ms) => setTimeout(run, ms),
  clearTimer: (timer) => clearTimeout(timer as number),
  onChanged,
  onReopened: () => void api.invalidate(),
  // The server ends the event streams of an account that lost its access.
  onLost: () => void recheckAccount(),
});

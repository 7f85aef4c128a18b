import { PROFILES } from "@nightjar/contract";
import { reap } from "../../egress/reap.ts";
import { withUnrecorded } from "../../egress/unrecorded.ts";
import { forgetPosition } from "../../playout/record.ts";
import type { Resumed } from "./inherited.ts";
import { forgottenAt, resumedSound } from "./resumed-sound.ts";
import type { SessionParts } from "./session-observer.ts";
import type { SessionRenewal } from "./session-renewal.ts";

export interface ResumingParts extends Pick<SessionParts, "plan" | "session" | "destinations" | "journal"> {
  readonly renewal: SessionRenewal;
  /** The session's own folder. */
  readonly dir: string;
  isReleased(): boolean;
}

/** Goes on where an earlier process stopped. `onWaiting`: its slate cannot be rendered so far, and it may take long. */
export async function resumeSession(parts: ResumingParts, resumed: Resumed, onWaiting: () => void): Promise<void> {
  const { plan, session, destinations, journal, renewal } = parts;
  const { segments, record } = resumed;
  const running = { profileId: record.profileId, quality: record.quality, renderEncoder: record.encoder };
  const [found, position] = await Promise.all([renewal.slateOf(running, onWaiting), withUnrecorded(resumed.position, record.publishers)]);
  if (parts.isReleased()) return;
  // It was stopped meanwhile.
  if (!found) return void reap(record.publishers);
  const { slate, encoder } = found;
  if (encoder !== record.encoder) {
    // What made the pictures is gone, and nothing else can follow them.
    journal.ended(forgottenAt(parts.dir, resumed, record.profileId));
    // A process that takes over before the new timeline opens must not go on with them either.
    forgetPosition(parts.dir);
    await reap(record.publishers);
    return renewal.begin(() => destinations.connect(plan.now.destinations));
  }
  renewal.settle(running, encoder);
  const sound = resumedSound(position, segments, PROFILES[plan.now.profileId]);
  if (sound.silentSinceMs !== null) journal.gap(sound.silentSinceMs);
  // It may have been announced by the earlier process or not: the journal takes an entry once.
  const { serial, onAirAtMs } = sound;
  const sounding = serial === null ? null : { serial, onAirAtMs, startedAt: journal.startedAt(serial) ?? null };
  const point = { state: position.state, epochMs: position.epochMs };
  session.adopt({ slate, segments, point, sounding }, () => destinations.restore(plan.now.destinations, record.publishers, position));
}

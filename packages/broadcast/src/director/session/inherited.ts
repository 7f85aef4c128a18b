import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Logger, Plan } from "@nightjar/contract";
import { findOrphans } from "../../egress/orphans.ts";
import { TRIALS_FOLDER } from "../../egress/trial.ts";
import { isAlive } from "../../egress/publisher.ts";
import { reap } from "../../egress/reap.ts";
import { type SessionPosition, readPlayoutRecord } from "../../playout/record.ts";
import type { Segment } from "../../timeline/segment.ts";
import type { Journal } from "../told/journal.ts";
import { forgottenAt } from "./resumed-sound.ts";
import { type FoundUnits, salvageSegments } from "./salvage.ts";
import { type SessionRecord, readSessionRecord, removeSession } from "./session-record.ts";
import { isCarried } from "../prepare/header-choice.ts";

/** A session of an earlier process, found again with its publishers running. */
export interface Resumed {
  readonly record: SessionRecord;
  readonly position: SessionPosition;
  readonly segments: readonly [Segment, ...Segment[]];
}

export interface InheritedNeeds {
  readonly bootId: string;
  readonly units: FoundUnits;
  readonly journal: Journal;
  readonly log: Logger;
}

/** Before anything is started: a publisher that is in no session's record now belongs to nobody. */
export async function endOrphans(engineDir: string, log: Logger): Promise<void> {
  const names = await readdir(join(engineDir, "sessions"));
  const known = names.flatMap((name) => readSessionRecord(join(engineDir, "sessions", name))?.publishers ?? []);
  const ended = await reap(findOrphans(engineDir, known));
  // Where a trial was under way its folder still holds the key.
  await rm(join(engineDir, TRIALS_FOLDER), { recursive: true, force: true });
  if (ended > 0) log.warn({ ended }, "publishers that no session had on record were ended");
}

/** What an earlier process left in `dir`, if it is wanted and can go on; otherwise its publishers are ended. */
export async function findInherited(
  dir: string,
  wanted: ReadonlyMap<string, Plan>,
  { bootId, units, journal, log }: InheritedNeeds,
): Promise<Resumed | null> {
  const record = readSessionRecord(dir);
  const playout = readPlayoutRecord(dir);
  const isOfThisBoot = record?.bootId === bootId;
  const plan = record ? wanted.get(record.streamId) : undefined;
  const publishers = record && isOfThisBoot ? record.publishers : [];
  const alive = publishers.filter(isAlive);
  const canGoOn = record && plan?.sessionId === record.sessionId && isCarried(plan, { ...record, renderEncoder: record.encoder });
  if (canGoOn && playout && alive.length > 0) {
    const segments = await salvageSegments(playout.segments, playout.position.state, units).catch((error: unknown) => {
      log.error({ err: error, dir }, "what was on air could not be found again: the stream begins anew");
      return null;
    });
    if (segments) return { record: { ...record, publishers: alive }, position: playout.position, segments };
  }
  if (record) journal.end(record, forgottenAt(dir, isOfThisBoot ? playout : null, record.profileId));
  const ended = await reap(alive);
  if (ended > 0) log.info({ ended }, "publishers of an earlier process ended");
  removeSession(dir);
  return null;
}

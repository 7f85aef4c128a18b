import type { YouTubeApi } from "@nightjar/api";
import { type DriverNeeds, advance, createKeyOf, ensureRows, openRows } from "@nightjar/api/testing";
import type { StreamId } from "@nightjar/contract";
import { type Db, grants, streamSessions, streams } from "@nightjar/db";
import { type TestDatabase, createTestDatabase } from "@nightjar/db/testing";
import { afterEach, beforeEach } from "vitest";
import { createYouTube } from "../../src/adapters/youtube.ts";
import { type YoutubeGround, youtubeGround } from "./youtube.ts";

const START_MS = Date.UTC(2026, 10, 1, 12);
const STARTED_AT = new Date(START_MS);
const DAY_MS = 86_400_000;
const TOKEN = "token";
/** More than any way takes that does not go round in circles. */
const STEPS_AT_MOST = 60;
const FIND_APART_MS = 30_000;

export const ROLL_OVER_HOURS = 11;
export const ROLL_OVER_MS = ROLL_OVER_HOURS * 3_600_000;

/** The machine of broadcasts alone, without a studio around it, at a YouTube of which time passes only as a test says. */
export interface MachineGround extends YoutubeGround {
  readonly db: () => Db;
  readonly clock: { nowMs: number };
}

export function machineGround(): MachineGround {
  const clock = { nowMs: START_MS };
  let database: TestDatabase;
  beforeEach(() => void (clock.nowMs = START_MS));
  const youtube = youtubeGround(() => clock.nowMs);
  beforeEach(async () => {
    youtube.far().world.accessTokens.set(TOKEN, { account: "moth", expiresAtMs: START_MS + 30 * DAY_MS });
    database = await createTestDatabase();
  });
  afterEach(() => database.close());
  return { ...youtube, clock, db: () => database.db };
}

const quiet = () => undefined;
export const apiOf = (ground: MachineGround): YouTubeApi => createYouTube({ apiRoot: ground.far().root });

export function needsOf(ground: MachineGround, api = apiOf(ground)): DriverNeeds {
  const asking = {
    db: ground.db(),
    clock: { nowMs: () => ground.clock.nowMs },
    youtube: api,
    accessTokens: {
      of: async () => TOKEN,
      giveBack: async () => undefined,
      beginConsent: async () => quiet,
      storeSpares: quiet,
      onLost: () => quiet,
    },
  };
  const secrets = { seal: (plain: string) => plain, open: (sealed: string) => sealed };
  const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
  return { ...asking, log, secrets, follow: quiet, keyOf: createKeyOf(asking) };
}

/** A stream with a key of its own. */
export async function connected(ground: MachineGround): Promise<StreamId> {
  const ytStream = await apiOf(ground).insertStream(TOKEN, { title: "Night", description: "mark" });
  const db = ground.db();
  const { id: ytGrantId } = db.insert(grants).values({ service: "google", accessTokenSealed: "x" }).returning().get();
  const values = { title: "Night", ytConnected: true, ytGrantId, ytLiveStreamId: ytStream.id };
  return db.insert(streams).values(values).returning().get().id;
}
export const start = ({ db }: MachineGround, streamId: StreamId): void =>
  void db().insert(streamSessions).values({ streamId, startedAt: STARTED_AT }).run();
export const stop = ({ db }: MachineGround): void => void db().update(streamSessions).set({ stoppedAt: STARTED_AT }).run();

/** A row for each broadcast that is wanted by now. */
export const keepRows = ({ clock, db }: MachineGround): void => void db().transaction((tx) => ensureRows(tx, new Date(clock.nowMs)));

/** As the file has it: read by a query that is built anew each time it would be a sixth of what these tests cost. */
const written = (db: Db) => JSON.stringify(db.$client.prepare("select * from yt_broadcasts where ended_at is null").all());

/** Steps until nothing changes any more. @param how by which API, and who looks on after each step. @returns what was done */
export async function settle(
  ground: MachineGround,
  how: { readonly api?: YouTubeApi; readonly look?: () => void } = {},
): Promise<string[]> {
  const { api = apiOf(ground), look = quiet } = how;
  const by = needsOf(ground, api);
  const { db } = by;
  const done: string[] = [];
  for (let step = 0; step < STEPS_AT_MOST; step += 1) {
    keepRows(ground);
    const before = written(db);
    for (const { id } of openRows(db)) {
      const outcome = await advance(by, id);
      done.push(outcome.step);
      look();
    }
    if (written(db) !== before) continue;
    // What was not found, or left out of an answer, is looked for once more, later.
    if (!openRows(db).some((row) => (row.isAsked && row.ytBroadcastId === null) || row.missingSince !== null)) return done;
    ground.clock.nowMs += FIND_APART_MS;
  }
  throw new Error(`it does not come to rest: ${done.join(" ")}`);
}

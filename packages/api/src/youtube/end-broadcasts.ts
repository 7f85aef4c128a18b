import type { Logger } from "@nightjar/contract";
import type { Db } from "@nightjar/db";
import { backOffMs, withinMs } from "@nightjar/kit";
import { setTimeout as pause } from "node:timers/promises";
import type { Broadcasts } from "./broadcasts.ts";
import { type Step, nextStep } from "./machine.ts";
import type { Consequence } from "./reasons.ts";
import { type Row, actualOf, openRows, readRow, wantedOf, watchUrlOf } from "./rows.ts";

interface Needs {
  readonly db: Db;
  readonly log: Logger;
  readonly broadcasts: Pick<Broadcasts, "advance">;
}

/** YouTube takes some seconds for each state. */
const LOOK_AGAIN = { firstMs: 250, longestMs: 4000 } as const;
/** It is on its way, or in another state than expected: that is no refusal. */
const ON_ITS_WAY: ReadonlySet<Consequence | null> = new Set([null, "done", "look", "wait"]);

/**
 * Ends at YouTube what is not wanted any more, for a studio that goes down: each until it is over, or refused for the first time.
 * @returns the addresses of what is not ended by then
 */
export async function endBroadcasts(needs: Needs, deadlineMs: number): Promise<readonly string[]> {
  const { db, log } = needs;
  const left = new Set(openRows(db).flatMap((row) => (isUnwanted(db, row) ? [row.id] : [])));
  const late = new AbortController();
  const end = async (id: string) => {
    try {
      if (await isEnded(needs, id, late.signal)) left.delete(id);
    } catch (error) {
      // The house is taken apart around what was too late.
      if (!late.signal.aborted) log.error({ err: error }, "a broadcast could not be ended");
    }
  };
  await withinMs(Promise.all([...left].map(end)), deadlineMs);
  late.abort();
  return addressesOf([...left].flatMap((id) => readRow(db, id) ?? []));
}

/** The addresses of what is not wanted any more and not known to be over. */
export const leftBroadcasts = (db: Db): readonly string[] => addressesOf(openRows(db).filter((row) => isUnwanted(db, row)));

const isUnwanted = (db: Db, row: Row) => wantedOf(db, row) === "gone";

/** What YouTube has told no address of was never live. */
const addressesOf = (rows: readonly Row[]) =>
  rows.flatMap(({ ytBroadcastId }) => (ytBroadcastId === null ? [] : watchUrlOf(ytBroadcastId)));

/** @returns false: refused, or too late */
async function isEnded({ broadcasts, db }: Needs, id: string, late: AbortSignal): Promise<boolean> {
  let pauses = 0;
  while (!late.aborted) {
    const next = nextOf(db, id);
    if (next === null) return true;
    const { consequence, step } = await broadcasts.advance(id);
    // One that was under way is of what was wanted before.
    if (step === next && !ON_ITS_WAY.has(consequence)) return consequence === "gone";
    if (consequence === null && nextOf(db, id) !== step) continue;
    await pause(backOffMs(LOOK_AGAIN, pauses));
    pauses += 1;
  }
  return false;
}

/** null: it is over. */
function nextOf(db: Db, id: string): Step | null {
  const row = readRow(db, id);
  return row?.endedAt === null ? nextStep(wantedOf(db, row), actualOf(row)) : null;
}

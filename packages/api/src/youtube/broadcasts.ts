import { type EndTurn, Memo, Recent, Turns, whileAsked } from "@nightjar/kit";
import { changed, commit } from "../changes.ts";
import { toldToCard } from "./card.ts";
import { type DriverNeeds, advance } from "./driver.ts";
import { type Outcome, nextStep } from "./machine.ts";
import { type KeyOf, createKeyOf } from "./own-key.ts";
import { type Row, actualOf, readRow, wantedOf } from "./rows.ts";
import { toldOfViewers } from "./viewer-readings.ts";

/** Takes broadcasts further, each by one step at a time, whoever asks for it. */
export interface Broadcasts {
  /** Who asks while a step is under way hears what comes of that one, and who looks at the channel's card what that shows by then. */
  advance(id: string): Promise<Outcome>;
  /** For who changes it at YouTube besides: after the step under way, and no other begins until the turn is given on. */
  turn(id: string): Promise<EndTurn>;
  /** Somebody looks at one that waits for its Start, which no poll reads: it is read once more. */
  look(id: string): void;
  readonly keyOf: KeyOf;
}

/** So long what was read of one that waits is taken to be so, and one that could not be read is left alone. */
const LOOK_MS = 5 * 60_000;
/** More that could not be read wait at once nowhere: who is forgotten is read once more. */
const TRIED_MAX = 1000;

export function createBroadcasts(needs: Omit<DriverNeeds, "keyOf">): Broadcasts {
  const keyOf = createKeyOf(needs);
  const steps = new Memo<string, Outcome>(whileAsked);
  const turns = new Turns<string>();
  const tried = new Recent<string, number>({ most: TRIED_MAX });

  const step = async (id: string) => {
    const endTurn = await turns.take(id);
    try {
      return await toldToCard(needs, id, () => toldOfViewers(needs, id, () => advance({ ...needs, keyOf }, id)));
    } finally {
      endTurn();
    }
  };
  const advanceOnce = (id: string) => steps.of(id, () => step(id));
  const lookOnce = async (before: Row) => {
    await advanceOnce(before.id);
    const { streamId } = before;
    if (streamId === null || isTheSame(before, readRow(needs.db, before.id))) return;
    commit(needs, (tx) => changed(tx, "streams", streamId, "never"));
  };
  return {
    keyOf,
    advance: advanceOnce,
    turn: (id) => turns.take(id),
    look(id) {
      const row = readRow(needs.db, id);
      const isToBeRead = row !== null && wantedOf(needs.db, row) === "prepared" && nextStep("prepared", actualOf(row)) === "watch";
      const nowMs = needs.clock.nowMs();
      const lastMs = Math.max(row?.checkedAt?.getTime() ?? 0, tried.get(id) ?? 0);
      // Nor for as long as a clock that was ahead has said.
      if (!isToBeRead || Math.abs(nowMs - lastMs) < LOOK_MS) return;
      tried.set(id, nowMs);
      lookOnce(row).catch((error: unknown) => needs.log.error({ err: error }, "a broadcast that waits could not be read"));
    },
  };
}

/** As it is taken further: nobody else takes it up again. */
const isTheSame = (before: Row, after: Row | null): boolean =>
  after !== null && before.lifeCycle === after.lifeCycle && before.streamStatus === after.streamStatus;

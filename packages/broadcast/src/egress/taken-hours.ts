import { readFileSync } from "node:fs";
import { type DestinationId, type StreamId, type TakenOf, destinationId, streamId } from "@nightjar/contract";
import { replaceFileSync } from "@nightjar/kit/node";
import { z } from "zod";
import { monotonicMs } from "../playout/monotonic.ts";
import { TakenHistory, type TakenNotes, keptStep } from "./taken-history.ts";

/** In the engine's folder. */
export const TAKEN_FILE = "taken.json";

const KEPT_EVERY_MS = 60_000;

const keptHours = z.object({
  /** Steps are counted on the monotonic clock, which begins anew with each boot. */
  bootId: z.string(),
  hours: z.array(z.object({ streamId, destinationId, steps: z.array(keptStep) })),
});

interface Whose {
  readonly streamId: StreamId;
  readonly destinationId: DestinationId;
}
interface Hour extends Whose {
  readonly history: TakenHistory;
}

export interface TakenHoursOptions {
  readonly path: string;
  readonly bootId: string;
  readonly nowMs?: () => number;
}

/**
 * What all destinations took over the last hour, whichever sender sent it: the next one goes on where Stop, another profile or a restart of
 * the server ended the one before. Whom nothing was sent to for an hour is forgotten.
 */
export class TakenHours {
  readonly #path: string;
  readonly #bootId: string;
  readonly #nowMs: () => number;
  readonly #hours = new Map<string, Hour>();
  #keptAtMs: number;
  #isNoted = false;
  #isClosed = false;

  constructor({ path, bootId, nowMs = monotonicMs }: TakenHoursOptions) {
    this.#path = path;
    this.#bootId = bootId;
    this.#nowMs = nowMs;
    this.#keptAtMs = nowMs();
    for (const { steps, ...whose } of readKept(path, bootId)) this.#hours.set(keyOf(whose), { ...whose, history: new TakenHistory(steps) });
  }

  /** For the sender of a destination there is now. */
  notesOf(whose: Whose): TakenNotes {
    const key = keyOf(whose);
    return {
      note: (bytes, lastedMs, nowMs) => {
        this.#historyOf(key, whose).note(bytes, lastedMs, nowMs);
        this.#isNoted = true;
        if (!this.#isClosed && nowMs - this.#keptAtMs >= KEPT_EVERY_MS) this.#keep(nowMs);
      },
    };
  }

  /** Of each of the stream's destinations that was looked at within the hour, on air or not. */
  lately(stream: StreamId): TakenOf[] {
    const nowMs = this.#nowMs();
    const known = [...this.#hours.values()].filter(({ streamId: id, history }) => id === stream && !history.isOver(nowMs));
    return known.map(({ destinationId: id, history }) => ({ destinationId: id, ...history.hour(nowMs) }));
  }

  /** Nothing is written any more. */
  close(): void {
    if (this.#isNoted && !this.#isClosed) this.#keep(this.#nowMs());
    this.#isClosed = true;
  }

  #historyOf(key: string, whose: Whose): TakenHistory {
    const known = this.#hours.get(key);
    if (known) return known.history;
    const history = new TakenHistory();
    this.#hours.set(key, { ...whose, history });
    return history;
  }

  #keep(nowMs: number): void {
    this.#keptAtMs = nowMs;
    this.#isNoted = false;
    for (const [key, { history }] of this.#hours) if (history.isOver(nowMs)) this.#hours.delete(key);
    const hours = [...this.#hours.values()].map(({ history, ...whose }) => ({ ...whose, steps: history.kept }));
    try {
      replaceFileSync(this.#path, JSON.stringify({ bootId: this.#bootId, hours }));
    } catch {
      // Without it a restart begins the chart anew; a full disk is told elsewhere.
    }
  }
}

const keyOf = ({ streamId: stream, destinationId: destination }: Whose) => JSON.stringify([stream, destination]);

function readKept(path: string, bootId: string): z.infer<typeof keptHours>["hours"] {
  try {
    const kept = keptHours.parse(JSON.parse(readFileSync(path, "utf8")));
    return kept.bootId === bootId ? kept.hours : [];
  } catch {
    return [];
  }
}

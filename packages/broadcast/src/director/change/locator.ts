import { withinMs } from "@nightjar/kit";
import type { SentMarks } from "../../playout/protocol.ts";
import type { ShownPicture } from "../../timeline/timeline.ts";

/** How far the thread has written a session's sound, and with it the picture. */
export interface HeadOfAir {
  /** The segment sounding there, or coming over in its join. */
  readonly serial: number;
  readonly isInJoin: boolean;
  /** The packet to come of the unit or the join, and where in its file it begins. */
  readonly packet: number;
  readonly offset: number;
  /** Monotonic time at which it is due. */
  readonly onAirAtMs: number;
  readonly shown: ShownPicture;
  readonly sent: SentMarks;
}

const ANSWER_DEADLINE_MS = 2000;

/** Asks the playout thread where it is. */
export class Locator {
  readonly #ask: () => void;
  #answer: PromiseWithResolvers<HeadOfAir | null> | null = null;

  constructor(ask: () => void) {
    this.#ask = ask;
  }

  /** null: no answer; the session is not open, or the thread does not come round to it. */
  async locate(): Promise<HeadOfAir | null> {
    if (!this.#answer) {
      this.#answer = Promise.withResolvers();
      this.#ask();
    }
    const head = await withinMs(this.#answer.promise, ANSWER_DEADLINE_MS);
    if (!head) this.#answer = null;
    return head;
  }

  take(head: HeadOfAir): void {
    this.#answer?.resolve(head);
    this.#answer = null;
  }
}

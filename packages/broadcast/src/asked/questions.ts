import type { ComingAt, DestinationTrial, PlanDestination, PlanItem, StreamId, TakenOf } from "@nightjar/contract";
import { comingRound } from "../director/ready/coming-items.ts";
import type { StreamSession } from "../director/session/stream-session.ts";
import { Trials, type TrialsPort } from "../egress/trial.ts";

export interface QuestionsPort extends TrialsPort {
  session(streamId: StreamId): Pick<StreamSession, "plan" | "onAir" | "takenLately"> | undefined;
  readonly isPlayable: (item: PlanItem) => boolean;
}

/** What is only asked of the engine: no answer changes what airs. */
export class Questions {
  readonly #port: QuestionsPort;
  readonly #trials: Trials;

  constructor(port: QuestionsPort) {
    this.#port = port;
    this.#trials = new Trials(port);
  }

  tryDestination(target: Pick<PlanDestination, "url" | "streamKey">): Promise<DestinationTrial> {
    return this.#trials.run(target);
  }

  takenLately(streamId: StreamId): readonly TakenOf[] {
    return this.#port.session(streamId)?.takenLately() ?? [];
  }

  coming(streamId: StreamId): readonly ComingAt[] {
    const session = this.#port.session(streamId);
    if (!session) return [];
    const round = comingRound(session.plan, session.onAir(), Date.now(), this.#port.isPlayable);
    return round.map(({ item: { itemId }, dueAtMs }) => ({ itemId, atMs: dueAtMs }));
  }
}

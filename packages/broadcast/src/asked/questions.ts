import { join } from "node:path";
import type { DestinationId, DestinationTrial, EnginePort, PlanBackground, PlanItem, SentNow, StreamId, TakenOf } from "@nightjar/contract";
import { withinMs } from "@nightjar/kit";
import type { StreamSession } from "../director/session/stream-session.ts";
import { TAKEN_FILE, TakenHours } from "../egress/taken-hours.ts";
import type { TakenNotes } from "../egress/taken-history.ts";
import { Trials, type TrialsPort } from "../egress/trial.ts";
import { monotonicMs } from "../playout/monotonic.ts";
import { ContactSheets } from "./contact-sheets.ts";
import { markNow, marksFrom, tellSent } from "./sent-now.ts";

export interface QuestionsPort extends TrialsPort {
  session(streamId: StreamId): Pick<StreamSession, "plan" | "onAir" | "sent" | "backgroundNow"> | undefined;
  readonly bootId: string;
  readonly isPlayable: (item: PlanItem) => boolean;
}

/** What was not looked at before is waited for so long; then what is there is told, and the next question finds the rest. */
const DECODING_PATIENCE_MS = 1000;

/** What is only asked of the engine: no answer changes what airs. */
export class Questions {
  readonly #port: QuestionsPort;
  readonly #taken: TakenHours;
  readonly #trials: Trials;
  readonly #sheets: ContactSheets;

  constructor(port: QuestionsPort) {
    this.#port = port;
    this.#taken = new TakenHours({ path: join(port.engineDir, TAKEN_FILE), bootId: port.bootId });
    this.#trials = new Trials(port);
    this.#sheets = new ContactSheets(port);
  }

  tryDestination(...asked: Parameters<EnginePort["tryDestination"]>): Promise<DestinationTrial | "on-air"> {
    return this.#trials.run(...asked);
  }

  takenLately(streamId: StreamId): readonly TakenOf[] {
    return this.#taken.lately(streamId);
  }

  /** For who sends there now. */
  taken(streamId: StreamId, destinationId: DestinationId): TakenNotes {
    return this.#taken.notesOf({ streamId, destinationId });
  }

  backgroundNow(streamId: StreamId): PlanBackground | null {
    return this.#port.session(streamId)?.backgroundNow() ?? null;
  }

  async sentNow(streamIds: readonly StreamId[]): Promise<readonly SentNow[]> {
    const asked = streamIds.map(async (streamId) => ({ streamId, sent: (await this.#port.session(streamId)?.sent()) ?? null }));
    const all = (await Promise.all(asked)).flatMap(({ streamId, sent }) => (sent ? [{ streamId, sent }] : []));
    const nowMs = monotonicMs();
    const onAir = (kind: "pictures" | "sounds") => all.flatMap(({ sent }) => markNow(sent[kind], nowMs) ?? []);
    await withinMs(this.#sheets.wanted(onAir("pictures"), onAir("sounds")), DECODING_PATIENCE_MS);
    this.#sheets.listenAhead(all.flatMap(({ sent }) => marksFrom(sent.sounds, nowMs)));
    return all.map(({ streamId, sent }) => tellSent(streamId, sent, this.#sheets, monotonicMs()));
  }

  sentPicture(name: string): Uint8Array | null {
    return this.#sheets.jpeg(name);
  }

  close(): void {
    this.#taken.close();
    this.#sheets.close();
  }
}

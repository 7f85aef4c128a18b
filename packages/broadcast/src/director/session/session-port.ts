import type { DestinationId, EngineEvent, Logger, Plan, PlanBackground } from "@nightjar/contract";
import type { PublisherStarts } from "../../egress/publisher-starts.ts";
import type { TakenNotes } from "../../egress/taken-history.ts";
import type { PlayoutCommand } from "../../playout/protocol.ts";
import type { UnitCache } from "../../render/cache.ts";
import type { UnitRef } from "../../timeline/unit.ts";
import type { Journal } from "../told/journal.ts";
import type { WatchPort } from "../told/on-air-watch.ts";
import type { Preparer } from "../prepare/preparer.ts";
import type { Quarantine } from "../prepare/quarantine.ts";
import type { HeaderChoice, SlateFound } from "../prepare/header-choice.ts";

/** Where clocks begin: at 0, but in tests of their limits. */
export interface FirstTimes {
  /** Of a session that is not resumed. */
  readonly sessionMs: number;
  /** Of the first connection to each destination. */
  readonly connectionMs: number;
}

/** What the engine gives each session. */
export interface SessionPort {
  readonly ffmpegPath: string;
  readonly starts: PublisherStarts;
  readonly bootId: string;
  readonly engineDir: string;
  /** The session's own folder. */
  readonly dir: string;
  readonly clocks: FirstTimes;
  readonly preparer: Preparer;
  readonly journal: Journal;
  readonly cache: Pick<UnitCache, "get">;
  readonly quarantine: Quarantine;
  readonly watch: WatchPort;
  readonly log: Logger;
  readonly taken: (destinationId: DestinationId) => TakenNotes;
  /** In software where the plan's encoder cannot be had. */
  slate(choice: HeaderChoice): Promise<SlateFound>;
  /** The background alone, for the connection that carries this plan; null: it is not there. */
  bare(background: PlanBackground, plan: Plan): UnitRef | null;
  /** A write that failed: is it for want of space? */
  diskFailed(error: unknown): boolean;
  toThread(command: PlayoutCommand): void;
  emit(event: EngineEvent): void;
}

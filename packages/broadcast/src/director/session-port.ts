import type { EngineEvent, Logger } from "@nightjar/contract";
import type { PlayoutCommand } from "../playout/protocol.ts";
import type { Journal } from "./journal.ts";
import type { WatchPort } from "./on-air-watch.ts";
import type { Programme } from "./programme.ts";
import type { Preparer } from "./preparer.ts";
import type { Quarantine } from "./quarantine.ts";
import type { HeaderChoice, SlateFound } from "./splice.ts";

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
  readonly bootId: string;
  /** The session's own folder. */
  readonly dir: string;
  readonly clocks: FirstTimes;
  readonly preparer: Preparer;
  readonly journal: Journal;
  /** What follows what; it remembers over all timelines and processes of the session. */
  readonly programme: Programme;
  readonly quarantine: Quarantine;
  readonly watch: WatchPort;
  readonly log: Logger;
  /** In software where the plan's encoder cannot be had. */
  slate(choice: HeaderChoice): Promise<SlateFound>;
  /** A write that failed: is it for want of space? */
  diskFailed(error: unknown): boolean;
  toThread(command: PlayoutCommand): void;
  emit(event: EngineEvent): void;
}

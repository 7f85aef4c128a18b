import { type EndTurn, Turns } from "@nightjar/kit";

/** Who starts a stream waits for its turn, and has it until it gives it on. */
export interface StartTurns {
  take(): Promise<EndTurn>;
}

/**
 * Streams that are started in the same moment are started one after the other, each as far as its sending program: all of it is one thread's
 * work, so that of a dozen done side by side the first would be sent no sooner than the last.
 */
export function createStartTurns(): StartTurns {
  const turns = new Turns<null>();
  return { take: () => turns.take(null) };
}

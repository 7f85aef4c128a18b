/** What is being made now. */
export interface Making {
  readonly abort: AbortController;
  /** False while it waits for the machine. */
  hasBegun: boolean;
  step: string;
  /** 0 to 1. */
  progress: number;
}

/** The making of the sample channel, which nobody waits for in one call. What was made is in the database; this ends with the process. */
export interface SampleWork {
  making: Making | null;
  /** Why the last one came to nothing, as a sentence. */
  reason: string | null;
}

export const createSampleWork = (): SampleWork => ({ making: null, reason: null });

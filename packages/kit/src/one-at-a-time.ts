export interface OneAtATimeOptions {
  /** What is to be done now; null: nothing. It reports its own failure. */
  next(): (() => Promise<unknown>) | null;
  /** Something has ended, and nothing is to be done. */
  onIdle(): void;
}

export interface OneAtATime {
  /** There may be something to do. */
  kick(): void;
  /** Runs work of its own once nothing is on its way; the next waits until it is done. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  /** Answers when nothing is on its way. */
  settled(): Promise<void>;
}

/** One thing at a time, as of a queue that saves: what comes meanwhile goes, as one, with the next. */
export function oneAtATime({ next, onIdle }: OneAtATimeOptions): OneAtATime {
  let running: Promise<void> | null = null;

  const start = (work: Promise<unknown>) => {
    const ended = () => {
      running = null;
      if (!begin()) onIdle();
    };
    running = work.then(ended, ended);
  };
  const begin = (): boolean => {
    const work = next();
    if (work !== null) start(work());
    return work !== null;
  };
  const settled = async () => {
    while (running !== null) await running;
  };
  return {
    kick() {
      if (running === null) begin();
    },
    async alone(work) {
      await settled();
      const result = work();
      start(result);
      return result;
    },
    settled,
  };
}

/** Listens for signs of life. */
export interface Hearing {
  /** Something was heard; the next sign is awaited for so long. */
  heard(nextWithinMs: number): void;
  /** Nothing more is awaited. */
  end(): void;
}

/** Says when the next sign of life has not come in time. */
export function whenSilent(onSilence: () => void): Hearing {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = () => clearTimeout(timer);
  return {
    heard(nextWithinMs) {
      end();
      timer = setTimeout(onSilence, nextWithinMs);
    },
    end,
  };
}

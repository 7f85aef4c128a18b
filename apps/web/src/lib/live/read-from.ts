/** What had happened when this page first asked the server: all that it read since is no older, and changes after that are to be told. */
export interface ReadFrom {
  /** Hears of an answer to a call; newest: the newest event when the server took the call. */
  answered(path: string, newest: string): void;
  /** null: not known, or what was read since has been brought up to date long ago. */
  id(): string | null;
  /** All since then is told now. */
  caughtUp(): void;
}

export function createReadFrom(): ReadFrom {
  let id: string | null = null;
  let isOver = false;
  return {
    answered(path, newest) {
      // Signing in forgets what was read; else the account is read before all.
      if (path === "auth.login") [id, isOver] = [newest, false];
      else if (path === "auth.me" && !isOver) id ??= newest;
    },
    id: () => id,
    caughtUp: () => void ([id, isOver] = [null, true]),
  };
}

/** This page's: the answers come before the code that opens the event stream. */
export const readFrom = createReadFrom();

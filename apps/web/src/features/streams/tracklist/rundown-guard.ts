import type { RundownStore } from "./rundown-store.ts";

export type Rundowns = ReadonlyMap<string, Pick<RundownStore, "snapshot" | "leave">>;

let guarded: Rundowns = new Map();

/** The browser asks before the page goes while a step is not carried out, or waits for somebody to choose. */
function ask(event: BeforeUnloadEvent): void {
  const isUnsaved = [...guarded.values()].some((store) => {
    const { draft, conflict } = store.snapshot();
    return draft !== null || conflict !== null;
  });
  if (isUnsaved) event.preventDefault();
}

/** A phone that is locked has no more moments for what waits for another press. */
function sendNow(): void {
  if (document.visibilityState !== "hidden") return;
  for (const store of guarded.values()) store.leave();
}

/** From now on for as long as the page stands, for steps go on while another screen is shown; said again, it is the same. */
export function guardRundowns(all: Rundowns): void {
  guarded = all;
  addEventListener("beforeunload", ask);
  document.addEventListener("visibilitychange", sendNow);
}

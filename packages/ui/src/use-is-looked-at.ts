import { useSyncExternalStore } from "react";

function subscribe(tell: () => void): () => void {
  addEventListener("focus", tell);
  addEventListener("blur", tell);
  document.addEventListener("visibilitychange", tell);
  return () => {
    removeEventListener("focus", tell);
    removeEventListener("blur", tell);
    document.removeEventListener("visibilitychange", tell);
  };
}

/** Whether somebody has the page before them: it is the tab that is shown, in the window that they work in. */
export const useIsLookedAt = (): boolean =>
  useSyncExternalStore(subscribe, () => document.visibilityState === "visible" && document.hasFocus());

import { useEffect, useEffectEvent } from "react";
import { type BackPage, type BackStack, createBackStack } from "./back-stack.ts";

/** The window's; the router is told nothing of entries that are no navigation. */
function windowPage(): BackPage {
  const { history, location } = window;
  const push = (state: object, href?: string) => History.prototype.pushState.call(history, state, "", href);
  return {
    get state() {
      const state: unknown = history.state;
      return state;
    },
    get href() {
      return location.href;
    },
    push,
    replace: (state, href) => History.prototype.replaceState.call(history, state, "", href),
    go: (delta) => history.go(delta),
    onPop(listener) {
      const hear = (event: PopStateEvent) => {
        if (listener()) event.stopImmediatePropagation();
      };
      addEventListener("popstate", hear, { capture: true });
    },
    onNavigate(listener) {
      const navigate = history.pushState.bind(history);
      history.pushState = (state: unknown, unused, href) => {
        const isTaken = typeof state === "object" && state !== null && listener(state, String(href ?? location.href));
        if (!isTaken) navigate(state, unused, href);
      };
    },
    later: (run) => void setTimeout(run),
  };
}

let stack: BackStack | undefined;

/** While something lies over the page, Back means it. `onBack` closes it, and says whether it goes. */
export function useBackCloses(isOpen: boolean, onBack: () => boolean): void {
  const back = useEffectEvent(onBack);
  useEffect(() => {
    if (!isOpen) return;
    stack ??= createBackStack(windowPage());
    return stack.open(() => back());
  }, [isOpen]);
}

/** While true the browser asks before the page is reloaded or left. */
export function useUnloadGuard(isGuarded: boolean): void {
  useEffect(() => {
    if (!isGuarded) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isGuarded]);
}

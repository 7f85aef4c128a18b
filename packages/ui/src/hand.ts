/** What somebody does last with keys, a wheel or fingers. */
export interface Hand {
  /** The last key was Tab, and no pointer was used since: a focus that comes now was brought by them. */
  hasTabbed(): boolean;
  /** They scroll, and not the browser by itself. */
  isScrolling(): boolean;
}

/** As long as one turn of a wheel, or one press of a key, goes on moving the page. */
const SCROLLS_FOR_MS = 300;
const SCROLLING_KEYS: ReadonlySet<string> = new Set([" ", "ArrowDown", "ArrowUp", "End", "Home", "PageDown", "PageUp"]);

/** Follows it in this window until it is stopped. */
export function followHand(): Hand & { stop(): void } {
  let hasTabbed = false;
  let scrolledAtMs = -Infinity;
  const ending = new AbortController();
  const options = { capture: true, passive: true, signal: ending.signal };
  const scrolled = () => {
    scrolledAtMs = performance.now();
  };
  const listen = (event: KeyboardEvent) => {
    hasTabbed = event.key === "Tab";
    if (SCROLLING_KEYS.has(event.key)) scrolled();
  };
  const point = () => {
    hasTabbed = false;
  };
  addEventListener("keydown", listen, options);
  addEventListener("pointerdown", point, options);
  addEventListener("wheel", scrolled, options);
  addEventListener("touchmove", scrolled, options);
  return {
    hasTabbed: () => hasTabbed,
    isScrolling: () => performance.now() - scrolledAtMs < SCROLLS_FOR_MS,
    stop: () => ending.abort(),
  };
}

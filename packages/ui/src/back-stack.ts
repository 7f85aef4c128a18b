import { newId } from "@nightjar/kit";

/** The browser's history and address, as far as Back is concerned. */
export interface BackPage {
  readonly state: unknown;
  readonly href: string;
  /** As the browser does it: nobody who listens to navigations hears of it. */
  push(state: object, href?: string): void;
  replace(state: object, href?: string): void;
  go(delta: number): void;
  /** True: nobody else shall hear of it. */
  onPop(listener: () => boolean): void;
  /** Navigations of the page. True: it was taken care of. */
  onNavigate(listener: (state: object, href: string) => boolean): void;
  later(run: () => void): void;
}

export interface BackStack {
  /**
   * Something lies over the page now, and Back means it. `onBack` says whether it goes; if not, it stays, and so does the page.
   * @returns to be called when it has gone
   */
  open(onBack: () => boolean): () => void;
}

interface Layer {
  readonly id: string;
  readonly onBack: () => boolean;
}

const markOf = (state: unknown): string | null => {
  if (typeof state !== "object" || state === null || !("layer" in state)) return null;
  return typeof state.layer === "string" ? state.layer : null;
};
const marked = (state: unknown, layer: string) => ({ ...(typeof state === "object" ? state : null), layer });

/** Each layer has an entry of its own in the history, at the page's own address: Back leaves that entry and not the page. */
export function createBackStack(page: BackPage): BackStack {
  let layers: readonly Layer[] = [];
  /** The ids of our entries above the page's own, the topmost last. */
  let entries: readonly string[] = [];
  let pageHref = page.href;
  /** Steps back of our own, of which the browser has still to tell. */
  let ownSteps = 0;
  const isOpen = (id: string) => layers.some((layer) => layer.id === id);

  const enter = (id: string) => {
    const top = entries.at(-1);
    // Of a dialog that has just given way to this one: its entry is taken over.
    if (top !== undefined && !isOpen(top) && markOf(page.state) === top) {
      page.replace(marked(page.state, id));
      entries = [...entries.slice(0, -1), id];
      return;
    }
    if (entries.length === 0) pageHref = page.href;
    page.push(marked(page.state, id));
    entries = [...entries, id];
  };

  /** Takes away the entries of what was closed by other means than Back. */
  const settle = () => {
    const lastOpen = entries.findLastIndex(isOpen);
    const left = entries.length - 1 - lastOpen;
    const top = entries.at(-1);
    entries = entries.slice(0, lastOpen + 1);
    if (left === 0 || markOf(page.state) !== top) return;
    ownSteps += 1;
    page.go(-left);
  };

  page.onPop(() => {
    const isOnPage = page.href === pageHref;
    if (ownSteps > 0) {
      ownSteps -= 1;
      if (isOnPage) return true;
    }
    const at = entries.indexOf(markOf(page.state) ?? "");
    const gone = entries.slice(at + 1);
    entries = isOnPage ? entries.slice(0, at + 1) : [];
    if (!isOnPage || gone.length === 0) return false;
    const over = layers.filter(({ id }) => gone.includes(id));
    if (over.at(-1)?.onBack() === false) for (const { id } of over) enter(id);
    return true;
  });

  page.onNavigate((state, href) => {
    const top = markOf(page.state);
    if (top === null) return false;
    // Whoever goes elsewhere out of a dialog finds, with Back, the page and not an entry of nothing before it.
    page.replace(state, href);
    entries = entries.filter((id) => id !== top);
    return true;
  });

  return {
    open(onBack) {
      const layer = { id: newId(), onBack };
      enter(layer.id);
      layers = [...layers, layer];
      return () => {
        layers = layers.filter((other) => other !== layer);
        // What follows at once, another dialog or a navigation, takes the entry over.
        page.later(settle);
      };
    },
  };
}

import { Button, Notice } from "@nightjar/ui";
import type { ReactNode } from "react";

export interface MetNoticeProps {
  /** What they did. */
  children: ReactNode;
  onLoad: () => void;
  /** What giving way does, where there is nothing of theirs to load. */
  loadLabel?: string;
  onKeep: () => void;
  /** What keeping does, where it is not what would have been done before. */
  keepLabel?: string;
}

/**
 * Of what goes with the focus: the next button may start, stop or save something, which nobody should do by holding Enter. What took the
 * focus over by then, or whoever is elsewhere, has it. @param places the first of them that is there still
 */
export function focusPlace(...places: readonly HTMLElement[]) {
  setTimeout(() => {
    const place = places.find((one) => document.activeElement?.contains(one));
    if (!place) return;
    place.tabIndex = -1;
    place.focus({ preventScroll: true });
  });
}

/** As it appears, and goes. A dialog keeps the focus within itself; on a page the row or section around it may hold it. */
function atNotice(notice: HTMLDivElement | null) {
  const around = notice?.closest<HTMLElement>("li, section");
  const holdsFocus = (place: Element | null | undefined) => place?.contains(document.activeElement);
  // Who types further down would not see why nothing can be saved; who is elsewhere on the page stays there.
  if (holdsFocus(around) !== false) notice?.scrollIntoView({ block: "nearest" });
  return () => {
    if (around && holdsFocus(notice)) focusPlace(around);
  };
}

/** Somebody else was faster with what is changed here: what they did, and both ways out. */
export function MetNotice(props: MetNoticeProps) {
  const { children, onLoad, loadLabel = "Load theirs", onKeep, keepLabel = "Keep mine" } = props;
  return (
    <div ref={atNotice}>
      <Notice tone="warn" role="alert">
        {children}
        <div className="mt-2 flex flex-wrap gap-2">
          <Button size="sm" onClick={onLoad}>
            {loadLabel}
          </Button>
          <Button size="sm" variant="primary" onClick={onKeep}>
            {keepLabel}
          </Button>
        </div>
      </Notice>
    </div>
  );
}

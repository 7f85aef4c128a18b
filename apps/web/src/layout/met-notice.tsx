import { Button, Notice } from "@nightjar/ui";
import { type ReactNode, useCallback } from "react";

export interface MetNoticeProps {
  /** What they did. */
  children: ReactNode;
  onLoad: () => void;
  /** What giving way does, where there is nothing of theirs to load. */
  loadLabel?: string;
  onKeep: () => void;
  /** What keeping does, where it is not what would have been done before. */
  keepLabel?: string;
  /** What is next as it goes with the focus, in the row or section around it. The same function each time. */
  focusNext?: (around: HTMLElement) => void;
}

const focusForm = (around: HTMLElement) => around.querySelector<HTMLElement>("[type=submit], [data-part=change]")?.focus();

/** As it appears, and goes. A dialog keeps the focus within itself; on a page the row or section around it may hold it. */
function atNotice(notice: HTMLDivElement | null, focusNext: (around: HTMLElement) => void) {
  const around = notice?.closest<HTMLElement>("li, section");
  const holdsFocus = (place: Element | null | undefined) => place?.contains(document.activeElement);
  // Who types further down would not see why nothing can be saved; who is elsewhere on the page stays there.
  if (holdsFocus(around) !== false) notice?.scrollIntoView({ block: "nearest" });
  return () => {
    // The button that was pressed goes too: what is next has the focus, once it can be pressed.
    if (around && holdsFocus(notice)) setTimeout(() => focusNext(around));
  };
}

/** Somebody else was faster with what is changed here: what they did, and both ways out. */
export function MetNotice(props: MetNoticeProps) {
  const { children, onLoad, loadLabel = "Load theirs", onKeep, keepLabel = "Keep mine", focusNext = focusForm } = props;
  const place = useCallback((notice: HTMLDivElement | null) => atNotice(notice, focusNext), [focusNext]);
  return (
    <div ref={place}>
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

import { Button, Notice } from "@nightjar/ui";
import type { ReactNode } from "react";

export interface MetNoticeProps {
  /** What they did. */
  children: ReactNode;
  onLoad: () => void;
  onKeep: () => void;
  /** What keeping does, where it is not what would have been done before. */
  keepLabel?: string;
}

/** As it appears, and goes. A dialog keeps the focus within itself; on a page the row or section around it may hold it. */
function atNotice(notice: HTMLDivElement | null) {
  const around = notice?.closest("li, section");
  const holdsFocus = (place: Element | null | undefined) => place?.contains(document.activeElement);
  // Who types further down would not see why nothing can be saved; who is elsewhere on the page stays there.
  if (holdsFocus(around) !== false) notice?.scrollIntoView({ block: "nearest" });
  return () => {
    // The button that was pressed goes too: what is next has the focus, once it can be pressed.
    if (holdsFocus(notice)) setTimeout(() => around?.querySelector<HTMLElement>("[type=submit], [data-part=change]")?.focus());
  };
}

/** Somebody else was faster with what is changed here: what they did, and both ways out. */
export function MetNotice({ children, onLoad, onKeep, keepLabel = "Keep mine" }: MetNoticeProps) {
  return (
    <div ref={atNotice}>
      <Notice tone="warn" role="alert">
        {children}
        <div className="mt-2 flex flex-wrap gap-2">
          <Button size="sm" onClick={onLoad}>
            Load theirs
          </Button>
          <Button size="sm" variant="primary" onClick={onKeep}>
            {keepLabel}
          </Button>
        </div>
      </Notice>
    </div>
  );
}

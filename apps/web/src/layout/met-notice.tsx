import { Button, Notice } from "@nightjar/ui";
import type { ReactNode } from "react";

export interface MetNoticeProps {
  /** What they did. */
  children: ReactNode;
  onLoad: () => void;
  onKeep: () => void;
}

/** Once, when it appears: who types further down would not see why nothing can be saved. */
const bringIntoView = (element: HTMLDivElement | null) => element?.scrollIntoView({ block: "nearest" });

/** Somebody else was faster with what is changed here: what they did, and both ways out. */
export function MetNotice({ children, onLoad, onKeep }: MetNoticeProps) {
  return (
    <div ref={bringIntoView}>
      <Notice tone="warn" role="alert">
        {children}
        <div className="mt-2 flex flex-wrap gap-2">
          <Button size="sm" onClick={onLoad}>
            Load theirs
          </Button>
          <Button size="sm" variant="primary" onClick={onKeep}>
            Keep mine
          </Button>
        </div>
      </Notice>
    </div>
  );
}

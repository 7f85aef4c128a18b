import { cn } from "@nightjar/ui";
import { type ReactNode, useRef, useSyncExternalStore } from "react";
import { useElementWidth } from "../../lib/use-element-width.ts";
import { columnsFor, GAP_PX } from "./columns.ts";

/** Above the tiles and below them: the heading and the page's own edge. */
const AROUND_PX = 74;

const onResize = (tell: () => void) => {
  window.addEventListener("resize", tell);
  return () => window.removeEventListener("resize", tell);
};

interface TilesProps {
  count: number;
  isLost: boolean;
  /** It is moved, or put down, over them. */
  onPointer: () => void;
  children: ReactNode;
}

/** All streams side by side, as large as the window lets them be. */
export function Tiles({ count, isLost, onPointer, children }: TilesProps) {
  const list = useRef<HTMLUListElement>(null);
  const widthPx = useElementWidth(list);
  const windowPx = useSyncExternalStore(onResize, () => window.innerHeight);
  const columns = columnsFor(count, { widthPx, heightPx: windowPx - AROUND_PX });
  return (
    <ul
      ref={list}
      aria-label="All streams"
      onPointerMove={onPointer}
      onPointerDown={onPointer}
      data-lost={isLost ? "" : undefined}
      className={cn("group/wall grid transition-[filter]", isLost && "grayscale")}
      style={{ gap: GAP_PX, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
    >
      {children}
    </ul>
  );
}

import { Button } from "@nightjar/ui";
import { Maximize, Minus, Plus } from "lucide-react";
import { useSyncExternalStore } from "react";
import type { ViewportStore } from "./viewport-store.ts";

export function ZoomBar({ viewport }: { viewport: ViewportStore }) {
  const percent = useSyncExternalStore(viewport.subscribe, () => Math.round(viewport.get().scale * 100));
  return (
    <div
      role="group"
      aria-label="Zoom"
      className="absolute right-2 bottom-2 flex items-center rounded-lg border border-line bg-panel/90 p-0.5 shadow-lift"
    >
      <Button variant="ghost" size="icon" aria-label="Zoom out" onClick={() => viewport.step(-1)}>
        <Minus aria-hidden="true" />
      </Button>
      <Button
        variant="ghost"
        size="sm"
        aria-label={`${percent} %, zoom to 100 %`}
        className="w-16 tabular-nums"
        onClick={() => viewport.full()}
      >
        {percent} %
      </Button>
      <Button variant="ghost" size="icon" aria-label="Zoom in" onClick={() => viewport.step(1)}>
        <Plus aria-hidden="true" />
      </Button>
      <Button variant="ghost" size="icon" aria-label="Fit the canvas" onClick={viewport.fit}>
        <Maximize aria-hidden="true" />
      </Button>
    </div>
  );
}

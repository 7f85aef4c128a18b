import { Button, IconButton } from "@nightjar/ui";
import { ExternalLink, Keyboard, Maximize2, Minimize2, Redo2, Undo2 } from "lucide-react";
import { SaveState } from "./save-state.tsx";
import { useDesign, useStore } from "./use-design.ts";

export interface TopBarProps {
  isWide: boolean;
  isFull: boolean;
  /** No template is shown yet. */
  isInert: boolean;
  onFull: (isFull: boolean) => void;
  onShortcuts: () => void;
  onPreview: () => void;
}

function History({ isInert }: Pick<TopBarProps, "isInert">) {
  const designer = useStore();
  const undo = useDesign((state) => state.undoLabel);
  const redo = useDesign((state) => state.redoLabel);
  return (
    <div role="group" aria-label="History" className="flex" inert={isInert}>
      <IconButton
        size="tool"
        label={undo === null ? "Undo" : `Undo ${undo.toLowerCase()}`}
        icon={<Undo2 />}
        disabled={undo === null}
        onClick={() => designer.undo()}
      />
      <IconButton
        size="tool"
        label={redo === null ? "Redo" : `Redo ${redo.toLowerCase()}`}
        icon={<Redo2 />}
        disabled={redo === null}
        onClick={() => designer.redo()}
      />
    </div>
  );
}

/** What is designed, whether it is stored, and what is done to all of it. */
export function TopBar({ isWide, isFull, isInert, onFull, onShortcuts, onPreview }: TopBarProps) {
  const name = useDesign((state) => state.template?.name ?? "New template");
  return (
    <header className="flex min-h-12 shrink-0 items-center gap-2 border-b border-line bg-panel px-3">
      <h1 className={isWide ? "text-[0.9375rem] font-semibold tracking-tight whitespace-nowrap" : "sr-only"}>Overlay Designer</h1>
      <span aria-hidden className={isWide ? "text-edge" : "hidden"}>
        /
      </span>
      <p dir="auto" className="min-w-0 truncate text-[0.8125rem] text-soft">
        {name}
      </p>
      <SaveState className={isWide ? "ml-2" : "ml-auto"} />
      {isWide && <span className="flex-1" />}
      <History isInert={isInert} />
      {isWide && <IconButton size="tool" label="Keyboard shortcuts" icon={<Keyboard />} onClick={onShortcuts} />}
      <IconButton
        size="tool"
        className="max-lg:hidden"
        label={isFull ? "Show the menu" : "Fill the window"}
        icon={isFull ? <Minimize2 /> : <Maximize2 />}
        onClick={() => onFull(!isFull)}
      />
      <Button
        size="sm"
        className="max-sm:w-11 max-sm:border-0 max-sm:bg-transparent max-sm:px-0"
        aria-label="Preview in New Tab"
        onClick={onPreview}
      >
        <ExternalLink aria-hidden />
        <span className="max-sm:hidden">Preview in New Tab</span>
      </Button>
    </header>
  );
}

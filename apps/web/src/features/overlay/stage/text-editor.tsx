import type { ElementId } from "@nightjar/contract";
import { isComposing } from "@nightjar/ui";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { elementOf } from "../kernel/document.ts";
import type { Designer } from "../kernel/types.ts";
import { useDesigner } from "./use-designer.ts";
import type { ViewportStore } from "./viewport-store.ts";

export interface TextEditorProps {
  readonly designer: Designer;
  readonly viewport: ViewportStore;
  readonly id: ElementId;
  readonly onDone: () => void;
}

const MIN_WIDTH_PX = 180;

/** Writes an element's text below it, seen on the canvas as it is typed. Leaving keeps it, Escape does not. */
export function TextEditor({ designer, viewport, id, onDone }: TextEditorProps) {
  const element = useDesigner(designer, ({ document }) => elementOf(document, id));
  const view = useSyncExternalStore(viewport.subscribe, viewport.get);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
    // Where its element goes by itself, nobody leaves the field.
    return () => designer.commit();
  }, [designer]);
  const box = designer.boxes().get(id);
  if (element === undefined || box === undefined) return null;
  const place = {
    left: Math.max(8, view.xPx + box.xPx * view.scale),
    top: view.yPx + (box.yPx + box.heightPx) * view.scale + 8,
    width: Math.max(MIN_WIDTH_PX, box.widthPx * view.scale),
  };
  return (
    <textarea
      ref={field}
      dir="auto"
      aria-label={`Text of ${element.name}`}
      value={element.content ?? ""}
      rows={2}
      maxLength={10_000}
      style={place}
      className="absolute max-w-[calc(100%-16px)] rounded-md border border-moon bg-night/95 px-2 py-1 text-sm text-ink outline-none"
      onChange={(event) => {
        designer.begin("text", "Text");
        designer.set([id], { content: event.target.value });
      }}
      onBlur={() => {
        designer.commit();
        onDone();
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (isComposing(event.nativeEvent)) return;
        if (event.key === "Escape") designer.cancel();
        if (event.key === "Escape" || (event.key === "Enter" && (event.ctrlKey || event.metaKey))) onDone();
      }}
    />
  );
}

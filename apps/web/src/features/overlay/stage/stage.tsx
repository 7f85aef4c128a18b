import type { FrameState } from "@nightjar/contract";
import type { Pictures } from "@nightjar/scene";
import type { BrowserSceneHost } from "@nightjar/scene/browser";
import { cn } from "@nightjar/ui";
import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { Designer } from "../kernel/types.ts";
import { Announcer } from "./announcer.tsx";
import { Options, optionId, Selection } from "./frames.tsx";
import type { Deed } from "./keys.ts";
import { createStageMachine } from "./machine.ts";
import { Paper } from "./paper.tsx";
import { TextEditor } from "./text-editor.tsx";
import { useDesigner } from "./use-designer.ts";
import { createViewportStore } from "./viewport-store.ts";
import { ZoomBar } from "./zoom-bar.tsx";

export interface StageProps {
  readonly designer: Designer;
  readonly host: BrowserSceneHost;
  /** Memoise both: another object is another picture. */
  readonly frame: FrameState;
  readonly pictures: Pictures;
  /** A frame of what runs behind; null: a neutral ground. */
  readonly backgroundUrl: string | null;
  /** For what keys did here. */
  readonly onDeed?: (deed: Deed) => void;
}

/** The canvas of the overlay designer: draws, selects, drags, zooms. Fills its parent. */
export function Stage({ designer, host, frame, pictures, backgroundUrl, onDeed }: StageProps) {
  const [viewport] = useState(createViewportStore);
  const writing = useDesigner(designer, (state) => state.writing);
  const machine = useMemo(() => createStageMachine(designer, viewport), [designer, viewport]);
  const { mount } = machine;
  const measured = useSyncExternalStore(machine.subscribe, machine.measured);
  useEffect(() => machine.setScene({ host, frame, pictures }), [machine, host, frame, pictures]);
  useEffect(() => machine.onDeed((deed) => onDeed?.(deed)), [machine, onDeed]);

  return (
    <div ref={mount} role="group" aria-label="Canvas" className="relative size-full overflow-hidden bg-night">
      <Paper backgroundUrl={backgroundUrl} />
      <Surface designer={designer}>
        <div data-part="glass" className="pointer-events-none absolute top-0 left-0 origin-top-left">
          <Options designer={designer} measured={measured} />
          <Selection designer={designer} measured={measured} />
          <Floats />
        </div>
      </Surface>
      {writing === null ? null : (
        <TextEditor
          designer={designer}
          viewport={viewport}
          id={writing}
          onDone={() => {
            designer.write(null);
            machine.focus();
          }}
        />
      )}
      <ZoomBar viewport={viewport} />
      <Announcer designer={designer} />
    </div>
  );
}

/** Moved by the stage's machine, never by React. */
function Floats() {
  // Of a fixed size: its words change with every frame of a drag, and lay out nothing but themselves.
  const words = "absolute top-0 left-0 h-5 w-20 rounded bg-night/90 text-center text-xs leading-5 text-ink tabular-nums";
  return (
    <div aria-hidden="true">
      <div data-part="guides" />
      <div data-part="marquee" className="invisible absolute top-0 left-0 border border-moon bg-moon/15" />
      <div data-part="readout" className={cn(words, "invisible will-change-transform contain-strict")} />
    </div>
  );
}

/** Takes the pointer and the keys, and is the list of elements for those who do not see them. */
function Surface({ designer, children }: { designer: Designer; children: ReactNode }) {
  const isEmpty = useDesigner(designer, ({ document }) => document.elements.length === 0);
  const last = useDesigner(designer, ({ selection }) => selection.at(-1));
  const active = last === undefined ? {} : { "aria-activedescendant": optionId(last) };
  const list = { role: "listbox", "aria-multiselectable": true, ...active } as const;
  return (
    <div
      data-part="surface"
      tabIndex={0}
      {...(isEmpty ? { role: "group" } : list)}
      aria-label="Elements on the canvas"
      className="absolute inset-0 touch-none outline-none select-none focus-visible:shadow-[inset_0_0_0_2px_var(--color-moon)]"
    >
      {children}
    </div>
  );
}

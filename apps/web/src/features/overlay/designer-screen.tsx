import type { OverlayTemplate } from "@nightjar/contract";
import { cn } from "@nightjar/ui";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { askedFor } from "../../lib/asked-for.ts";
import { useShownKeys } from "../../lib/use-keys.ts";
import { SAMPLE_TRACKS, type SampleTrack } from "../../lib/scene/samples.ts";
import { trpc } from "../../lib/trpc.ts";
import { useIsHere } from "../../lib/use-is-here.ts";
import { useBackdrops } from "./backdrops.ts";
import { Centre } from "./centre.tsx";
import { STAGE_KEYS } from "./kernel/keymap.ts";
import { NarrowPanels } from "./narrow-panels.tsx";
import { openPreview } from "./open-preview.ts";
import { AddPanel } from "./panels/add-panel.tsx";
import { LAYER_HANDLE_KEYS, LAYER_KEYS } from "./panels/layer-keys.ts";
import { LayersPanel } from "./panels/layers-panel.tsx";
import { TemplatesPanel } from "./panels/templates-panel.tsx";
import { PropertiesPanel } from "./properties/properties-panel.tsx";
import { type Target, targetOf } from "./target.ts";
import { TopBar } from "./top-bar.tsx";
import { useStore } from "./use-design.ts";
import { useElementWidth } from "../../lib/use-element-width.ts";
import { useFull } from "./use-full.ts";
import { useDesignerGuard } from "./use-leave-guard.tsx";
import { useNoticePlace } from "./use-notice-place.ts";
import { useOpened } from "./use-opened.ts";
import { useTypedDetails } from "./use-typed-details.ts";

/** Below it the three columns leave the canvas too little. */
const WIDE_PX = 900;
const showKeys = () => askedFor.ask("keys");

export interface DesignerScreenProps {
  templates: readonly OverlayTemplate[];
  target: Target;
  /** `replace`: in the place of what is named in the address. */
  onOpen: (target: Target, replace?: boolean) => void;
}

/** Panels, canvas and bars; side by side where there is room, below the canvas where there is not. */
export function DesignerScreen({ templates, target, onOpen }: DesignerScreenProps) {
  const designer = useStore();
  const root = useRef<HTMLDivElement>(null);
  const isWide = useElementWidth(root) >= WIDE_PX;
  const [isFull, setFull] = useFull();
  const [backdropId, setBackdropId] = useState<string | null>(null);
  const [track, setTrack] = useState<SampleTrack | undefined>(SAMPLE_TRACKS[0]);
  const backdrop = useBackdrops(backdropId).current;
  const media = trpc.overlays.media.useQuery();
  const assets = useMemo(() => media.data ?? [], [media.data]);
  const opened = useOpened(designer, target);
  const typed = useTypedDetails();
  // Until then they would act on the one that was left.
  const isInert = opened.is !== "ready";
  // Chosen by an old list, and deleted by then: it would never come. What was shown once stays, for it can be saved as new.
  const isGone = opened.is === "failed" && target !== null && !templates.some(({ id }) => id === target);
  const isHere = useIsHere("/overlay", "template");
  const goOn = useEffectEvent(() => {
    if (isHere()) onOpen(targetOf(templates, undefined), true);
  });
  useEffect(() => {
    if (isGone) goOn();
  }, [isGone]);
  const leaveDialog = useDesignerGuard(designer, typed);
  useNoticePlace(isWide, isFull);
  useShownKeys(STAGE_KEYS);
  useShownKeys(LAYER_KEYS);
  useShownKeys(LAYER_HANDLE_KEYS);
  if (!track) return null;

  const centre = (
    <Centre
      opened={opened}
      backdrop={backdrop}
      backdropId={backdropId}
      onBackdrop={setBackdropId}
      track={track}
      onTrack={setTrack}
      assets={assets}
    />
  );
  const templatesPanel = <TemplatesPanel templates={templates} typed={typed} isInert={isInert} onOpen={onOpen} />;
  return (
    <div
      ref={root}
      data-fills
      className={cn(
        "flex min-h-0 flex-col bg-night",
        isFull ? "fixed inset-0 z-30" : "h-[calc(100dvh-3.5rem-var(--player-height,0px))] lg:h-dvh",
      )}
    >
      <TopBar
        isWide={isWide}
        isFull={isFull}
        isInert={isInert}
        onFull={setFull}
        onShortcuts={showKeys}
        onPreview={() => openPreview(designer, { track, backdrop, media: assets })}
      />
      {isWide ? (
        <div className="grid min-h-0 flex-1 grid-cols-[16.5rem_minmax(0,1fr)_17rem] grid-rows-[minmax(0,1fr)]">
          <aside aria-label="Elements and templates" className="min-h-0 overflow-y-auto border-r border-line bg-panel">
            <div inert={isInert}>
              <AddPanel />
              <LayersPanel />
            </div>
            {templatesPanel}
          </aside>
          {centre}
          <aside aria-label="Properties" className="min-h-0 overflow-y-auto border-l border-line bg-panel">
            <div inert={isInert}>
              <PropertiesPanel />
            </div>
          </aside>
        </div>
      ) : (
        <NarrowPanels centre={centre} templatesPanel={templatesPanel} isInert={isInert} onShortcuts={showKeys} />
      )}
      {leaveDialog}
    </div>
  );
}

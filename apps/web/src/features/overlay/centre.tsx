import type { MediaAsset } from "@nightjar/contract";
import { Button, Loading } from "@nightjar/ui";
import { useCallback, useMemo } from "react";
import { QueryError } from "../../layout/query-state.tsx";
import { startSceneHost, useSceneHost } from "../../lib/scene/host.ts";
import { usePictures } from "../../lib/scene/pictures.ts";
import { frameOf, type SampleTrack } from "../../lib/scene/samples.ts";
import type { Backdrop } from "./backdrops.ts";
import { ChangedElsewhereNotice, ConflictNotice, DeletedNotice, RefusedNotice, UsageNote } from "./notices.tsx";
import { Stage } from "./stage/stage.tsx";
import { sameList, useDesign, useStore } from "./use-design.ts";
import { tellWhenStored } from "./use-element-actions.ts";
import type { Deed } from "./stage/keys.ts";
import type { Opened } from "./use-opened.ts";
import { ViewBar } from "./view-bar.tsx";

/** Far enough into the track to see a progress bar. */
const POSITION_SHARE = 0.38;

interface CanvasProps {
  opened: Opened;
  backdrop: Backdrop;
  track: SampleTrack;
  assets: readonly MediaAsset[];
}

function Canvas({ opened, backdrop, track, assets }: CanvasProps) {
  const designer = useStore();
  const host = useSceneHost();
  const usedIds = useDesign(({ document }) => document.elements.flatMap(({ mediaAssetId }) => mediaAssetId ?? []), sameList);
  const used = useMemo(() => assets.filter(({ id }) => usedIds.includes(id)), [assets, usedIds]);
  const pictures = usePictures(track.artworkUrl, used);
  const frame = useMemo(() => frameOf(track, track.durationMs * POSITION_SHARE), [track]);
  const tell = useCallback((deed: Deed) => tellWhenStored(designer, deed), [designer]);
  if (opened.is === "failed") return <QueryError error={opened.error} fallback="The template could not be read" onRetry={opened.retry} />;
  if (host.is === "failed") {
    return (
      <div role="alert" className="grid h-full place-content-center justify-items-center gap-3 text-soft">
        <p>The fonts that overlays are drawn with could not be loaded.</p>
        <Button onClick={startSceneHost}>Try again</Button>
      </div>
    );
  }
  if (opened.is === "loading" || host.is === "loading") return <Loading text="Loading the canvas..." className="h-full" />;
  return <Stage designer={designer} host={host.host} frame={frame} pictures={pictures} backgroundUrl={backdrop.imageUrl} onDeed={tell} />;
}

export interface CentreProps extends CanvasProps {
  backdropId: string | null;
  onBackdrop: (id: string) => void;
  onTrack: (track: SampleTrack) => void;
}

/** The canvas with what is told about the template above it, and what it is looked at with below. */
export function Centre({ backdropId, onBackdrop, onTrack, ...canvas }: CentreProps) {
  return (
    <div className="flex min-h-0 min-w-0 flex-col">
      <ConflictNotice />
      <ChangedElsewhereNotice />
      <DeletedNotice />
      <RefusedNotice />
      <div className="relative min-h-0 flex-1">
        <Canvas {...canvas} />
      </div>
      <footer className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1.5 border-t border-line bg-panel px-3 py-1.5">
        <ViewBar backdropId={backdropId} onBackdrop={onBackdrop} track={canvas.track} onTrack={onTrack} />
        <UsageNote />
      </footer>
    </div>
  );
}

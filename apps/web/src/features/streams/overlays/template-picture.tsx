import { BUILT_IN_SCENE, CANVAS_HEIGHT_PX, CANVAS_WIDTH_PX, type MediaAsset, type Scene, type TemplateId } from "@nightjar/contract";
import { ImageOff } from "lucide-react";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { useSceneHost } from "../../../lib/scene/host.ts";
import { usePictures } from "../../../lib/scene/pictures.ts";
import { frameOf, type SampleTrack } from "../../../lib/scene/samples.ts";
import { trpc } from "../../../lib/trpc.ts";

/** As wide as the largest is shown, on a screen of two pixels a pixel. */
const WIDTH_PX = 640;
/** Far enough that a bar shows how full it is. */
const PLAYED = 0.4;
const NO_MEDIA: readonly MediaAsset[] = [];

export interface PictureOf {
  /** null: that of a stream without a template. */
  readonly templateId: TemplateId | null;
  readonly track: SampleTrack;
  /** null: the plain default. */
  readonly backdropUrl: string | null;
}

/** A template as it would be on air, drawn once by the renderer of what airs. It says by its words that there is no picture. */
export function TemplatePicture({ templateId, ...look }: PictureOf) {
  if (templateId === null) return <Drawn scene={BUILT_IN_SCENE} media={NO_MEDIA} {...look} />;
  return <OfTemplate templateId={templateId} {...look} />;
}

function OfTemplate({ templateId, ...look }: PictureOf & { templateId: TemplateId }) {
  const { data, isError } = trpc.overlays.document.useQuery({ id: templateId });
  const media = useMemo(() => data?.elements.flatMap(({ mediaAsset }) => (mediaAsset ? [mediaAsset] : [])) ?? NO_MEDIA, [data]);
  const scene = useMemo((): Scene | null => (data ? { elements: data.elements, plates: data.template.plates } : null), [data]);
  if (isError) return <Missing>Its picture could not be read.</Missing>;
  return <Drawn scene={scene} media={media} {...look} />;
}

interface DrawnProps extends Omit<PictureOf, "templateId"> {
  /** null: it is being read. */
  scene: Scene | null;
  media: readonly MediaAsset[];
}

function Drawn({ scene, media, track, backdropUrl }: DrawnProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const state = useSceneHost();
  const host = state.is === "ready" ? state.host : null;
  const pictures = usePictures(track.artworkUrl, media);
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    if (host === null || scene === null) return;
    let isWanted = true;
    const frame = frameOf(track, track.durationMs * PLAYED);
    host.prepare(scene, frame).then(
      () => {
        if (!isWanted || !canvas.current) return;
        host.drawOn(canvas.current, scene, frame, pictures);
        setDrawn(true);
      },
      // A font of it does not come: the template can be chosen by its name.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [host, scene, track, pictures]);
  if (state.is === "failed") return <Missing>The fonts could not be loaded.</Missing>;
  return (
    <Frame>
      {backdropUrl !== null && <img src={backdropUrl} alt="" className="absolute inset-0 size-full object-cover" />}
      <canvas
        ref={canvas}
        aria-hidden
        data-drawn={isDrawn}
        width={WIDTH_PX}
        height={(WIDTH_PX * CANVAS_HEIGHT_PX) / CANVAS_WIDTH_PX}
        className="absolute inset-0 size-full"
      />
    </Frame>
  );
}

function Missing({ children }: { children: ReactNode }) {
  return (
    <Frame>
      <span className="absolute inset-0 grid place-content-center justify-items-center gap-1 px-2 text-center text-xs text-dim">
        <ImageOff aria-hidden className="size-5" />
        {children}
      </span>
    </Frame>
  );
}

/** Dark as the plain default is. */
const Frame = ({ children }: { children: ReactNode }) => (
  <span className="relative block aspect-video w-full overflow-hidden rounded-lg border border-line bg-[linear-gradient(160deg,#1b2140,#0b0d17)]">
    {children}
  </span>
);

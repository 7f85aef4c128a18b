import { useCallback, useRef, useState } from "react";
import { Button } from "@nightjar/ui";
import { usePageTitle } from "../../lib/page-title.ts";
import { startSceneHost, useSceneHost } from "../../lib/scene/host.ts";
import { usePictures } from "../../lib/scene/pictures.ts";
import { frameOf } from "../../lib/scene/samples.ts";
import { NO_PREVIEW_TEXT, type PreviewData, readPreview } from "./preview-data.ts";
import { useDrawnScene } from "./use-drawn-scene.ts";

function Backdrop({ imageUrl, videoUrl }: PreviewData["backdrop"]) {
  const [failed, setFailed] = useState(false);
  const fill = "absolute inset-0 size-full object-cover";
  if (videoUrl !== null && !failed) {
    return (
      <video
        aria-hidden
        className={fill}
        src={videoUrl}
        {...(imageUrl !== null && { poster: imageUrl })}
        autoPlay
        loop
        muted
        playsInline
        onError={() => setFailed(true)}
      />
    );
  }
  return imageUrl === null ? null : <img src={imageUrl} alt="" className={fill} />;
}

function Picture({ data }: { data: PreviewData }) {
  const { scene, track, media, backdrop } = data;
  const canvas = useRef<HTMLCanvasElement>(null);
  const host = useSceneHost();
  const pictures = usePictures(track.artworkUrl, media);
  const frameAt = useCallback((positionMs: number) => frameOf(track, positionMs), [track]);
  useDrawnScene(canvas, host.is === "ready" ? host.host : null, scene, frameAt, pictures);
  return (
    <main className="grid h-dvh place-items-center overflow-hidden bg-black">
      <h1 className="sr-only">Preview of {data.name}</h1>
      <div className="relative aspect-video w-full max-w-[calc(100dvh*16/9)] overflow-hidden">
        <Backdrop {...backdrop} />
        <canvas
          ref={canvas}
          role="img"
          aria-label={`Overlay ${data.name} with ${track.title} by ${track.artist}`}
          className="absolute inset-0 size-full"
        />
        {host.is === "failed" && (
          <div role="alert" className="absolute inset-0 grid place-content-center justify-items-center gap-3 bg-black/60">
            <p>The fonts could not be loaded.</p>
            <Button onClick={startSceneHost}>Try again</Button>
          </div>
        )}
      </div>
    </main>
  );
}

/** /overlay-preview: what the designer shows, as it airs, over the whole window. */
export function PreviewPage() {
  usePageTitle("Overlay Preview");
  const [data] = useState(readPreview);
  if (data) return <Picture data={data} />;
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center p-6 text-center text-dim">
      <h1 className="sr-only">Overlay Preview</h1>
      <p>{NO_PREVIEW_TEXT}</p>
    </main>
  );
}

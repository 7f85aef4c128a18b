import { artworkUploadOutput } from "@nightjar/contract";
import { Button, Locked, oncePressed } from "@nightjar/ui";
import { ImageUp, X } from "lucide-react";
import { use, useEffect, useId, useRef, useState } from "react";
import { messageOf, silenceOf } from "../../lib/errors.ts";
import { uploadFile } from "../../lib/upload.ts";
import { IMAGE_ACCEPT } from "./upload-image.ts";
import { Cover } from "../../layout/cover.tsx";

export interface ArtworkFieldProps {
  /** null: there is none. */
  url: string | null;
  onChange: (url: string | null) => void;
  /** While a picture is on its way nothing shall be saved. */
  onBusy: (isBusy: boolean) => void;
}

async function uploadArtwork(file: File, signal: AbortSignal, onProgress: (share: number) => void): Promise<string> {
  const parsed = artworkUploadOutput.safeParse(await uploadFile("/api/upload/artwork", "image", file, { signal, onProgress }));
  if (!parsed.success) throw new Error("Upload failed");
  return parsed.data.artworkUrl;
}

/** The picture beside a title: chosen, replaced, taken away. */
export function ArtworkField({ url, onChange, onBusy }: ArtworkFieldProps) {
  const nameId = useId();
  const input = useRef<HTMLInputElement>(null);
  const abort = useRef<AbortController | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const isLocked = use(Locked);
  const send = async (file: File) => {
    abort.current = new AbortController();
    setFailure(null);
    setShare(0);
    onBusy(true);
    try {
      onChange(await uploadArtwork(file, abort.current.signal, setShare));
    } catch (error) {
      if (!(error instanceof DOMException)) setFailure(silenceOf(error) ?? messageOf(error, "The picture could not be uploaded"));
    }
    setShare(null);
    onBusy(false);
  };
  return (
    <div role="group" aria-labelledby={nameId} className="flex items-center gap-3 sm:gap-4">
      <Cover large url={url} className="size-20 rounded-xl max-sm:size-16" />
      <div className="min-w-0 flex-1">
        <p id={nameId} className="text-sm font-medium text-soft">
          Artwork
        </p>
        <p role={failure === null ? "status" : "alert"} className={failure === null ? "text-sm text-dim" : "text-sm text-bad"}>
          {failure ?? (share === null ? "PNG, JPEG or WebP, up to 10 MB" : `Uploading... ${Math.floor(share * 100)} %`)}
        </p>
        <div className="mt-2 flex flex-wrap gap-1.5">
          <Button size="sm" disabled={share !== null} onClick={() => !isLocked && input.current?.click()}>
            <ImageUp aria-hidden />
            {url === null ? "Choose Picture" : "Replace Picture"}
          </Button>
          {url !== null && share === null && (
            <Button size="sm" variant="ghost" onClick={oncePressed(() => !isLocked && onChange(null))}>
              <X aria-hidden />
              Remove
            </Button>
          )}
          {share !== null && (
            <Button size="sm" variant="ghost" onClick={() => abort.current?.abort()}>
              Cancel upload
            </Button>
          )}
        </div>
      </div>
      <input
        ref={input}
        type="file"
        aria-label="Artwork file"
        accept={IMAGE_ACCEPT}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // The same file can be chosen again after a failure.
          event.target.value = "";
          if (file) void send(file);
        }}
      />
    </div>
  );
}

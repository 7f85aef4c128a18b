import type { MediaAsset } from "@nightjar/contract";
import { cn, IconButton } from "@nightjar/ui";
import { Check, ImageOff, Trash2 } from "lucide-react";
import { useState } from "react";
import { thumbnailUrl } from "./thumbnail.ts";

export interface ImageTileProps {
  asset: MediaAsset;
  isChosen: boolean;
  onChoose: () => void;
  onDelete: () => void;
}

/** Light and dark squares: what is transparent is seen as that. */
const CHECKED =
  "bg-[conic-gradient(var(--color-hover)_25%,var(--color-raised)_0_50%,var(--color-hover)_0_75%,var(--color-raised)_0)] bg-[length:16px_16px]";

/** One image of the library. */
export function ImageTile({ asset, isChosen, onChoose, onDelete }: ImageTileProps) {
  const [isBroken, setBroken] = useState(false);
  const { widthPx, heightPx, fileName } = asset;
  return (
    <li className="group relative min-w-0">
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={onChoose}
        className={cn(
          "block w-full overflow-hidden rounded-xl border text-left transition-colors",
          isChosen ? "border-moon ring-1 ring-moon" : "border-line hover:border-edge",
        )}
      >
        <span className={cn("grid aspect-square place-items-center", CHECKED)}>
          {isBroken ? (
            <ImageOff aria-hidden className="size-6 text-dim" />
          ) : (
            <img
              src={thumbnailUrl(asset.id)}
              alt=""
              loading="lazy"
              decoding="async"
              className="size-full object-contain p-2"
              onError={() => setBroken(true)}
            />
          )}
        </span>
        <span className="block border-t border-line px-2.5 py-1.5">
          <span dir="auto" className="block truncate text-xs font-medium">
            {fileName}
          </span>
          <span className="block text-xs text-dim tabular-nums">
            {widthPx === null || heightPx === null ? "Size not known" : `${widthPx} × ${heightPx}`}
          </span>
        </span>
      </button>
      {isChosen && (
        <span aria-hidden className="absolute top-2 left-2 grid size-5 place-items-center rounded-full bg-moon text-night">
          <Check className="size-3.5" strokeWidth={3} />
        </span>
      )}
      <IconButton
        label={`Delete ${fileName}`}
        icon={<Trash2 />}
        variant="secondary"
        onClick={onDelete}
        className="absolute top-1.5 right-1.5 size-8 opacity-0 group-hover:opacity-100 hover:text-bad focus:opacity-100 pointer-coarse:size-10 pointer-coarse:opacity-100"
      />
    </li>
  );
}

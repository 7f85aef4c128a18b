import { Button } from "@nightjar/ui";
import { ImageOff, Images } from "lucide-react";
import { useState } from "react";
import { laterDialog } from "../../../layout/later-dialog.tsx";
import { trpc } from "../../../lib/trpc.ts";
import { thumbnailUrl } from "../../media/thumbnail.ts";
import { APPLIES } from "../element-types.ts";
import { useEdit } from "../use-design.ts";
import { Section } from "./fields.tsx";

const MediaDialog = laterDialog(async () => (await import("../../media/media-dialog.tsx")).MediaDialog);

/** Which image of the media library is shown. */
export function MediaSection() {
  const { ids, value, set } = useEdit("mediaAssetId", "Image", APPLIES.media);
  const assets = trpc.overlays.media.useQuery(undefined, { enabled: ids.length > 0 });
  const [isChoosing, setChoosing] = useState(false);
  if (ids.length === 0) return null;
  const asset = assets.data?.find(({ id }) => id === value);
  return (
    <Section title="Image">
      <div className="flex items-center gap-3">
        <span
          aria-hidden
          className="grid size-14 shrink-0 place-items-center overflow-hidden rounded-lg border border-line bg-raised text-dim"
        >
          {asset ? <img src={thumbnailUrl(asset.id)} alt="" className="size-full object-contain p-1" /> : <ImageOff className="size-5" />}
        </span>
        <p dir="auto" className="min-w-0 flex-1 truncate text-[0.8125rem] text-soft">
          {asset?.fileName ?? (value === undefined ? "Different images" : "No image chosen yet")}
        </p>
      </div>
      <Button size="sm" variant={asset ? "secondary" : "primary"} onClick={() => setChoosing(true)}>
        <Images aria-hidden />
        {asset ? "Change Image" : "Choose Image"}
      </Button>
      {isChoosing && <MediaDialog currentId={value ?? null} onUse={(chosen) => set(chosen.id)} onClose={() => setChoosing(false)} />}
    </Section>
  );
}

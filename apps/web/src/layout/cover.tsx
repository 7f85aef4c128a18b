import { artworkAt, type ArtworkPx } from "@nightjar/contract";
import { Artwork, type ArtworkProps } from "@nightjar/ui";

export interface CoverProps extends ArtworkProps {
  /** Beside a heading rather than in a row. */
  large?: boolean;
}

/** A cover at the size it is shown at, which a browser asks for once. */
export function Cover({ url, large = false, ...rest }: CoverProps) {
  const px: ArtworkPx = large ? 192 : 96;
  return <Artwork url={url === null || url === undefined ? url : artworkAt(url, px)} {...rest} />;
}

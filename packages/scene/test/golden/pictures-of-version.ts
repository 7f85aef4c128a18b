import { mediaAssetId } from "@nightjar/contract";
import type { NodeSceneHost } from "../../src/hosts/node.ts";
import { SCENE_RENDERER_VERSION } from "../../src/version.ts";
import { coverPng, logoPng } from "../pictures.ts";
import { GOLDEN_CASES } from "../scenes.ts";

const SCRIPTS = ["japanese", "korean", "chinese", "arabic", "hebrew", "hindi", "thai", "sequences", "longArabic"] as const;
const STYLES = ["style every type with both", "style wrapped hebrew", "style wrapped thai"] as const;
/** Cases of which a picture is kept for the renderer's version. */
const KEPT = ["accents", "kerning", "long", "built-in cover.png 720", "mixed 720", ...SCRIPTS, ...STYLES] as const;

/** A whole picture: RGBA, straight alpha. */
export interface KeptPicture {
  readonly file: string;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly rgba: Uint8Array;
}

/** Draws what is kept, with this version of the renderer. */
export async function picturesOfVersion(host: NodeSceneHost): Promise<KeptPicture[]> {
  const artwork = await host.decodePicture(coverPng());
  const logo = await host.decodePicture(logoPng());
  const media = new Map(["wide", "square"].map((id) => [mediaAssetId.parse(id), logo]));
  const kept = GOLDEN_CASES.filter(({ name }) => KEPT.some((wanted) => wanted === name));
  await Promise.all(kept.map(async (golden) => host.prepare(golden.scene, golden.frame)));
  return kept.map((golden) => {
    const { name, scene, frame, widthPx, heightPx } = golden;
    const pictures = { artwork: golden.artwork === null ? null : artwork, media };
    const [whole] = host.renderRects(scene, frame, pictures, { widthPx, heightPx }, [{ xPx: 0, yPx: 0, widthPx, heightPx }]);
    const file = `renderer-${SCENE_RENDERER_VERSION} ${name}.png`.replaceAll(" ", "-");
    return { file, widthPx, heightPx, rgba: whole?.rgba ?? new Uint8Array() };
  });
}

import { BUILT_IN_SCENE, sceneElement } from "@nightjar/contract";
import type { OverlayElement, Plan, PlanFile, Scene, ScenePlate, TemplateId } from "@nightjar/contract";
import type { Services } from "../context.ts";
import { parseFileUrl } from "../files/file-urls.ts";
import type { FileName } from "../files/file-urls.ts";
import { readElements, readPlates } from "./template-elements.ts";

type Needs = Pick<Services, "db" | "files">;

/** What a stream with this template shows over its background: the scene, and the pictures it needs. */
export function sceneOfTemplate({ db, files }: Needs, id: TemplateId | null): Pick<Plan, "scene" | "media"> {
  if (id === null) return { scene: BUILT_IN_SCENE, media: {} };
  const elements = readElements(db, id);
  const media: Record<string, PlanFile> = {};
  for (const { mediaAsset } of elements) {
    const file = mediaAsset && mediaFile(mediaAsset.filePath);
    if (mediaAsset && file) media[mediaAsset.id] = { path: files.path(file.kind, file.name), sha256: file.sha256 };
  }
  return { scene: sceneOf(elements, readPlates(db, id)), media };
}

/** An element that a scene cannot hold (edited by hand in the database) is left out, not the scene. */
export function sceneOf(elements: readonly OverlayElement[], plates: readonly ScenePlate[] = []): Scene {
  const parsed = elements.map((element) => sceneElement.safeParse(element));
  const whole = { elements: parsed.flatMap(({ data }) => (data ? [data] : [])) };
  return plates.length > 0 ? { ...whole, plates: [...plates] } : whole;
}

/** Of the media library, or a track's artwork used as a picture. */
function mediaFile(filePath: string): FileName | null {
  return parseFileUrl("media", filePath) ?? parseFileUrl("artwork", filePath);
}

import { readFile, stat } from "node:fs/promises";
import {
  type EncoderProfile,
  type FrameState,
  type Logger,
  type Plan,
  type PlanBackground,
  type PlanFile,
  type PlanItem,
  type Scene,
  type MediaAssetId,
  mediaAssetId,
  withoutMotion,
} from "@nightjar/contract";
import type { Bitmap, PictureHashes, Pictures } from "@nightjar/scene";
import { type NodeSceneHost, sceneHash } from "@nightjar/scene/node";
import { STEPS_PER_SECOND } from "../../render/motion.ts";
import type { CompositeRequest, RequestedBackground } from "../../render/requests.ts";
import type { VideoFactsStore } from "./video-facts.ts";

/** Shorter backgrounds are played several times in one unit, so that rate control has something to work with. */
const LOOP_MIN_MS = 10_000;
/** A background longer than this is cut: one pass is rendered whole before a track of that length ends. */
const LOOP_MAX_MS = 10 * 60 * 1000;
/** The picture is cut up to 133 ms behind the sound, and a step stands for 200 ms: so drawn, a bar is never a whole step off. */
const FIRST_POSITION_MS = 150;

/** What of the scene a composite shows: all of it, all but what moves, or none. */
export type CompositeLevel = "wanted" | "still-scene" | "background";

export interface CompositeNeeds {
  /** Loaded when first needed: canvas and fonts cost 40 MB. */
  readonly sceneHost: () => Promise<NodeSceneHost>;
  readonly videoFacts: Pick<VideoFactsStore, "of">;
  readonly log: Logger;
}

/** The request of a composite, with which also what moves can be drawn as it is at first. */
export interface WholeRequest extends CompositeRequest {
  readonly drawWhole: CompositeRequest["draw"];
}

function frameOf(plan: Plan, item: PlanItem, moves: boolean): FrameState {
  return {
    title: item.title,
    artist: item.artist,
    channelName: plan.channelName,
    positionMs: moves ? FIRST_POSITION_MS : null,
    durationMs: item.durationMs,
    stats: plan.stats,
  };
}

/** Stands for all that is drawn over the background of an item. */
export async function sceneKeyOf(plan: Plan, item: PlanItem): Promise<string> {
  const moves = plan.scene !== withoutMotion(plan.scene);
  return sceneHash(plan.scene, frameOf(plan, item, moves), hashesOf(await readableFiles(plan, item, plan.scene)));
}

/** What is to be rendered for one item: all that decides the pixels, and how they are drawn. */
export async function compositeRequest(
  needs: CompositeNeeds,
  plan: Plan,
  item: PlanItem,
  profile: EncoderProfile,
  level: CompositeLevel,
): Promise<WholeRequest> {
  const scene = sceneAt(plan.scene, level);
  const moves = level === "wanted" && scene !== withoutMotion(scene);
  const frame = frameOf(plan, item, moves);
  const files = await readableFiles(plan, item, scene);
  const itemMs = Math.ceil(item.durationMs / 1000) * 1000 + 1000;
  const { background, lengthMs } = await underneath(needs, plan, itemMs, moves);
  const maxFrames = Math.ceil((lengthMs * profile.framesPerSecond) / 1000);
  const prepared = async () => {
    const host = await needs.sceneHost();
    await host.prepare(scene, frame);
    return { host, pictures: await decodePictures(needs, files) };
  };
  const timing = { frameCount: maxFrames, framesPerSecond: profile.framesPerSecond, stepsPerSecond: STEPS_PER_SECOND };
  return {
    purpose: level,
    background,
    sceneKey: `${sceneHash(scene, frame, hashesOf(files))}${moves ? `@${STEPS_PER_SECOND}` : ""}`,
    maxFrames,
    drawWhole: () => prepared().then(({ host, pictures }) => host.renderBoxes(scene, frame, pictures, profile)),
    // The background alone needs neither canvas nor fonts: it is for when those fail.
    draw: async () =>
      level === "background"
        ? []
        : prepared().then(({ host, pictures }) => host.renderBoxes(scene, frame, pictures, profile, moves ? ["still"] : undefined)),
    ...(moves ? { motions: () => prepared().then(({ host, pictures }) => host.motions(scene, frame, pictures, profile, timing)) } : {}),
  };
}

const NO_SCENE: Scene = { elements: [] };
/** Of a scene without elements nothing is drawn, whatever is true then. */
const NO_FRAME: FrameState = {
  title: "",
  artist: "",
  channelName: "",
  positionMs: null,
  durationMs: 0,
  stats: { viewerCount: null },
};

/** The background alone, all of it: the same for every item. */
export async function bareRequest(
  needs: Pick<CompositeNeeds, "videoFacts">,
  wanted: PlanBackground,
  profile: EncoderProfile,
): Promise<CompositeRequest> {
  const { background, lengthMs } = await underneath(needs, { background: wanted }, LOOP_MAX_MS, false);
  const maxFrames = Math.ceil((lengthMs * profile.framesPerSecond) / 1000);
  const sceneKey = sceneHash(NO_SCENE, NO_FRAME, { artwork: null, media: {} });
  return { purpose: "background", background, sceneKey, maxFrames, draw: () => Promise.resolve([]) };
}

function sceneAt(scene: Scene, level: CompositeLevel): Scene {
  if (level === "background") return NO_SCENE;
  return level === "still-scene" ? withoutMotion(scene) : scene;
}

/** What lies under the scene, and for how long it is rendered: one pass over it, or where something moves the whole track. */
async function underneath(
  { videoFacts }: Pick<CompositeNeeds, "videoFacts">,
  { background }: Pick<Plan, "background">,
  itemMs: number,
  moves: boolean,
): Promise<{ background: RequestedBackground; lengthMs: number }> {
  if (background.kind !== "video") return { background, lengthMs: moves ? itemMs : LOOP_MIN_MS };
  const { file } = background;
  const { durationMs } = await videoFacts.of(file.path);
  if (moves) return { background: { kind: "video", file, passes: Number.POSITIVE_INFINITY }, lengthMs: itemMs };
  const passes = Math.max(1, Math.ceil(LOOP_MIN_MS / durationMs));
  return {
    background: { kind: "video", file, passes },
    lengthMs: Math.min(LOOP_MAX_MS, durationMs * passes, Math.max(LOOP_MIN_MS, itemMs)),
  };
}

interface SceneFiles {
  readonly artwork: PlanFile | null;
  readonly media: ReadonlyMap<MediaAssetId, PlanFile>;
}

/** Those the scene shows and the disk has: what is gone now may be back tomorrow, under another key. */
async function readableFiles(plan: Plan, item: PlanItem, scene: Scene): Promise<SceneFiles> {
  const shown = scene.elements.filter(({ isVisible }) => isVisible);
  const wanted = new Set(shown.flatMap((element) => element.mediaAssetId ?? []));
  const media = new Map<MediaAssetId, PlanFile>();
  for (const [id, file] of Object.entries(plan.media)) {
    const asset = mediaAssetId.parse(id);
    if (wanted.has(asset) && (await isThere(file))) media.set(asset, file);
  }
  const hasArtwork = item.artwork !== null && shown.some(({ type }) => type === "artwork") && (await isThere(item.artwork));
  return { artwork: hasArtwork ? item.artwork : null, media };
}

async function isThere(file: PlanFile): Promise<boolean> {
  const found = await stat(file.path).catch(() => null);
  return found !== null && found.isFile() && found.size > 0;
}

function hashesOf({ artwork, media }: SceneFiles): PictureHashes {
  return { artwork: artwork?.sha256 ?? null, media: Object.fromEntries([...media].map(([id, file]) => [id, file.sha256])) };
}

async function decodePictures(needs: CompositeNeeds, files: SceneFiles): Promise<Pictures> {
  const host = await needs.sceneHost();
  const media = new Map<MediaAssetId, Bitmap>();
  for (const [id, file] of files.media) {
    const bitmap = await decode(needs, host, file, "a picture of the scene is not readable");
    if (bitmap) media.set(id, bitmap);
  }
  return { artwork: files.artwork && (await decode(needs, host, files.artwork, "artwork not readable")), media };
}

/** A picture that cannot be read costs the picture, not the composite. */
async function decode({ log }: CompositeNeeds, host: NodeSceneHost, { path }: PlanFile, trouble: string): Promise<Bitmap | null> {
  try {
    return await host.decodePicture(await readFile(path));
  } catch (error) {
    log.warn({ err: error, path }, trouble);
    return null;
  }
}

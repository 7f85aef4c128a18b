import { rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { EncoderProfile, RenderEncoder } from "@nightjar/contract";
import { Memo, whileAsked } from "@nightjar/kit";
import { replaceFile } from "@nightjar/kit/node";
import { type CompositeBackground, type OverlayBox, compositeArgs } from "./composite.ts";
import { defaultBackground } from "./default-background.ts";
import { type Preset, RENDERER_VERSION } from "./encoder-args.ts";
import { movingSheet } from "./motion.ts";
import type { ProfileHeaders } from "./profile-headers.ts";
import type { Prepared, RenderPurpose, RenderTask, UnitKey } from "./render-task.ts";
import type { CompositeRequest, DrawnBox, RequestedBackground, TransitionRequest } from "./requests.ts";
import { SECOND_NICENESS, SECOND_PRESET } from "./second-pass.ts";
import { inStandingFolder } from "./standing-folder.ts";
import { transitionArgs } from "./transition.ts";

/** To be there in time; what it costs in picture is made good by the second pass. */
const FIRST_PRESET: Preset = "ultrafast";

export interface PictureTasksOptions {
  readonly key: UnitKey;
  readonly workDir: string;
  /** Where what is drawn once an installation is kept. */
  readonly assetPath: (name: string) => string;
  /** The device of a hardware encoder. */
  readonly device?: ((encoder: RenderEncoder) => string) | undefined;
}

/** How units of picture are made. */
export class PictureTasks {
  readonly #options: PictureTasksOptions;
  /** Plain backgrounds that are being drawn. */
  readonly #defaults = new Memo<string, void>(whileAsked);

  constructor(options: PictureTasksOptions) {
    this.#options = options;
  }

  /**
   * One pass over the item's background. `headers`: null where this unit sets the profile's own.
   * @returns `better`: the same picture with a slower analysis; null where there is none
   */
  composite(
    profile: EncoderProfile,
    headers: ProfileHeaders | null,
    request: CompositeRequest,
  ): { readonly fast: RenderTask; readonly better: RenderTask | null } {
    const identity = [profile, underOf(request.background), request.sceneKey, request.maxFrames];
    const task = (key: string, preset: Preset, purpose: RenderPurpose): RenderTask => ({
      key,
      kind: "video",
      purpose,
      profile,
      expectedHeader: headers?.video ?? null,
      expectedCount: request.maxFrames,
      prepare: () => this.#prepareComposite(key, profile, request, preset),
    });
    const fast = task(this.#options.key(["composite", ...identity]), FIRST_PRESET, request.purpose);
    // As long as its track, used once a round, and the track's length to render: what moves has no second pass.
    if (!headers || request.motions || profile.encoder !== "software")
      return { fast: { ...fast, isLong: request.motions !== undefined }, better: null };
    const betterKey = this.#options.key(["composite", SECOND_PRESET, ...identity]);
    return { fast, better: { ...task(betterKey, SECOND_PRESET, "second-pass"), niceness: SECOND_NICENESS } };
  }

  /** One GOP in which one background gives way to another. */
  transition(profile: EncoderProfile, headers: ProfileHeaders, request: TransitionRequest): RenderTask {
    const { kind, from, to, sceneKey } = request;
    const fromMs = from.background.kind === "video" ? from.fromMs : 0;
    const key = this.#options.key(["transition", profile, kind, underOf(from.background), fromMs, underOf(to), sceneKey]);
    const prepare = async () =>
      this.#withBoxes(key, await request.draw(), async (boxes) => {
        const [under, over] = await Promise.all([this.#background(profile, from.background), this.#background(profile, to)]);
        const device = this.#device(profile);
        return {
          args: transitionArgs({ profile, kind, from: { background: under, fromMs }, to: over, boxes, preset: FIRST_PRESET, device }),
        };
      });
    return { key, kind: "video", purpose: "transition", profile, expectedHeader: headers.video, expectedCount: profile.gopFrames, prepare };
  }

  async #prepareComposite(key: string, profile: EncoderProfile, request: CompositeRequest, preset: Preset): Promise<Prepared> {
    const { maxFrames } = request;
    return this.#withBoxes(key, await request.draw(), async (boxes) => {
      const background = await this.#background(profile, request.background);
      const motions = (await request.motions?.()) ?? [];
      const moving = movingSheet(motions, { framesPerSecond: profile.framesPerSecond, frameCount: maxFrames });
      const args = compositeArgs({ profile, background, boxes, moving, maxFrames, preset, device: this.#device(profile) });
      return { args, ...(moving ? { input: moving.sheets } : {}) };
    });
  }

  #device({ encoder }: EncoderProfile): string {
    return this.#options.device?.(encoder) ?? "";
  }

  async #background({ widthPx, heightPx }: EncoderProfile, wanted: RequestedBackground): Promise<CompositeBackground> {
    if (wanted.kind === "image") return { kind: "image", path: wanted.file.path };
    if (wanted.kind === "video") return { kind: "video", path: wanted.file.path, passes: wanted.passes };
    const rgbPath = this.#options.assetPath(`default-${RENDERER_VERSION}-${widthPx}x${heightPx}.rgb`);
    await this.#defaults.of(rgbPath, () => writeDefaultBackground(rgbPath, widthPx, heightPx));
    return { kind: "still", rgbPath };
  }

  /** What is drawn lies in files until ffmpeg has read it; where it comes to no render, they go at once. */
  async #withBoxes(
    key: string,
    drawn: readonly DrawnBox[],
    prepare: (boxes: readonly OverlayBox[]) => Promise<Omit<Prepared, "cleanUp">>,
  ): Promise<Prepared> {
    const { workDir } = this.#options;
    const files = drawn.map(({ rgba, ...box }, index) => ({ rgba, box: { ...box, rgbaPath: join(workDir, `${key}.${index}.rgba`) } }));
    const boxes = files.map(({ box }) => box);
    const cleanUp = () => removeBoxes(boxes);
    const writing = files.map(({ rgba, box: { rgbaPath } }) =>
      inStandingFolder(rgbaPath, () => writeFile(rgbaPath, rgba, { mode: 0o600 })),
    );
    try {
      await Promise.all(writing);
      return { ...(await prepare(boxes)), cleanUp };
    } catch (error) {
      // One has failed, and others may still be written.
      await Promise.allSettled(writing);
      await cleanUp();
      throw error;
    }
  }
}

async function removeBoxes(boxes: readonly OverlayBox[]): Promise<void> {
  await Promise.all(boxes.map((box) => rm(box.rgbaPath, { force: true })));
}

/** Stands for a background in keys. */
function underOf(wanted: RequestedBackground): readonly unknown[] {
  return wanted.kind === "default" ? ["default"] : [wanted.kind, wanted.file.sha256, wanted.kind === "video" ? wanted.passes : 1];
}

/** Drawn once an installation and size: it takes about a quarter of a second. */
async function writeDefaultBackground(path: string, widthPx: number, heightPx: number): Promise<void> {
  const known = await stat(path).catch(() => null);
  if (known?.size === widthPx * heightPx * 3) return;
  await inStandingFolder(path, () => replaceFile(path, defaultBackground(widthPx, heightPx)));
}

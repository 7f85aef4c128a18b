import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  ELEMENT_TYPES,
  type ElementType,
  type Plan,
  type PlanFile,
  type PlanItem,
  type SceneElement,
  mediaAssetId,
  scene,
} from "@nightjar/contract";
import { run } from "@nightjar/media";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readHeader } from "../src/render/profile-headers.ts";
import { planFile, planItem, testPlan } from "./support/engine.ts";
import { type PictureBench, differing, firstPicture, openPictures } from "./support/pictures.ts";

/** Where the element under test may have ink: descenders and vowel signs reach a little beyond its own box. */
const TITLE_BOX = { xPx: 200, yPx: 470, widthPx: 900, heightPx: 160 };
const ASSET = mediaAssetId.parse("asset-1");

let bench: PictureBench;
let picture: PlanFile;
beforeAll(async () => {
  bench = await openPictures();
  const path = join(bench.dir, "picture.png");
  await run("ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "color=white:s=300x300", "-frames:v", "1", path], { timeoutMs: 30_000 });
  picture = await planFile(path);
});
afterAll(() => bench.close());

function element(type: ElementType, changes: Partial<SceneElement> = {}): SceneElement {
  const place = {
    xPosition: TITLE_BOX.xPx,
    yPosition: 500,
    fontSize: 80,
    boxWidthPx: TITLE_BOX.widthPx,
    fontFamily: "Inter",
    textColor: "#FFFFFF",
  };
  return {
    ...scene.parse({ elements: [{ id: "e", type, ...place, opacity: 100, isVisible: true }] }).elements[0],
    ...changes,
  } as SceneElement;
}

const planWith = (elements: readonly SceneElement[], changes: Partial<Plan> = {}) =>
  testPlan([], "rtmp://h/live", "key", { scene: { elements: [...elements] }, ...changes });
const itemWith = (changes: Partial<PlanItem>): PlanItem => ({ ...planItem("a", null, 2_000), ...changes });
const troubles = () => bench.lines.filter(({ level }) => level === "warn" || level === "error");

async function drawn(plan: Plan, item: PlanItem): Promise<{ pixels: Buffer }> {
  const unit = await bench.render(plan, item);
  expect(await readHeader(unit)).toEqual(bench.slate.headers.video);
  return { pixels: await firstPicture(unit) };
}

describe("a title", () => {
  it.each([
    ["Japanese", "夜に駆ける「千本桜」"],
    ["Korean", "봄날 – 방탄소년단"],
    ["Chinese", "青花瓷，直骨刃海"],
    ["Arabic", "مرحبا بالعالم"],
    ["Hebrew", "שָׁלוֹם עולם"],
    ["Hindi", "तेरी मेरी कहानी"],
    ["Thai", "ที่สุดของหัวใจ"],
    ["emoji", "Fire 🔥 and 👨‍👩‍👧 🇩🇪"],
    ["a newline, quotes, percent and a backslash", "One\nTwo \"x\" 'y' 100 % %d \\ :[v0];null"],
    ["10,000 characters", "Never ending ".repeat(770)],
    ["10,000 characters of Arabic", "مرحبا بالعالم ".repeat(720)],
  ])("in %s is drawn in its box, and changes nothing but the picture", async (_name, title) => {
    const plan = planWith([element("track-title")]);
    const before = troubles().length;
    const [empty, full] = [await drawn(plan, itemWith({ title: "" })), await drawn(plan, itemWith({ title }))];
    const { inside, outside } = differing(empty.pixels, full.pixels, TITLE_BOX);
    expect(inside).toBeGreaterThan(150);
    expect(outside).toBe(0);
    expect(troubles()).toHaveLength(before);
  });
});

describe("every type of element", () => {
  it.each(ELEMENT_TYPES)("%s is drawn on air", async (type) => {
    const isMedia = ["image", "logo", "icon"].includes(type);
    const shown = element(type, { content: type === "text" ? "Some words" : null, mediaAssetId: isMedia ? ASSET : null });
    const plan = planWith([shown], { media: { [ASSET]: picture }, stats: { viewerCount: 12_345 } });
    const item = itemWith({ title: "Title", artist: "Artist", artwork: picture });
    const [without, withIt] = [await drawn({ ...plan, scene: { elements: [] } }, item), await drawn(plan, item)];
    const { inside, outside } = differing(without.pixels, withIt.pixels, TITLE_BOX);
    expect(inside).toBeGreaterThan(100);
    expect(outside).toBe(0);
  });
});

describe("a picture of the scene that cannot be read", () => {
  it("costs itself, not the composite; and is there once its file is", async () => {
    const words = element("text", { content: "Still here", xPosition: 1300 });
    const logo = element("logo", { mediaAssetId: ASSET });
    const back = join(bench.dir, "back.png");
    const broken = join(bench.dir, "broken.png");
    await writeFile(broken, "no picture at all");
    const drawnWith = async (file: PlanFile) => (await drawn(planWith([words, logo], { media: { [ASSET]: file } }), itemWith({}))).pixels;
    const wordsAlone = (await drawn(planWith([words]), itemWith({}))).pixels;
    const gone = { path: back, sha256: picture.sha256 };
    for (const file of [gone, await planFile(broken)])
      expect(differing(wordsAlone, await drawnWith(file), TITLE_BOX)).toEqual({ inside: 0, outside: 0 });
    await writeFile(back, await readFile(picture.path));
    expect(differing(wordsAlone, await drawnWith(gone), TITLE_BOX).inside).toBeGreaterThan(100);
  });
});

describe("what is left of a picture", () => {
  it("is the background alone when the scene cannot be drawn", async () => {
    const blind = await openPictures({ loadSceneHost: () => Promise.reject(new Error("no canvas")) });
    try {
      const asked = [planWith([element("track-title")]), itemWith({ title: "Unseen" })] as const;
      await expect(blind.render(...asked)).rejects.toThrow("no canvas");
      const unit = await blind.render(...asked, "background");
      expect(await readHeader(unit)).toEqual(blind.slate.headers.video);
    } finally {
      await blind.close();
    }
  });

  it("is its words over the plain background when the background is broken", async () => {
    const path = join(bench.dir, "broken.mp4");
    await writeFile(path, "no video at all");
    const plan = planWith([element("track-title")], { background: { kind: "video", file: await planFile(path) } });
    const plain = await drawn(planWith([element("track-title")]), itemWith({ title: "Words" }));
    await expect(bench.render(plan, itemWith({ title: "Words" }))).rejects.toThrow();
    await expect(bench.render(plan, itemWith({ title: "Words" }), "background")).rejects.toThrow();
    const unit = await bench.render(plan, itemWith({ title: "Words" }), "plain");
    expect(differing(plain.pixels, await firstPicture(unit), TITLE_BOX)).toEqual({ inside: 0, outside: 0 });
  });
});

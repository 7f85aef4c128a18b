import { BUILT_IN_SCENE, BUILT_IN_TEMPLATES, CANVAS_HEIGHT_PX, CANVAS_WIDTH_PX, scene } from "@nightjar/contract";
import { beforeAll, describe, expect, test } from "vitest";
import { layout } from "../src/layout.ts";
import { prepareScene } from "../src/prepare.ts";
import { bottom, intersection, right } from "../src/rect.ts";
import type { SceneTools } from "../src/resources.ts";
import { NO_PICTURES } from "../src/resources.ts";
import { frameOf } from "./scenes.ts";
import { realTools } from "./tools.fixture.ts";

/** As wide as a phone shows a video. */
const PHONE_WIDTH_PX = 390;
/** Smaller letters of a title cannot be read on it. */
const LEAST_TITLE_PX = 11;

const FRAMES = [
  frameOf("i", "."),
  frameOf("Café del Mar", "Energy 52"),
  frameOf("The Unbearable Lightness of a Very Long Title ".repeat(20), "An artist and friends ".repeat(20)),
  frameOf("夜に駆ける「千本桜」".repeat(20), "初音ミク".repeat(40)),
  frameOf("مرحبا بالعالم أغنية لا تنسى ".repeat(20), "فيروز ".repeat(40)),
].map((frame) => ({ ...frame, channelName: frame.artist, positionMs: 5_000, stats: { viewerCount: 1_234_567 } }));

let tools: SceneTools;
beforeAll(async () => {
  tools = await realTools();
});

describe.each(BUILT_IN_TEMPLATES)("the template '$name'", ({ elements, plates }) => {
  const shown = scene.parse({ elements: elements.map(({ id, fields }) => ({ ...fields, id })), plates });

  test("keeps everything on the canvas and no two things on top of each other, whatever plays", async () => {
    for (const frame of FRAMES) {
      await prepareScene(shown, frame, tools);
      const placed = layout(shown, frame, { ...tools, pictures: NO_PICTURES });
      expect(placed.elements).toHaveLength(elements.length);
      for (const { box } of [...placed.plates, ...placed.elements]) {
        expect(Math.min(box.xPx, box.yPx, CANVAS_WIDTH_PX - right(box), CANVAS_HEIGHT_PX - bottom(box))).toBeGreaterThanOrEqual(0);
      }
      for (const [i, { box }] of placed.elements.entries()) {
        for (const other of placed.elements.slice(i + 1)) expect(intersection(box, other.box), other.elementId).toBeNull();
      }
    }
  });

  test("has a title that can be read on a phone", () => {
    const [title] = elements.filter(({ fields }) => fields.type === "track-title");
    expect(((title?.fields.fontSize ?? 0) * PHONE_WIDTH_PX) / CANVAS_WIDTH_PX).toBeGreaterThan(LEAST_TITLE_PX);
  });
});

test("the template that everybody begins with shows what a studio without any shows", () => {
  const [first] = BUILT_IN_TEMPLATES;
  const shown = scene.parse({ elements: first?.elements.map(({ id, fields }) => ({ ...fields, id })), plates: first?.plates });
  expect(shown).toEqual(BUILT_IN_SCENE);
  expect(BUILT_IN_TEMPLATES.filter(({ isDefault }) => isDefault)).toEqual([first]);
});

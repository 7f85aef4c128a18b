import { BUILT_IN_SCENE, mediaAssetId } from "@nightjar/contract";
import type { Plan, StreamId, TemplateId } from "@nightjar/contract";
import { mediaAssets, overlayElements, overlayTemplates } from "@nightjar/db";
import { addTrack, shaOf } from "@nightjar/api/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listTemplateElements, listTemplates } from "../../src/overlays/list-templates.ts";
import { addTrack as addOne, addTracks } from "../../src/streams/add-tracks.ts";
import { createStream } from "../../src/streams/create-stream.ts";
import { setDestination } from "../../src/streams/destination.ts";
import { getMotionPrice } from "../../src/streams/motion-price.ts";
import { startStream } from "../../src/streams/start-stop.ts";
import { updateStream } from "../../src/streams/update-stream.ts";
import { openStudio } from "../support/call-verb.ts";
import type { Studio } from "../support/call-verb.ts";

let studio: Studio;
beforeEach(async () => {
  studio = await openStudio();
});
afterEach(() => studio.close());

type ElementValues = Partial<typeof overlayElements.$inferInsert>;

/** A template with these elements, put straight into the database: its designer is another matter. */
function addTemplate(name: string, elements: readonly ElementValues[]): TemplateId {
  const { db } = studio.services;
  const { id } = db.insert(overlayTemplates).values({ name }).returning().get();
  for (const [index, values] of elements.entries()) {
    db.insert(overlayElements)
      .values({ name: `Element ${index}`, type: "text", templateId: id, fontSize: 32, fontFamily: "Inter", ...values })
      .run();
  }
  return id;
}

/** A picture's row, put straight into the database. */
function addPicture(id: string, fileName: string, filePath: string) {
  const asset = { id: mediaAssetId.parse(id), fileName, filePath, fileType: "image/png" };
  studio.services.db.insert(mediaAssets).values(asset).run();
  return asset;
}

const bar: ElementValues = { type: "progress-bar", xPosition: 100, yPosition: 900, fontSize: 20 };

async function newStream(trackTitles: readonly string[]): Promise<StreamId> {
  const { id } = await studio.callVerb(createStream, { title: "Night" });
  const trackIds = trackTitles.map((title) => addTrack(studio.services, title));
  await studio.callVerb(addTracks, { streamId: id, trackIds });
  return id;
}

async function planWith(activeOverlayTemplateId: TemplateId | null): Promise<Plan> {
  const id = await newStream(["A"]);
  await studio.callVerb(setDestination, { id, rtmpUrl: "rtmp://127.0.0.1:1935/live", streamKey: "key" });
  await studio.callVerb(updateStream, { id, activeOverlayTemplateId });
  await studio.callVerb(startStream, { id });
  const plan = studio.engine.pushed.at(-1);
  if (!plan) throw new Error("nothing was pushed");
  return plan;
}

describe("templates", () => {
  it("and their elements are listed, elements from back to front with their media asset", async () => {
    const asset = addPicture("asset-1", "logo.png", `/api/files/media/${shaOf("logo")}.png`);
    const id = addTemplate("Corner", [bar, { type: "logo", mediaAssetId: asset.id, isVisible: false }]);
    const [template] = await studio.callVerb(listTemplates, undefined);
    expect(template).toMatchObject({ id, name: "Corner", isDefault: false, revision: 0, updatedBy: null, plates: [] });
    const elements = await studio.callVerb(listTemplateElements, { id });
    expect(elements.map(({ type, isVisible }) => [type, isVisible])).toEqual([
      ["progress-bar", true],
      ["logo", false],
    ]);
    const { fileType: _notTold, ...told } = asset;
    expect(elements[1]?.mediaAsset).toEqual({ ...told, widthPx: null, heightPx: null });
    expect((await studio.refusal(listTemplateElements, { id: "none" })).code).toBe("not-found");
  });
});

describe("the scene of a plan", () => {
  it("is the built-in one without a template", async () => {
    expect(await planWith(null)).toMatchObject({ scene: BUILT_IN_SCENE, media: {} });
  });

  it("is the template's, in its order, with the files of its pictures by their content", async () => {
    const sha256 = shaOf("logo");
    const asset = addPicture("asset-1", "logo.png", `/api/files/media/${sha256}.png`);
    const strange = addPicture("asset-2", "x", "/etc/passwd");
    const plan = await planWith(
      addTemplate("Corner", [
        { type: "image", mediaAssetId: strange.id },
        { type: "logo", mediaAssetId: asset.id, fontSize: 150, xPosition: 40 },
        { type: "social-stats", textColor: "#FFAA00", opacity: 80 },
        { content: 'A "quote", 100 % and a\nnew line' },
      ]),
    );
    expect(plan.scene.elements.map(({ type }) => type)).toEqual(["image", "logo", "social-stats", "text"]);
    expect(plan.scene.elements[3]?.content).toBe('A "quote", 100 % and a\nnew line');
    expect(plan.media).toEqual({ "asset-1": { path: `/data/media/${sha256}.png`, sha256 } });
  });

  it("leaves out an element that no scene can hold, and keeps the others", async () => {
    const plan = await planWith(addTemplate("Odd", [{ textColor: "red" }, { type: "track-title" }, { fontSize: -1 }]));
    expect(plan.scene.elements.map(({ type }) => type)).toEqual(["track-title"]);
  });
});

describe("the price of a template that moves", () => {
  const priceOf = (id: StreamId, templateId: TemplateId) => studio.callVerb(getMotionPrice, { id, templateId });

  it("counts each track once, and asks the machine how fast it renders", async () => {
    const id = await newStream(["A", "B"]);
    const { tracklistIds } = await studio.callVerb(addTracks, { streamId: id, trackIds: [addTrack(studio.services, "A again")] });
    await studio.callVerb(addOne, { id, trackId: tracklistIds[0] });
    const playedMs = 3 * 62_500;
    const price = { moves: true, tracks: 3, bytes: Math.round((playedMs * 4500) / 8), renderMs: Math.round(playedMs / 4) };
    expect(await priceOf(id, addTemplate("Bar", [bar]))).toEqual(price);
  });

  it("is nothing for a scene that stands still, or whose bar is hidden", async () => {
    const id = await newStream(["A"]);
    const still = addTemplate("Still", [{ type: "track-title" }]);
    const hidden = addTemplate("Hidden", [{ ...bar, isVisible: false }]);
    for (const template of [still, hidden]) expect(await priceOf(id, template)).toEqual({ moves: false, tracks: 1, bytes: 0, renderMs: 0 });
    expect((await studio.refusal(getMotionPrice, { id, templateId: "none" })).code).toBe("not-found");
  });
});

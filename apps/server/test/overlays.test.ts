import { BUILT_IN_SCENE, motionPrice, overlayElement, overlayTemplate } from "@nightjar/contract";
import type { Plan, StreamId, TemplateId } from "@nightjar/contract";
import { mediaAssets, overlayElements, overlayTemplates } from "@nightjar/db";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { addTrack, shaOf } from "@nightjar/api/testing";
import { startTestServer, textAt } from "./support/server.ts";
import type { TestServer } from "./support/server.ts";

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

type ElementValues = Partial<typeof overlayElements.$inferInsert>;

/** A template with these elements, put straight into the database: its designer is another matter. */
function addTemplate(name: string, elements: readonly ElementValues[]): TemplateId {
  const { db } = server.services;
  const { id } = db.insert(overlayTemplates).values({ name }).returning().get();
  for (const [index, values] of elements.entries()) {
    db.insert(overlayElements)
      .values({ name: `Element ${index}`, type: "text", templateId: id, fontSize: 32, fontFamily: "Inter", ...values })
      .run();
  }
  return id;
}

const bar: ElementValues = { type: "progress-bar", xPosition: 100, yPosition: 900, fontSize: 20 };

async function newStream(trackTitles: readonly string[]): Promise<StreamId> {
  const id = textAt(await server.call("POST", "/api/streams", { body: { title: "Night" } }), "id") as StreamId;
  const trackIds = trackTitles.map((title) => addTrack(server.services, title));
  if (trackIds.length > 0) await server.call("POST", "/api/streams/add-tracks", { body: { streamId: id, trackIds } });
  return id;
}

const choose = (id: StreamId, activeOverlayTemplateId: TemplateId | null) =>
  server.call("PATCH", `/api/streams/${id}`, { body: { activeOverlayTemplateId } });

async function planWith(template: TemplateId | null): Promise<Plan> {
  const id = await newStream(["A"]);
  await server.call("PUT", `/api/streams/${id}/destination`, { body: { rtmpUrl: "rtmp://127.0.0.1:1935/live", streamKey: "key" } });
  expect((await choose(id, template)).status).toBe(200);
  expect((await server.call("POST", `/api/direct-streaming/start/${id}`, { body: {} })).status).toBe(200);
  const plan = server.engine.pushed.at(-1);
  if (!plan) throw new Error("nothing was pushed");
  return plan;
}

describe("templates", () => {
  it("and their elements are listed, elements from back to front with their media asset", async () => {
    const asset = { id: "asset-1", fileName: "logo.png", filePath: `/api/files/media/${shaOf("logo")}.png`, fileType: "image/png" };
    server.services.db
      .insert(mediaAssets)
      .values({ ...asset, id: asset.id as never })
      .run();
    const id = addTemplate("Corner", [bar, { type: "logo", mediaAssetId: asset.id as never, isVisible: false }]);
    const templates = z.array(overlayTemplate).parse((await server.call("GET", "/api/overlay-templates")).json);
    expect(templates.at(-1)).toMatchObject({ id, name: "Corner", isDefault: false, revision: 0, updatedBy: null, plates: [] });
    const elements = z.array(overlayElement).parse((await server.call("GET", `/api/overlay-templates/${id}/elements`)).json);
    expect(elements.map(({ type, isVisible }) => [type, isVisible])).toEqual([
      ["progress-bar", true],
      ["logo", false],
    ]);
    const { fileType: _notTold, ...told } = asset;
    expect(elements[1]?.mediaAsset).toEqual({ ...told, widthPx: null, heightPx: null });
    expect((await server.call("GET", "/api/overlay-templates/none/elements")).status).toBe(404);
  });
});

describe("the scene of a plan", () => {
  it("is the built-in one without a template", async () => {
    expect(await planWith(null)).toMatchObject({ scene: BUILT_IN_SCENE, media: {} });
  });

  it("is the template's, in its order, with the files of its pictures by their content", async () => {
    const sha256 = shaOf("logo");
    const asset = { id: "asset-1" as never, fileName: "logo.png", filePath: `/api/files/media/${sha256}.png`, fileType: "image/png" };
    server.services.db.insert(mediaAssets).values(asset).run();
    const strange = { id: "asset-2" as never, fileName: "x", filePath: "/etc/passwd", fileType: "image/png" };
    server.services.db.insert(mediaAssets).values(strange).run();
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
    expect(plan.media).toEqual({ "asset-1": { path: join(server.dataDir, "files", "media", `${sha256}.png`), sha256 } });
  });

  it("leaves out an element that no scene can hold, and keeps the others", async () => {
    const plan = await planWith(addTemplate("Odd", [{ textColor: "red" }, { type: "track-title" }, { fontSize: -1 }]));
    expect(plan.scene.elements.map(({ type }) => type)).toEqual(["track-title"]);
  });
});

describe("the price of a template that moves", () => {
  const priceOf = async (id: StreamId, template: TemplateId | string) =>
    server.call("GET", `/api/streams/${id}/motion-price?templateId=${template}`);

  it("counts each track once, and asks the machine how fast it renders", async () => {
    const id = await newStream(["A", "B"]);
    await server.call("POST", "/api/streams/add-tracks", { body: { streamId: id, trackIds: [addTrack(server.services, "A again")] } });
    const [first] = z
      .object({ tracklistIds: z.array(z.string()) })
      .parse((await server.call("GET", `/api/streams/${id}`)).json).tracklistIds;
    await server.call("POST", `/api/streams/${id}/tracks`, { body: { trackId: first } });
    const price = motionPrice.parse((await priceOf(id, addTemplate("Bar", [bar]))).json);
    const playedMs = 3 * 62_500;
    expect(price).toEqual({ moves: true, tracks: 3, bytes: Math.round((playedMs * 4500) / 8), renderMs: Math.round(playedMs / 4) });
  });

  it("is nothing for a scene that stands still, or whose bar is hidden", async () => {
    const id = await newStream(["A"]);
    for (const elements of [[{ type: "track-title" } as const], [{ ...bar, isVisible: false }]]) {
      const price = (await priceOf(id, addTemplate(`T${elements.length}${JSON.stringify(elements).length}`, elements))).json;
      expect(price).toEqual({ moves: false, tracks: 1, bytes: 0, renderMs: 0 });
    }
    expect((await priceOf(id, "none")).status).toBe(404);
  });
});

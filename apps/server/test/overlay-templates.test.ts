import { BUILT_IN_TEMPLATES, ENTRY_TEMPLATE_NAME, overlayElement, overlayTemplate } from "@nightjar/contract";
import type { OverlayElement, TemplateId } from "@nightjar/contract";
import { overlayTemplates } from "@nightjar/db";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { builtInNames, designer, documentOf, fieldsOf, refusalOf } from "./support/overlays.ts";
import { startTestServer, textAt } from "./support/server.ts";
import type { TestServer } from "./support/server.ts";

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

const post = (path: string, body: unknown) => server.call("POST", path, { body });
const templates = async () => z.array(overlayTemplate).parse((await server.call("GET", "/api/overlay-templates")).json);
const elementsOf = async (id: string) =>
  z.array(overlayElement).parse((await server.call("GET", `/api/overlay-templates/${id}/elements`)).json);
const newTemplate = async (name = "Night") => textAt(await post("/api/overlay-templates", { name }), "id") as TemplateId;
const plate = (...elementIds: string[]) => ({ elementIds, color: "#000000", opacity: 50, paddingPx: 8, paddingRightPx: 8, radiusPx: 8 });

describe("a new studio", () => {
  it("has the built-in templates, with elements of its own and plates that lie under these", async () => {
    const all = await templates();
    expect(all.map(({ name }) => name)).toEqual(builtInNames);
    expect(all.filter(({ isDefault }) => isDefault).map(({ name }) => name)).toEqual([ENTRY_TEMPLATE_NAME]);
    for (const [index, template] of all.entries()) {
      const built = BUILT_IN_TEMPLATES[index];
      const elements = await elementsOf(template.id);
      expect(elements.map((element) => element.name)).toEqual(built?.elements.map(({ fields }) => fields.name));
      expect(elements[0]).toMatchObject(built?.elements[0]?.fields ?? {});
      const position = new Map<string, number>(elements.map((element, at) => [element.id, at]));
      const builtPosition = new Map<string, number>(built?.elements.map((element, at) => [element.id, at]));
      expect(template.plates.map(({ elementIds }) => elementIds.map((id) => position.get(id)))).toEqual(
        built?.plates.map(({ elementIds }) => elementIds.map((id) => builtPosition.get(id))),
      );
      expect(elements.some((element) => builtPosition.has(element.id))).toBe(false);
    }
    const stream = await post("/api/streams", { title: "S" });
    expect(stream.json).toMatchObject({ activeOverlayTemplateId: null });
  });

  it("gets them once: what is deleted or renamed stays so at the next start", async () => {
    const [first, ...rest] = await templates();
    expect((await server.call("DELETE", `/api/overlay-templates/${first?.id}`)).status).toBe(204);
    await server.running.stop();
    const again = await startTestServer({ DATA_DIR: server.dataDir });
    const names = again.services.db.select({ name: overlayTemplates.name }).from(overlayTemplates).all();
    expect(names.map(({ name }) => name)).toEqual(rest.map(({ name }) => name));
    await again.running.stop();
  });
});

describe("a template", () => {
  it("is made with a name, described at will, and changed in part", async () => {
    const made = await post("/api/overlay-templates", { name: " Night ", description: " " });
    expect(made.status).toBe(201);
    const id = textAt(made, "id");
    const expected = { id, name: "Night", description: null, isDefault: false, revision: 0, updatedBy: "admin@example.com", plates: [] };
    expect(overlayTemplate.parse(made.json)).toMatchObject(expected);
    const patch = (body: unknown) => server.call("PATCH", `/api/overlay-templates/${id}`, { body });
    expect((await patch({ description: "Dark" })).json).toMatchObject({ name: "Night", description: "Dark", revision: 1 });
    expect((await patch({ name: "Noon" })).json).toMatchObject({ name: "Noon", description: "Dark", revision: 2 });
    expect((await patch({ description: null, revision: 2 })).json).toMatchObject({ name: "Noon", description: null, revision: 3 });
    expect((await patch({})).json).toMatchObject({ revision: 3 });
    expect(await patch({ name: "Late", revision: 2 })).toMatchObject({
      status: 409,
      json: { message: "This template was changed by admin@example.com in the meantime.", revision: 3, updatedBy: "admin@example.com" },
    });
    for (const name of ["", "  ", null, 5]) {
      for (const answer of [await patch({ name }), await post("/api/overlay-templates", { name })]) {
        expect({ status: answer.status, message: textAt(answer, "message") }).toEqual({
          ...{ status: 400, message: "Please enter a name for the template" },
        });
      }
    }
    expect((await post("/api/overlay-templates", {})).status).toBe(400);
    expect((await server.call("PATCH", "/api/overlay-templates/none", { body: { name: "x" } })).status).toBe(404);
    expect((await templates()).at(-1)).toMatchObject({ name: "Noon", revision: 3 });
  });

  it("can be made with elements, which get ids of their own that its plates follow", async () => {
    const elements = ["a", "b"].map((id) => ({ id, fields: fieldsOf({ name: id }) }));
    const plates = [plate("b", "a"), plate("b", "gone"), plate("gone")];
    const made = await designer(server).create({ name: "Copy", elements, plates });
    const [a, b] = made.elements;
    expect(made.elements.map(({ name }) => name)).toEqual(["a", "b"]);
    expect([a?.id, b?.id]).not.toContain("a");
    expect(made.template.plates.map(({ elementIds }) => elementIds)).toEqual([[b?.id, a?.id], [b?.id]]);
    const before = (await templates()).length;
    const twice = await designer(server).call("createTemplate", { name: "Twice", elements: [...elements, ...elements] });
    expect(refusalOf(twice)).toMatchObject({ status: 400, message: "Two elements have the same id" });
    expect((await templates()).length).toBe(before);
    const copy = documentOf(await designer(server).call("createTemplate", { name: "Copy", elements, plates }));
    expect(copy.elements.map(({ id }) => id)).not.toEqual(made.elements.map(({ id }) => id));
  });

  it("stays while streams show it, and says which; gone it takes its elements along", async () => {
    const id = await newTemplate();
    await post("/api/overlay-elements", { templateId: id, name: "N", type: "text" });
    const kept = (await templates()).length - 1;
    const streams = [];
    for (const title of ["One", "Two"]) {
      const stream = textAt(await post("/api/streams", { title }), "id");
      await server.call("PATCH", `/api/streams/${stream}`, { body: { activeOverlayTemplateId: id } });
      streams.push({ id: stream, title });
    }
    expect((await server.call("GET", `/api/overlay-templates/${id}/usage`)).json).toEqual(streams);
    expect(await server.call("DELETE", `/api/overlay-templates/${id}`)).toMatchObject({
      status: 409,
      json: { message: "The template is used by One, Two; remove it from them first.", streams: ["One", "Two"] },
    });
    expect(await elementsOf(id)).toHaveLength(1);
    for (const stream of streams) await server.call("PATCH", `/api/streams/${stream.id}`, { body: { activeOverlayTemplateId: null } });
    expect((await server.call("GET", `/api/overlay-templates/${id}/usage`)).json).toEqual([]);
    expect(await server.call("DELETE", `/api/overlay-templates/${id}`)).toMatchObject({ status: 204, text: "" });
    expect(await templates()).toHaveLength(kept);
    for (const [method, path] of [
      ["DELETE", ""],
      ["GET", "/usage"],
      ["GET", "/elements"],
    ] as const) {
      expect((await server.call(method, `/api/overlay-templates/${id}${path}`)).status, path).toBe(404);
    }
    const all = z.array(overlayElement).parse((await server.call("GET", "/api/overlay-elements")).json);
    expect(all.filter(({ templateId }) => templateId === id)).toEqual([]);
  });
});

describe("an element", () => {
  it("needs only its template, name and type: the rest is as the specification's schema stores it", async () => {
    const templateId = await newTemplate();
    const made = await post("/api/overlay-elements", { templateId, name: "N", type: "progress-bar" });
    expect(made.status).toBe(201);
    const expected: Partial<OverlayElement> = {
      ...{ templateId, name: "N", type: "progress-bar", xPosition: 0, yPosition: 0, fontSize: 14, fontFamily: "Roboto" },
      ...{ textColor: "#FFFFFF", opacity: 90, isVisible: true, content: null, mediaAssetId: null, mediaAsset: null },
      ...{ fontWeight: "400", textAlign: "left", textOverflow: "ellipsis", boxWidthPx: null, shadowOpacity: 0, outlineWidthPx: 0 },
      ...{ layer: 0, isLocked: false },
    };
    expect(overlayElement.parse(made.json)).toMatchObject(expected);
    const next = await post("/api/overlay-elements", { templateId, name: "M", type: "text", content: "Hi", xPosition: 5.5 });
    expect(next.json).toMatchObject({ layer: 1, content: "Hi", xPosition: 5.5 });
    expect((await elementsOf(templateId)).map(({ name }) => name)).toEqual(["N", "M"]);
  });

  it("is changed in part, and only within its limits", async () => {
    const templateId = await newTemplate();
    const id = textAt(await post("/api/overlay-elements", { templateId, name: "N", type: "text", content: "Hi" }), "id");
    const patch = (body: unknown) => server.call("PATCH", `/api/overlay-elements/${id}`, { body });
    const before = overlayElement.parse((await patch({ isVisible: false, yPosition: 1080 })).json);
    expect(before).toMatchObject({ isVisible: false, yPosition: 1080, content: "Hi", opacity: 90 });
    for (const body of [
      ...[{ xPosition: -1 }, { yPosition: 1081 }, { fontSize: 4 }, { fontSize: "big" }, { opacity: 101 }, { type: "video" }],
      ...[{ textColor: "#FFF" }, { mediaAssetId: "none" }, { isVisible: "yes" }, { name: "" }, { shadowBlurPx: 65, opacity: 5 }],
    ]) {
      expect({ body, status: (await patch(body)).status }).toEqual({ body, status: 400 });
    }
    for (const body of [
      {},
      { templateId },
      { templateId, name: "N" },
      { name: "N", type: "text" },
      { templateId, name: "", type: "text" },
    ]) {
      expect({ body, status: (await post("/api/overlay-elements", body)).status }).toEqual({ body, status: 400 });
    }
    expect((await post("/api/overlay-elements", { templateId: "none", name: "N", type: "text" })).status).toBe(404);
    expect(await elementsOf(templateId)).toEqual([before]);
    expect((await server.call("PATCH", "/api/overlay-elements/none", { body: { opacity: 1 } })).status).toBe(404);
    expect((await server.call("DELETE", "/api/overlay-elements/none")).status).toBe(404);
  });
});

import { BUILT_IN_TEMPLATES, ENTRY_TEMPLATE_NAME } from "@nightjar/contract";
import type { OverlayElement } from "@nightjar/contract";
import { fieldsOf } from "@nightjar/api/testing";
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createElement } from "../../src/overlays/create-element.ts";
import { createTemplate } from "../../src/overlays/create-template.ts";
import { deleteElement } from "../../src/overlays/delete-element.ts";
import { deleteTemplate } from "../../src/overlays/delete-template.ts";
import { listElements } from "../../src/overlays/list-elements.ts";
import { listTemplateElements, listTemplates } from "../../src/overlays/list-templates.ts";
import { seedTemplates } from "../../src/overlays/seed-templates.ts";
import { getTemplateUsage } from "../../src/overlays/template-usage.ts";
import { updateElement } from "../../src/overlays/update-element.ts";
import { updateTemplate } from "../../src/overlays/update-template.ts";
import { createStream } from "../../src/streams/create-stream.ts";
import { updateStream } from "../../src/streams/update-stream.ts";
import type { Verb } from "../../src/verb.ts";
import { openStudio } from "../support/call-verb.ts";
import type { Studio } from "../support/call-verb.ts";

let studio: Studio;
beforeEach(async () => {
  studio = await openStudio();
  seedTemplates(studio.services);
});
afterEach(() => studio.close());

const OTHERWISE = "The template was made already, and not as it is asked for now: see the list of templates";
const plate = (...elementIds: string[]) => ({ elementIds, color: "#000000", opacity: 50, paddingPx: 8, paddingRightPx: 8, radiusPx: 8 });
const templates = () => studio.callVerb(listTemplates, undefined);
const elementsOf = (id: string) => studio.callVerb(listTemplateElements, { id });
const create = (fields: object) => studio.callVerb(createTemplate, { ...fields });
const newTemplate = async (name = "Night") => (await create({ name })).template.id;

describe("a new studio", () => {
  it("has the built-in templates, with elements of its own and plates that lie under these", async () => {
    const all = await templates();
    expect(all.map(({ name }) => name)).toEqual(BUILT_IN_TEMPLATES.map(({ name }) => name));
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
    expect(await studio.callVerb(createStream, { title: "S" })).toMatchObject({ activeOverlayTemplateId: null });
  });

  it("gets them once: what is deleted or renamed stays so at the next start", async () => {
    const [first, second, ...rest] = (await templates()).map(({ id }) => id);
    await studio.callVerb(deleteTemplate, { id: first });
    await studio.callVerb(updateTemplate, { id: second, name: "Ours" });
    studio = studio.reopen();
    seedTemplates(studio.services);
    const after = await templates();
    expect(after.map(({ id }) => id)).toEqual([second, ...rest]);
    expect(after[0]?.name).toBe("Ours");
  });
});

describe("a template", () => {
  it("is made with a name, described at will, and changed in part", async () => {
    const { email: updatedBy, token } = await studio.account("staff", "approved");
    const { template } = await studio.callVerb(createTemplate, { name: " Night ", description: " " }, { token });
    const { id } = template;
    expect(template).toMatchObject({ name: "Night", description: null, isDefault: false, revision: 0, updatedBy, plates: [] });
    const patch = (fields: object) => studio.callVerb(updateTemplate, { id, ...fields }, { token });
    expect(await patch({ description: "Dark" })).toMatchObject({ name: "Night", description: "Dark", revision: 1 });
    expect(await patch({ name: "Noon" })).toMatchObject({ name: "Noon", description: "Dark", revision: 2 });
    expect(await patch({ description: null, revision: 2 })).toMatchObject({ name: "Noon", description: null, revision: 3 });
    expect(await patch({})).toMatchObject({ revision: 3 });
    expect(await studio.refusal(updateTemplate, { id, name: "Late", revision: 2 })).toMatchObject({
      ...{ code: "conflict", message: `This template was changed by ${updatedBy} in the meantime.`, details: { revision: 3, updatedBy } },
    });
    for (const name of ["", "  ", null, 5]) {
      for (const refused of [await studio.refusal(updateTemplate, { id, name }), await studio.refusal(createTemplate, { name })]) {
        expect(refused).toMatchObject({ code: "invalid-input", message: "Please enter a name for the template" });
      }
    }
    expect((await studio.refusal(createTemplate, {})).code).toBe("invalid-input");
    expect((await studio.refusal(updateTemplate, { id: "none", name: "x" })).code).toBe("not-found");
    expect((await templates()).at(-1)).toMatchObject({ name: "Noon", revision: 3 });
  });

  it("of an id that its maker chose is made once, however often it is asked for; that id stands for no other one", async () => {
    const input = { id: randomUUID(), name: "Once", elements: [{ id: "a", fields: fieldsOf({ name: "a" }) }] };
    const made = await create(input);
    const before = await templates();
    const seen: string[] = [];
    studio.services.live.subscribe((event) => void (event.type === "changed" && seen.push(event.entity)));
    expect(await create(input)).toEqual(made);
    expect([await templates(), seen]).toEqual([before, ["overlays"]]);
    expect(await studio.refusal(createTemplate, { ...input, name: "Another" })).toMatchObject({ code: "conflict", message: OTHERWISE });
    expect(await studio.refusal(createTemplate, { ...input, id: "once" })).toMatchObject({
      code: "invalid-input",
      issues: [{ path: "id" }],
    });
    expect(await templates()).toEqual(before);
  });

  it("of an id that its maker chose is refused with other elements or plates than it was made with, and where it was edited since", async () => {
    const [a, b] = ["a", "b"].map((id) => ({ id, fields: fieldsOf({ name: id, xPosition: 10.5, boxWidthPx: null, isLocked: true }) }));
    const input = { id: randomUUID(), name: "Once", elements: [a, b], plates: [plate("b", "a"), plate("gone")] };
    const made = await create(input);
    expect(await create(input)).toEqual(made);
    for (const other of [
      ...[{ elements: [] }, { elements: [a] }, { elements: [b, a] }, { elements: [a, b, { ...b, id: "c" }] }],
      { elements: [a, { id: "b", fields: fieldsOf({ ...b?.fields, content: "Bye" }) }] },
      ...[{ plates: [] }, { plates: [plate("a", "b")] }, { plates: [{ ...plate("b", "a"), opacity: 51 }] }],
    ]) {
      const { code, message } = await studio.refusal(createTemplate, { ...input, ...other });
      expect({ other, code, message }).toEqual({ other, code: "conflict", message: OTHERWISE });
    }
    expect(await create(input)).toEqual(made);
    await studio.callVerb(updateElement, { id: made.elements[0]?.id, content: "Theirs" });
    expect(await studio.refusal(createTemplate, input)).toMatchObject({ code: "conflict", message: OTHERWISE });
  });

  it("can be made with elements, which get ids of their own that its plates follow", async () => {
    const elements = ["a", "b"].map((id) => ({ id, fields: fieldsOf({ name: id }) }));
    const plates = [plate("b", "a"), plate("b", "gone"), plate("gone")];
    const made = await create({ name: "Copy", elements, plates });
    const [a, b] = made.elements;
    expect(made.elements.map(({ name }) => name)).toEqual(["a", "b"]);
    expect([a?.id, b?.id]).not.toContain("a");
    expect(made.template.plates.map(({ elementIds }) => elementIds)).toEqual([[b?.id, a?.id], [b?.id]]);
    const before = (await templates()).length;
    const twice = await studio.refusal(createTemplate, { name: "Twice", elements: [...elements, ...elements] });
    expect(twice).toMatchObject({ code: "invalid-input", message: "Two elements have the same id" });
    expect((await templates()).length).toBe(before);
    const copy = await create({ name: "Copy", elements, plates });
    expect(copy.elements.map(({ id }) => id)).not.toEqual(made.elements.map(({ id }) => id));
  });

  it("stays while streams show it, and says which; gone it takes its elements along", async () => {
    const id = await newTemplate();
    await studio.callVerb(createElement, { templateId: id, name: "N", type: "text" });
    const kept = (await templates()).length - 1;
    const streams: { readonly id: string; readonly title: string }[] = [];
    for (const title of ["One", "Two"]) {
      const stream = await studio.callVerb(createStream, { title });
      await studio.callVerb(updateStream, { id: stream.id, activeOverlayTemplateId: id });
      streams.push({ id: stream.id, title });
    }
    const usage = () => studio.callVerb(getTemplateUsage, { id });
    expect(await usage()).toEqual(streams);
    const message = "The template is used by One, Two; remove it from them first.";
    expect(await studio.refusal(deleteTemplate, { id })).toMatchObject({ code: "conflict", message, details: { streams: ["One", "Two"] } });
    expect(await elementsOf(id)).toHaveLength(1);
    for (const stream of streams) await studio.callVerb(updateStream, { id: stream.id, activeOverlayTemplateId: null });
    expect(await usage()).toEqual([]);
    expect(await studio.callVerb(deleteTemplate, { id })).toBeNull();
    expect(await templates()).toHaveLength(kept);
    const verbs: readonly Verb[] = [deleteTemplate, getTemplateUsage, listTemplateElements];
    for (const verb of verbs) {
      expect((await studio.refusal(verb, { id })).code, verb.spec.name).toBe("not-found");
    }
    expect((await studio.callVerb(listElements, undefined)).filter(({ templateId }) => templateId === id)).toEqual([]);
  });
});

describe("an element", () => {
  it("needs only its template, name and type: the rest is as the specification's schema stores it", async () => {
    const templateId = await newTemplate();
    const made = await studio.callVerb(createElement, { templateId, name: "N", type: "progress-bar" });
    const expected: Partial<OverlayElement> = {
      ...{ templateId, name: "N", type: "progress-bar", xPosition: 0, yPosition: 0, fontSize: 14, fontFamily: "Roboto" },
      ...{ textColor: "#FFFFFF", opacity: 90, isVisible: true, content: null, mediaAssetId: null, mediaAsset: null },
      ...{ fontWeight: "400", textAlign: "left", textOverflow: "ellipsis", boxWidthPx: null, shadowOpacity: 0, outlineWidthPx: 0 },
      ...{ layer: 0, isLocked: false },
    };
    expect(made).toMatchObject(expected);
    const next = await studio.callVerb(createElement, { templateId, name: "M", type: "text", content: "Hi", xPosition: 5.5 });
    expect(next).toMatchObject({ layer: 1, content: "Hi", xPosition: 5.5 });
    expect((await elementsOf(templateId)).map(({ name }) => name)).toEqual(["N", "M"]);
  });

  it("is changed in part, and only within its limits", async () => {
    const templateId = await newTemplate();
    const { id } = await studio.callVerb(createElement, { templateId, name: "N", type: "text", content: "Hi" });
    const before = await studio.callVerb(updateElement, { id, isVisible: false, yPosition: 1080 });
    expect(before).toMatchObject({ isVisible: false, yPosition: 1080, content: "Hi", opacity: 90 });
    for (const fields of [
      ...[{ xPosition: -1 }, { yPosition: 1081 }, { fontSize: 4 }, { fontSize: "big" }, { opacity: 101 }, { type: "video" }],
      ...[{ textColor: "#FFF" }, { mediaAssetId: "none" }, { isVisible: "yes" }, { name: "" }, { shadowBlurPx: 65, opacity: 5 }],
    ]) {
      const { code } = await studio.refusal(updateElement, { id, ...fields });
      expect({ fields, code }).toEqual({ fields, code: "invalid-input" });
    }
    for (const fields of [
      {},
      { templateId },
      { templateId, name: "N" },
      { name: "N", type: "text" },
      { templateId, name: "", type: "text" },
    ]) {
      const { code } = await studio.refusal(createElement, fields);
      expect({ fields, code }).toEqual({ fields, code: "invalid-input" });
    }
    expect((await studio.refusal(createElement, { templateId: "none", name: "N", type: "text" })).code).toBe("not-found");
    expect(await elementsOf(templateId)).toEqual([before]);
    expect((await studio.refusal(updateElement, { id: "none", opacity: 1 })).code).toBe("not-found");
    expect((await studio.refusal(deleteElement, { id: "none" })).code).toBe("not-found");
  });
});

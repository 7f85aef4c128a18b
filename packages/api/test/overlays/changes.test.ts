import { EDITS_ON_AIR_AFTER_MS, TEMPLATE_MAX_ELEMENTS } from "@nightjar/contract";
import type { StreamId, TemplateChange, TemplateId } from "@nightjar/contract";
import { adding, fieldsOf } from "@nightjar/api/testing";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { changeTemplate } from "../../src/overlays/change-template.ts";
import { createElement } from "../../src/overlays/create-element.ts";
import { createTemplate } from "../../src/overlays/create-template.ts";
import { deleteElement } from "../../src/overlays/delete-element.ts";
import { getDocument } from "../../src/overlays/get-document.ts";
import { updateElement } from "../../src/overlays/update-element.ts";
import { createStream } from "../../src/streams/create-stream.ts";
import { setDestination } from "../../src/streams/destination.ts";
import { startStream } from "../../src/streams/start-stop.ts";
import { updateContent } from "../../src/streams/update-content.ts";
import { updateStream } from "../../src/streams/update-stream.ts";
import { openStudio } from "../support/call-verb.ts";
import type { As, Studio } from "../support/call-verb.ts";

let studio: Studio;
beforeEach(async () => {
  studio = await openStudio();
});
afterEach(() => studio.close());

const plate = (...elementIds: string[]) => ({ elementIds, color: "#000000", opacity: 50, paddingPx: 8, paddingRightPx: 8, radiusPx: 8 });
const three = [adding("a", 0), adding("b", 1), adding("c", 2)];
const change = (id: string, revision: number, changes: readonly unknown[], as?: As) =>
  studio.callVerb(changeTemplate, { id, revision, changes }, as);
const refusal = (id: string, revision: number, changes: readonly unknown[], as?: As) =>
  studio.refusal(changeTemplate, { id, revision, changes }, as);
const documentOf = (id: string) => studio.callVerb(getDocument, { id });
const namesIn = async (id: string) => (await documentOf(id)).elements.map((element) => element.id as string);
async function newTemplate(changes: readonly TemplateChange[] = three): Promise<TemplateId> {
  const { template } = await studio.callVerb(createTemplate, { name: "Night" });
  await change(template.id, 0, changes);
  return template.id;
}

describe("an edit of a template", () => {
  it("takes its steps in order and raises the revision by one; who did it, and when, is told", async () => {
    const ana = await studio.account("staff", "approved");
    const seen: string[] = [];
    const id = await newTemplate();
    studio.services.live.subscribe((event) => event.type === "changed" && seen.push(`${event.entity} ${event.id}`));
    const plates = [plate("a", "c")];
    const steps = [
      { kind: "set", id: "a", fields: { content: "Good night", opacity: 40, boxWidthPx: 300 } },
      { kind: "remove", id: "b" },
      adding("d", 3, { type: "logo", isLocked: true }),
      { kind: "order", ids: ["d", "a", "c"] },
      { kind: "plates", plates },
    ];
    const made = await change(id, 1, steps, { token: ana.token });
    expect(made.template).toMatchObject({ revision: 2, updatedBy: ana.email, plates });
    expect(Date.parse(made.template.updatedAt)).toBeGreaterThanOrEqual(Date.parse(made.template.createdAt));
    expect(made.elements.map((element) => element.id)).toEqual(["d", "a", "c"]);
    expect(made.elements[1]).toMatchObject({ ...fieldsOf(), content: "Good night", opacity: 40, boxWidthPx: 300, templateId: id });
    expect(made.elements[0]).toMatchObject({ type: "logo", isLocked: true });
    expect(await documentOf(id)).toEqual(made);
    expect(seen).toEqual([`overlays ${id}`]);
  });

  it("is told when somebody was faster, and by whom; nothing of it is stored, nothing of theirs is lost", async () => {
    const [ana, ben] = [await studio.account("staff", "approved"), await studio.account("staff", "approved")];
    const id = await newTemplate();
    const first = await change(id, 1, [{ kind: "set", id: "a", fields: { content: "Ana's" } }], { token: ana.token });
    const steps = [
      { kind: "set", id: "a", fields: { content: "Ben's" } },
      { kind: "remove", id: "b" },
    ];
    const { revision, updatedAt, updatedBy } = first.template;
    expect(await refusal(id, 1, steps, { token: ben.token })).toMatchObject({
      ...{ code: "conflict", message: `This template was changed by ${ana.email} in the meantime.` },
      details: { revision: 2, updatedBy: ana.email, updatedAt },
    });
    expect({ revision, updatedBy }).toEqual({ revision: 2, updatedBy: ana.email });
    expect(await documentOf(id)).toEqual(first);
    const again = await change(id, 2, [{ kind: "remove", id: "b" }], { token: ben.token });
    expect(again.elements.map((element) => element.content)).toEqual(["Ana's", "Hello"]);
  });

  it("of two at the same moment lets one through", async () => {
    const id = await newTemplate();
    const answers = await Promise.allSettled(["x", "y", "z"].map((name) => change(id, 1, [adding(name, 9)])));
    expect(answers.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
    for (const answer of answers) if (answer.status === "rejected") expect(answer.reason).toMatchObject({ code: "conflict" });
    expect(await documentOf(id)).toMatchObject({ template: { revision: 2 }, elements: { length: 4 } });
  });

  it("is refused whole when one step cannot be taken", async () => {
    const id = await newTemplate();
    const other = await newTemplate([adding("foreign")]);
    const before = await documentOf(id);
    const good = { kind: "set", id: "a", fields: { content: "changed" } };
    const bad: readonly unknown[] = [
      { kind: "set", id: "nobody", fields: { content: "x" } },
      { kind: "set", id: "foreign", fields: { content: "stolen" } },
      { kind: "remove", id: "foreign" },
      adding("a"),
      adding("foreign"),
      adding("n", 0, { mediaAssetId: "none" as never }),
      { kind: "set", id: "a", fields: { mediaAssetId: "none" } },
      { kind: "order", ids: ["a", "b"] },
      { kind: "order", ids: ["a", "b", "b"] },
      { kind: "order", ids: ["a", "b", "foreign"] },
      { kind: "order", ids: ["a", "b", "c", "foreign"] },
      { kind: "set", id: "a", fields: { xPosition: 1921 } },
      { kind: "set", id: "a", fields: { yPosition: -1 } },
      { kind: "set", id: "a", fields: { fontSize: 7 } },
      { kind: "set", id: "a", fields: { opacity: 101 } },
      { kind: "set", id: "a", fields: { textColor: "red" } },
      { kind: "set", id: "a", fields: { fontFamily: "Comic Sans" } },
      { kind: "set", id: "a", fields: { boxWidthPx: -5 } },
      { kind: "add", id: "n", layer: 0, fields: { name: "n" } },
      { kind: "plates", plates: [plate()] },
      { kind: "explode" },
    ];
    for (const step of bad) {
      const { code } = await refusal(id, 1, [good, step]);
      expect({ step, code }).toEqual({ step, code: "invalid-input" });
    }
    expect((await refusal(id, 1, [])).code).toBe("invalid-input");
    expect((await refusal("nobody", 1, [good])).code).toBe("not-found");
    expect(await documentOf(id)).toEqual(before);
    expect(await namesIn(other)).toEqual(["foreign"]);
  });

  it("outside the canvas or its limits is refused in words", async () => {
    const id = await newTemplate();
    const wordsOf = async (fields: object) => (await refusal(id, 1, [{ kind: "set", id: "a", fields }])).message;
    expect(await wordsOf({ xPosition: 2000 })).toBe("Horizontal position must be a number from 0 to 1920");
    expect(await wordsOf({ yPosition: "low" })).toBe("Vertical position must be a number from 0 to 1080");
    expect(await wordsOf({ fontSize: 1025 })).toBe("Size must be a number from 8 to 1024");
    expect(await wordsOf({ opacity: -1 })).toBe("Opacity must be a number from 0 to 100");
    expect(await wordsOf({ name: "  " })).toBe("Please enter a name for the element");
  });

  it("holds only so many elements", async () => {
    const id = await newTemplate(Array.from({ length: TEMPLATE_MAX_ELEMENTS }, (_, n) => adding(`n${n}`, n)));
    const refused = await refusal(id, 1, [adding("straw")]);
    expect(await namesIn(id)).toHaveLength(TEMPLATE_MAX_ELEMENTS);
    expect(refused).toMatchObject({ code: "invalid-input", message: `A template holds at most ${TEMPLATE_MAX_ELEMENTS} elements` });
  });

  it("takes plates away with the elements they lie under", async () => {
    const id = await newTemplate([...three, { kind: "plates", plates: [plate("a", "b"), plate("c", "nobody")] } as never]);
    const platesOf = async () => (await documentOf(id)).template.plates.map(({ elementIds }) => elementIds);
    expect(await platesOf()).toEqual([["a", "b"], ["c"]]);
    await change(id, 1, [{ kind: "remove", id: "a" }]);
    expect(await platesOf()).toEqual([["b"], ["c"]]);
    await studio.callVerb(deleteElement, { id: "c" });
    expect(await platesOf()).toEqual([["b"]]);
  });
});

describe("a single element's call", () => {
  it("raises the revision as well, so that who edits the template is told", async () => {
    const templateId = await newTemplate();
    const revision = async () => (await documentOf(templateId)).template.revision;
    const { id } = await studio.callVerb(createElement, { templateId, name: "N", type: "icon" });
    expect(await revision()).toBe(2);
    await studio.callVerb(updateElement, { id, opacity: 10 });
    expect(await revision()).toBe(3);
    await studio.callVerb(updateElement, { id });
    expect(await revision()).toBe(3);
    await studio.callVerb(deleteElement, { id });
    expect(await revision()).toBe(4);
    expect((await refusal(templateId, 1, [{ kind: "remove", id: "a" }])).code).toBe("conflict");
  });
});

describe("what is on air", () => {
  afterEach(() => vi.useRealTimers());
  const settle = () => vi.advanceTimersByTime(EDITS_ON_AIR_AFTER_MS);
  async function liveWith(activeOverlayTemplateId: string): Promise<StreamId> {
    const { id } = await studio.callVerb(createStream, { title: "S" });
    await studio.callVerb(setDestination, { id, rtmpUrl: "rtmp://127.0.0.1:1935/live", streamKey: "key" });
    await studio.callVerb(updateStream, { id, activeOverlayTemplateId });
    await studio.callVerb(startStream, { id });
    studio.engine.pushed.splice(0);
    return id;
  }
  const pushed = () =>
    studio.engine.pushed.splice(0).map(({ scene, streamId }) => [streamId, scene.elements.map((element) => element.content).join()]);

  it("follows an edit once it rests, on the streams that show the template and no others", async () => {
    const [shown, other] = [await newTemplate([adding("a")]), await newTemplate([adding("b")])];
    const stream = await liveWith(shown);
    await liveWith(other);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const steps = (content: string) => [{ kind: "set", id: "a", fields: { content } }];
    await change(shown, 1, steps("one"));
    vi.advanceTimersByTime(EDITS_ON_AIR_AFTER_MS - 1);
    await change(shown, 2, steps("two"));
    expect(pushed()).toEqual([]);
    settle();
    expect(pushed()).toEqual([[stream, "two"]]);
    await studio.callVerb(createElement, { templateId: shown, name: "N", type: "text", content: "more" });
    settle();
    expect(pushed()).toEqual([[stream, "two,more"]]);
    await refusal(shown, 2, steps("too late"));
    settle();
    expect(pushed()).toEqual([]);
  });

  it("follows at once when the operator says so", async () => {
    const shown = await newTemplate([adding("a")]);
    const id = await liveWith(shown);
    await change(shown, 1, [{ kind: "set", id: "a", fields: { content: "now" } }]);
    expect(pushed()).toEqual([]);
    await studio.callVerb(updateContent, { id });
    expect(pushed()).toEqual([[id, "now"]]);
  });
});

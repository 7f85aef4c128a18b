import { EDITS_ON_AIR_AFTER_MS, TEMPLATE_MAX_ELEMENTS } from "@nightjar/contract";
import type { TemplateChange } from "@nightjar/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { adding, designer, documentOf, fieldsOf, refusalOf } from "./support/overlays.ts";
import { startTestServer, textAt } from "./support/server.ts";
import type { TestServer } from "./support/server.ts";

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

const plate = (...elementIds: string[]) => ({ elementIds, color: "#000000", opacity: 50, paddingPx: 8, paddingRightPx: 8, radiusPx: 8 });
const three = [adding("a", 0), adding("b", 1), adding("c", 2)];
async function newTemplate(changes: readonly TemplateChange[] = three): Promise<string> {
  const { template } = await designer(server).create({ name: "Night" });
  documentOf(await designer(server).change(template.id, 0, changes));
  return template.id;
}
const namesIn = async (id: string) => (await designer(server).document(id)).elements.map((element) => element.id as string);

describe("an edit of a template", () => {
  it("takes its steps in order and raises the revision by one; who did it, and when, is told", async () => {
    const ana = await server.account("staff", "approved");
    const seen: string[] = [];
    const id = await newTemplate();
    server.services.live.subscribe((event) => event.type === "changed" && seen.push(`${event.entity} ${event.id}`));
    const plates = [plate("a", "c")];
    const made = documentOf(
      await designer(server, ana.token).change(id, 1, [
        { kind: "set", id: "a", fields: { content: "Good night", opacity: 40, boxWidthPx: 300 } },
        { kind: "remove", id: "b" },
        adding("d", 3, { type: "logo", isLocked: true }),
        { kind: "order", ids: ["d", "a", "c"] },
        { kind: "plates", plates },
      ]),
    );
    expect(made.template).toMatchObject({ revision: 2, updatedBy: ana.email, plates });
    expect(Date.parse(made.template.updatedAt)).toBeGreaterThanOrEqual(Date.parse(made.template.createdAt));
    expect(made.elements.map((element) => element.id)).toEqual(["d", "a", "c"]);
    expect(made.elements[1]).toMatchObject({ ...fieldsOf(), content: "Good night", opacity: 40, boxWidthPx: 300, templateId: id });
    expect(made.elements[0]).toMatchObject({ type: "logo", isLocked: true });
    expect(await designer(server).document(id)).toEqual(made);
    expect(seen).toEqual([`overlays ${id}`]);
  });

  it("is told when somebody was faster, and by whom; nothing of it is stored, nothing of theirs is lost", async () => {
    const [ana, ben] = [await server.account("staff", "approved"), await server.account("staff", "approved")];
    const id = await newTemplate();
    const first = documentOf(await designer(server, ana.token).change(id, 1, [{ kind: "set", id: "a", fields: { content: "Ana's" } }]));
    const late = refusalOf(
      await designer(server, ben.token).change(id, 1, [
        { kind: "set", id: "a", fields: { content: "Ben's" } },
        { kind: "remove", id: "b" },
      ]),
    );
    const { revision, updatedAt, updatedBy } = first.template;
    expect(late).toEqual({
      ...{ status: 409, code: "conflict", message: `This template was changed by ${ana.email} in the meantime.` },
      details: { revision: 2, updatedBy: ana.email, updatedAt },
    });
    expect({ revision, updatedBy }).toEqual({ revision: 2, updatedBy: ana.email });
    expect(await designer(server).document(id)).toEqual(first);
    const again = documentOf(await designer(server, ben.token).change(id, 2, [{ kind: "remove", id: "b" }]));
    expect(again.elements.map((element) => element.content)).toEqual(["Ana's", "Hello"]);
  });

  it("of two at the same moment lets one through", async () => {
    const id = await newTemplate();
    const answers = await Promise.all(["x", "y", "z"].map((name) => designer(server).change(id, 1, [adding(name, 9)])));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409]);
    expect(await designer(server).document(id)).toMatchObject({ template: { revision: 2 }, elements: { length: 4 } });
  });

  it("is refused whole when one step cannot be taken", async () => {
    const id = await newTemplate();
    const other = await newTemplate([adding("foreign")]);
    const before = await designer(server).document(id);
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
      const refusal = refusalOf(await designer(server).change(id, 1, [good, step]));
      expect({ step, status: refusal.status }).toEqual({ step, status: 400 });
    }
    expect(refusalOf(await designer(server).change(id, 1, [])).status).toBe(400);
    expect(refusalOf(await designer(server).change("nobody", 1, [good])).status).toBe(404);
    expect(await designer(server).document(id)).toEqual(before);
    expect(await namesIn(other)).toEqual(["foreign"]);
  });

  it("outside the canvas or its limits is refused in words", async () => {
    const id = await newTemplate();
    const wordsOf = async (fields: object) => refusalOf(await designer(server).change(id, 1, [{ kind: "set", id: "a", fields }])).message;
    expect(await wordsOf({ xPosition: 2000 })).toBe("Horizontal position must be a number from 0 to 1920");
    expect(await wordsOf({ yPosition: "low" })).toBe("Vertical position must be a number from 0 to 1080");
    expect(await wordsOf({ fontSize: 1025 })).toBe("Size must be a number from 8 to 1024");
    expect(await wordsOf({ opacity: -1 })).toBe("Opacity must be a number from 0 to 100");
    expect(await wordsOf({ name: "  " })).toBe("Please enter a name for the element");
  });

  it("holds only so many elements", async () => {
    const id = await newTemplate(Array.from({ length: TEMPLATE_MAX_ELEMENTS }, (_, n) => adding(`n${n}`, n)));
    const refusal = refusalOf(await designer(server).change(id, 1, [adding("straw")]));
    expect(await namesIn(id)).toHaveLength(TEMPLATE_MAX_ELEMENTS);
    expect(refusal).toMatchObject({ status: 400, message: `A template holds at most ${TEMPLATE_MAX_ELEMENTS} elements` });
  });

  it("takes plates away with the elements they lie under", async () => {
    const id = await newTemplate([...three, { kind: "plates", plates: [plate("a", "b"), plate("c", "nobody")] } as never]);
    const platesOf = async () => (await designer(server).document(id)).template.plates.map(({ elementIds }) => elementIds);
    expect(await platesOf()).toEqual([["a", "b"], ["c"]]);
    documentOf(await designer(server).change(id, 1, [{ kind: "remove", id: "a" }]));
    expect(await platesOf()).toEqual([["b"], ["c"]]);
    expect((await server.call("DELETE", "/api/overlay-elements/c")).status).toBe(204);
    expect(await platesOf()).toEqual([["b"]]);
  });
});

describe("a single element's call", () => {
  it("raises the revision as well, so that who edits the template is told", async () => {
    const id = await newTemplate();
    const revision = async () => (await designer(server).document(id)).template.revision;
    const made = await server.call("POST", "/api/overlay-elements", { body: { templateId: id, name: "N", type: "icon" } });
    expect(made.status).toBe(201);
    expect(await revision()).toBe(2);
    await server.call("PATCH", `/api/overlay-elements/${textAt(made, "id")}`, { body: { opacity: 10 } });
    expect(await revision()).toBe(3);
    await server.call("PATCH", `/api/overlay-elements/${textAt(made, "id")}`, { body: {} });
    expect(await revision()).toBe(3);
    await server.call("DELETE", `/api/overlay-elements/${textAt(made, "id")}`);
    expect(await revision()).toBe(4);
    expect(refusalOf(await designer(server).change(id, 1, [{ kind: "remove", id: "a" }])).status).toBe(409);
  });
});

describe("what is on air", () => {
  afterEach(() => vi.useRealTimers());
  const settle = () => vi.advanceTimersByTime(EDITS_ON_AIR_AFTER_MS);
  async function liveWith(activeOverlayTemplateId: string): Promise<string> {
    const id = textAt(await server.call("POST", "/api/streams", { body: { title: "S" } }), "id");
    await server.call("PUT", `/api/streams/${id}/destination`, { body: { rtmpUrl: "rtmp://127.0.0.1:1935/live", streamKey: "key" } });
    await server.call("PATCH", `/api/streams/${id}`, { body: { activeOverlayTemplateId } });
    await server.call("POST", `/api/direct-streaming/start/${id}`, { body: {} });
    server.engine.pushed.splice(0);
    return id;
  }
  const pushed = () =>
    server.engine.pushed.splice(0).map(({ scene, streamId }) => [streamId, scene.elements.map((element) => element.content).join()]);

  it("follows an edit once it rests, on the streams that show the template and no others", async () => {
    const [shown, other] = [await newTemplate([adding("a")]), await newTemplate([adding("b")])];
    const stream = await liveWith(shown);
    await liveWith(other);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const say = (revision: number, content: string) =>
      designer(server).change(shown, revision, [{ kind: "set", id: "a", fields: { content } }]);
    await say(1, "one");
    vi.advanceTimersByTime(EDITS_ON_AIR_AFTER_MS - 1);
    await say(2, "two");
    expect(pushed()).toEqual([]);
    settle();
    expect(pushed()).toEqual([[stream, "two"]]);
    await server.call("POST", "/api/overlay-elements", { body: { templateId: shown, name: "N", type: "text", content: "more" } });
    settle();
    expect(pushed()).toEqual([[stream, "two,more"]]);
    await say(2, "too late");
    settle();
    expect(pushed()).toEqual([]);
  });

  it("follows at once when the operator says so", async () => {
    const shown = await newTemplate([adding("a")]);
    const stream = await liveWith(shown);
    documentOf(await designer(server).change(shown, 1, [{ kind: "set", id: "a", fields: { content: "now" } }]));
    expect(pushed()).toEqual([]);
    expect((await server.call("POST", `/api/streams/${stream}/update-content`)).status).toBe(200);
    expect(pushed()).toEqual([[stream, "now"]]);
  });
});

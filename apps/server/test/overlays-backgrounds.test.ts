import { background, overlayElement, overlayTemplate } from "@nightjar/contract";
import { addBackgroundFile, adding } from "@nightjar/api/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { designer, documentOf, refusalOf } from "./support/overlays.ts";
import { startTestServer, textAt } from "./support/server.ts";
import type { TestServer } from "./support/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const statusesOf = async (calls: readonly (readonly [method: string, path: string, body?: unknown])[]) => {
  const statuses = [];
  for (const [method, path, body] of calls) statuses.push((await server.call(method, path, { body })).status);
  return statuses;
};

describe("templates and their elements over HTTP", () => {
  it("are made, read, changed and deleted with the statuses of the house", async () => {
    const made = await server.call("POST", "/api/overlay-templates", { body: { name: "Night" } });
    expect(overlayTemplate.parse(made.json)).toMatchObject({ name: "Night", updatedBy: "admin@example.com" });
    const template = `/api/overlay-templates/${textAt(made, "id")}`;
    const element = { templateId: textAt(made, "id"), name: "N", type: "text" };
    const added = await server.call("POST", "/api/overlay-elements", { body: element });
    expect([made.status, added.status]).toEqual([201, 201]);
    const changed = await server.call("PATCH", `/api/overlay-elements/${textAt(added, "id")}`, { body: { content: "Hi" } });
    expect(z.array(overlayElement).parse((await server.call("GET", `${template}/elements`)).json)).toEqual([changed.json]);
    const stream = `/api/streams/${textAt(await server.call("POST", "/api/streams", { body: { title: "S" } }), "id")}`;
    const choose = (activeOverlayTemplateId: string | null) => ["PATCH", stream, { activeOverlayTemplateId }] as const;
    expect(
      await statusesOf([["PATCH", template, { name: "" }], ["PATCH", template, { name: "Noon" }], choose(element.templateId)]),
    ).toEqual([400, 200, 200]);
    expect(await server.call("DELETE", template)).toMatchObject({ status: 409, json: { streams: ["S"] } });
    expect(await server.call("PATCH", template, { body: { name: "Late", revision: 1 } })).toMatchObject({
      status: 409,
      json: { message: "This template was changed by admin@example.com in the meantime.", revision: 3 },
    });
    const price = `${stream}/motion-price?templateId=`;
    expect(await statusesOf([["GET", price + element.templateId], ["GET", `${price}none`], choose(null)])).toEqual([200, 404, 200]);
    expect(await server.call("DELETE", template)).toMatchObject({ status: 204, text: "" });
    expect(
      await statusesOf([
        ["DELETE", template],
        ["GET", `${template}/usage`],
        ["GET", `${template}/elements`],
      ]),
    ).toEqual([404, 404, 404]);
  });

  it("are edited by the designer over tRPC, where a refusal carries its status, code and details", async () => {
    const { template } = await designer(server).create({ name: "Night" });
    const made = documentOf(await designer(server).change(template.id, 0, [adding("a")]));
    expect(await designer(server).document(template.id)).toEqual(made);
    const { revision, updatedAt, updatedBy } = made.template;
    expect(refusalOf(await designer(server).change(template.id, 0, [{ kind: "remove", id: "a" }]))).toEqual({
      ...{ status: 409, code: "conflict", message: "This template was changed by admin@example.com in the meantime." },
      details: { revision, updatedBy, updatedAt },
    });
    expect(refusalOf(await designer(server).change(template.id, 1, [])).status).toBe(400);
    expect(refusalOf(await designer(server).change("nobody", 1, [{ kind: "remove", id: "a" }])).status).toBe(404);
  });
});

describe("backgrounds over HTTP", () => {
  it("are made, read, changed and deleted with the statuses of the house", async () => {
    const videoUrl = addBackgroundFile(server.services, "rain");
    const made = await server.call("POST", "/api/backgrounds", { body: { title: "Rain", videoUrl } });
    expect(made.status).toBe(201);
    const path = `/api/backgrounds/${textAt(made, "id")}`;
    expect(z.array(background).parse((await server.call("GET", "/api/backgrounds")).json)).toEqual([made.json]);
    const refused = await server.call("POST", "/api/backgrounds", { body: { title: "Rain", videoUrl: "file:///etc/passwd" } });
    expect(refused).toMatchObject({ status: 400, json: { issues: [{ path: "videoUrl" }] } });
    const change = ["PATCH", path, { title: "Snow" }] as const;
    const activate = ["PATCH", `${path}/activate`] as const;
    expect(await statusesOf([change, ["PATCH", path, { title: "" }], activate, activate])).toEqual([200, 400, 200, 409]);
    expect(await server.call("DELETE", path)).toMatchObject({ status: 204, text: "" });
    expect(await statusesOf([["GET", path], ["GET", `${path}/video`], activate, ["DELETE", path], change])).toEqual([
      404, 404, 404, 404, 404,
    ]);
  });
});

import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, it } from "vitest";
import { z } from "zod";
import { openapiDocument } from "../src/http/openapi.ts";
import type { Route } from "../src/http/route.ts";
import { ROUTES } from "../src/rooms/index.ts";

it("the description of the API is one by OpenAPI's own schema, with each operation named once", async () => {
  const document = structuredClone(openapiDocument(ROUTES, "1.0.0"));
  const { valid, errors } = await new Validator().validate(document);
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
  const operations = Object.values(document["paths"] as Record<string, Record<string, { operationId: string }>>).flatMap(Object.values);
  const names = operations.map(({ operationId }) => operationId);
  expect(new Set(names).size).toBe(names.length);
});

const described = z.object({ responses: z.record(z.string(), z.object({ content: z.record(z.string(), z.unknown()).optional() })) });
/** What its description says that the answer of a route is. */
function mediaTypesOf(route: Route): string[] {
  const paths = z.record(z.string(), z.record(z.string(), z.unknown())).parse(openapiDocument([route], "1.0.0")["paths"]);
  const { responses } = described.parse(paths[route.path]?.[route.method.toLowerCase()]);
  return Object.keys(responses[String(route.status)]?.content ?? {});
}

const ANSWERED: Readonly<Record<Route["transport"], readonly string[]>> = {
  json: ["application/json"],
  upload: ["application/json"],
  resumable: [],
  file: ["application/octet-stream"],
  events: ["text/event-stream"],
  export: ["application/json", "text/csv"],
  sent: ["application/octet-stream"],
  live: ["video/x-flv"],
  text: ["text/plain"],
  page: ["text/html"],
};
it.each(Object.entries(ANSWERED))("says of each route by %s what it answers with", (transport, mediaTypes) => {
  const routes = ROUTES.filter((route) => route.transport === transport && route.status !== 204);
  expect(routes).not.toEqual([]);
  for (const route of routes) expect([route.path, mediaTypesOf(route)]).toEqual([route.path, mediaTypes]);
});

import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, it } from "vitest";
import { openapiDocument } from "../src/http/openapi.ts";
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

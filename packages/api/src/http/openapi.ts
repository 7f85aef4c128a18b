import { z } from "zod";
import { defineVerb } from "../verb.ts";
import type { Access } from "../access.ts";
import type { Verb } from "../verb.ts";
import { pathParameters } from "./route.ts";
import type { Route } from "./route.ts";

type Json = { readonly [key: string]: unknown };
const document = z.record(z.string(), z.unknown());

const WHO: Readonly<Record<Access, string>> = {
  public: "Anybody.",
  self: "Any valid token, also of a pending account.",
  approved: "Approved accounts.",
  admin: "Approved administrators.",
  metrics: "An administrator's bearer token or METRICS_TOKEN.",
};

/** Made from the table when it is first asked for. The table holds this verb itself, hence the function. */
export function openapi(routes: () => readonly Route[]): Verb<z.ZodVoid, typeof document> {
  let made: Json | undefined;
  return defineVerb({
    name: "system.openapi",
    access: "public",
    kind: "query",
    input: z.void(),
    output: document,
    run: ({ ctx }) => (made ??= openapiDocument(routes(), ctx.services.config.version)),
  });
}

export function openapiDocument(routes: readonly Route[], version: string): Json {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) (paths[route.path] ??= {})[route.method.toLowerCase()] = operation(route);
  return {
    openapi: "3.1.0",
    info: { title: "Nightjar", version },
    paths,
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer" },
        cookie: { type: "apiKey", in: "cookie", name: "nightjar_session" },
      },
      schemas: { Error: ERROR_SCHEMA },
    },
  };
}

const ERROR_SCHEMA = {
  type: "object",
  required: ["message"],
  properties: {
    message: { type: "string" },
    error: { type: "string", description: "The same text; at uploads." },
    issues: {
      type: "array",
      items: { type: "object", properties: { path: { type: "string" }, message: { type: "string" } } },
    },
  },
};

const ERROR_REFERENCE = { $ref: "#/components/schemas/Error" };
const BYTES: Json = { schema: { type: "string" } };

function operation(route: Route): Json {
  const { access, name } = route.spec;
  const error = route.transport === "page" ? { "text/html": BYTES } : { "application/json": { schema: ERROR_REFERENCE } };
  return {
    operationId: name,
    summary: route.summary,
    description: WHO[access],
    tags: [route.tag],
    security: access === "public" ? [] : [{ bearer: [] }, ...(access === "metrics" ? [] : [{ cookie: [] }])],
    ...request(route),
    responses: { [route.status]: success(route), default: { description: "An error", content: error } },
  };
}

const uploadBody = (field: string): Json => ({
  required: true,
  content: {
    "multipart/form-data": {
      schema: { type: "object", required: [field], properties: { [field]: { type: "string", format: "binary" } } },
    },
  },
});

const PIECE: Json = {
  required: true,
  content: { "application/offset+octet-stream": { schema: { type: "string", format: "binary" } } },
};

function request(route: Route): Json {
  const inPath = pathParameters(route.path);
  const schema = route.transport === "upload" ? {} : jsonSchema(route.spec.input, "input");
  const properties = (schema["properties"] ?? {}) as Record<string, unknown>;
  const required = (schema["required"] ?? []) as readonly string[];
  const path = inPath.map((name) => ({ name, in: "path", required: true, schema: properties[name] ?? { type: "string" } }));
  if (route.transport === "resumable") return { parameters: path, ...(route.method === "PATCH" && { requestBody: PIECE }) };
  const rest = Object.entries(properties).filter(([name]) => !inPath.includes(name));
  if (route.transport === "upload") return { parameters: path, requestBody: uploadBody(route.field) };
  if (route.method === "GET" || route.method === "DELETE") {
    const query = rest.map(([name, value]) => ({ name, in: "query", required: required.includes(name), schema: value }));
    return { parameters: [...path, ...query] };
  }
  if (rest.length === 0) return { parameters: path };
  const needed = required.filter((name) => !inPath.includes(name));
  const body = { type: "object", properties: Object.fromEntries(rest), ...(needed.length > 0 ? { required: needed } : {}) };
  return { parameters: path, requestBody: { required: needed.length > 0, content: { "application/json": { schema: body } } } };
}

/** Those whose bytes are not described any further. */
const MEDIA_TYPES: Readonly<Partial<Record<Route["transport"], string>>> = {
  file: "application/octet-stream",
  events: "text/event-stream",
  sent: "application/octet-stream",
  live: "video/x-flv",
  text: "text/plain",
  page: "text/html",
};

function success(route: Route): Json {
  if (route.status === 204 || route.transport === "resumable") return { description: "Done" };
  const mediaType = MEDIA_TYPES[route.transport];
  if (mediaType !== undefined) return { description: "Done", content: { [mediaType]: BYTES } };
  const json = { "application/json": { schema: jsonSchema(route.bodySchema ?? route.spec.output, "output") } };
  return { description: "Done", content: { ...json, ...(route.transport === "export" && { "text/csv": BYTES }) } };
}

function jsonSchema(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
}

import { pathParameters } from "@nightjar/api";
import type { AsRunExport, Route } from "@nightjar/api";
import { LAST_EVENT_ID_PARAMETER } from "@nightjar/contract";
import { readJsonObject } from "./body.ts";
import { errorResponse } from "./errors.ts";
import { eventStream } from "./event-stream.ts";
import { exportResponse } from "./export-response.ts";
import { fileResponse } from "./file-response.ts";
import { requestFacts } from "./request-facts.ts";
import type { App, AppContext, HttpNeeds } from "./types.ts";
import { openForm } from "./upload-form.ts";

/** Mounts the table: each row becomes one route, and nothing else answers under its path. */
export function mountRoutes(app: App, routes: readonly Route[], needs: HttpNeeds): void {
  for (const route of routes) {
    app.on(route.method, honoPath(route.path), (c) => answer(c, route, needs));
  }
}

const honoPath = (path: string) => path.replaceAll(/\{(\w+)\}/g, ":$1");

async function answer(c: AppContext, route: Route, needs: HttpNeeds): Promise<Response> {
  const isUpload = route.transport === "upload";
  try {
    const ctx = { services: needs.services, request: requestFacts(c, needs.trustProxy) };
    if (isUpload) return await answerUpload(c, route, ctx);
    const input = await inputOf(c, route);
    const output = await route.verb({ ctx, input });
    return await send(c, route, output, needs);
  } catch (error) {
    return errorResponse(c, error, { isUpload });
  }
}

async function answerUpload(c: AppContext, route: Route, ctx: Parameters<Route["verb"]>[0]["ctx"]): Promise<Response> {
  const form = openForm(c.req.raw);
  try {
    return c.json((await route.verb({ ctx, input: form })) as object, route.status === 201 ? 201 : 200);
  } finally {
    await form.finish();
  }
}

async function send(c: AppContext, route: Route, output: unknown, needs: HttpNeeds): Promise<Response> {
  const { body, headers = {} } = route.reply(output);
  for (const [name, value] of Object.entries(headers)) c.header(name, value);
  switch (route.transport) {
    case "file":
      return fileResponse(c, body);
    case "events":
      return eventStream(c, body, needs.ending);
    case "export":
      return exportResponse(c, body as AsRunExport);
    case "text":
      return c.text(String(body), 200, { "content-type": "text/plain; version=0.0.4; charset=utf-8" });
    default:
      return route.status === 204 ? c.body(null, 204) : c.json(body as object, route.status);
  }
}

/** Query, body and path together; the path wins. */
async function inputOf(c: AppContext, route: Route): Promise<unknown> {
  const path = Object.fromEntries(pathParameters(route.path).map((name) => [name, c.req.param(name)]));
  const hasBody = route.method === "POST" || route.method === "PUT" || route.method === "PATCH";
  const rest = hasBody ? await readJsonObject(c.req.raw) : c.req.query();
  // A browser's own retry names the last event in a header; a page that opens the stream anew does in the address.
  const lastEventId = route.transport === "events" ? c.req.header("last-event-id") : undefined;
  return { ...rest, ...(lastEventId !== undefined && { [LAST_EVENT_ID_PARAMETER]: lastEventId }), ...path };
}
